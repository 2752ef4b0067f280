import { computed, effect, signal } from "@preact/signals";
import {
  kinds,
  recordReply,
  recordsReply,
  type Kind,
  type RecordData,
  type RecordPage,
} from "../../control/replies.ts";
import { ask, read } from "../control.ts";
import { idOf } from "../record-text.ts";
import { accounts, changes, noteChange } from "./mock.ts";
import { problemText, tell } from "./notices.ts";
import { go, route } from "./route.ts";

export const pageSize = 50;

/** The account and kind of records in the address; by default the first. */
export const place = computed(() => {
  const [account, kind] = route.value.rest;
  const found = accounts.value.find(({ id }) => id === account) ?? accounts.value[0];
  return {
    account: found?.id ?? "",
    name: found?.name ?? "",
    counts: found?.counts,
    kind: kinds.find((candidate) => candidate === kind) ?? "users",
  };
});

export const search = signal("");
export const offset = signal(0);
search.subscribe(() => {
  offset.value = 0;
});

/** The records shown; `undefined` until they are read. */
export const records = signal<RecordPage | undefined>(undefined);
export const readProblem = signal("");

export function showPlace(account: string, kind: Kind): void {
  offset.value = 0;
  records.value = undefined;
  go("world", account, kind);
}

/** Keeps the records in sync with the mock while the tab is open. @returns a function that stops this */
export function followRecords(): () => void {
  let last = 0;
  return effect(() => {
    const first = offset.value;
    const query = new URLSearchParams({ offset: `${first}`, limit: `${pageSize}`, search: search.value });
    last = changes.value >= 0 ? last + 1 : last;
    const mine = last;
    const show = (page: RecordPage): void => {
      // A response that a later request has overtaken is dropped.
      if (mine !== last) return;
      records.value = page;
      readProblem.value = "";
      // The last page no longer exists if its records were removed.
      if (page.records.length === 0 && first > 0) offset.value = Math.max(0, first - pageSize);
    };
    read(recordsReply, `GET ${pathTo()}?${query}`).then(show, (error: unknown) => {
      if (mine === last) readProblem.value = problemText(error);
    });
  });
}

/** Adds a record, or replaces the one with the id. @throws ControlProblem if it is invalid */
export async function saveRecord(record: RecordData, id: string | undefined): Promise<void> {
  const request = id === undefined ? `POST ${pathTo()}` : `PUT ${pathTo(id)}`;
  const { record: saved } = await read(recordReply, request, record);
  noteChange();
  tell(`${id === undefined ? "Added" : "Saved"} ${idOf(saved)}.`);
}

export async function removeRecord(id: string): Promise<void> {
  await ask(`DELETE ${pathTo(id)}`);
  noteChange();
  tell(`Deleted ${id}.`);
}

function pathTo(...id: readonly string[]): string {
  return ["accounts", place.value.account, place.value.kind, ...id].map(encodeURIComponent).join("/");
}
