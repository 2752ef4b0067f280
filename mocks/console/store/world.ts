import { computed, effect, signal } from "@preact/signals";
import { kinds, type Kind, type RecordData, type RecordPage } from "../control-schemas.ts";
import { idOf } from "../record-text.ts";
import { client } from "./client.ts";
import { accounts, changes, noteChange } from "./mock-state.ts";
import { attempt, problemText, tell } from "./notices.ts";
import { go, route } from "./route.ts";

export const pageSize = 50;

/** The account and kind of records that the address names; else the first. */
export const place = computed(() => {
  const [account, kind] = route.value.rest;
  const found = accounts.value.find(({ id }) => id === account) ?? accounts.value[0];
  return { account: found?.id ?? "", kind: kinds.find((candidate) => candidate === kind) ?? "users" };
});

export const search = signal("");
export const offset = signal(0);

/** What is shown; `undefined` until it was read. */
export const records = signal<RecordPage | undefined>(undefined);
export const readProblem = signal("");

export function showPlace(account: string, kind: Kind): void {
  offset.value = 0;
  records.value = undefined;
  go("world", account, kind);
}

/** Keeps the shown records in step with the mock while the world is looked at. @returns what ends it */
export function followRecords(): () => void {
  let last = 0;
  return effect(() => {
    const asked = { account: place.value.account, kind: place.value.kind };
    const page = { offset: offset.value, limit: pageSize, search: search.value };
    last = changes.value >= 0 ? last + 1 : last;
    const mine = last;
    const show = (read: RecordPage): void => {
      // An answer that was overtaken by a later question is not shown.
      if (mine !== last) return;
      records.value = read;
      readProblem.value = "";
      // The last page is gone where its records were removed.
      if (read.records.length === 0 && page.offset > 0) offset.value = Math.max(0, page.offset - pageSize);
    };
    client.records(asked, page).then(show, (error: unknown) => {
      if (mine === last) readProblem.value = problemText(error);
    });
  });
}

/** Adds a record, or replaces the one with the id. @throws ControlProblem where it cannot be used */
export async function saveRecord(record: RecordData, id: string | undefined): Promise<void> {
  const saved =
    id === undefined
      ? await client.addRecord(place.value, record)
      : await client.replaceRecord(place.value, id, record);
  noteChange();
  tell(`${id === undefined ? "Added" : "Saved"} ${idOf(saved)}.`, undoAction);
}

export function removeRecord(id: string): Promise<boolean> {
  return attempt(async () => {
    await client.removeRecord(place.value, id);
    noteChange();
    tell(`Deleted ${id}.`, undoAction);
  });
}

export function undo(): Promise<boolean> {
  return attempt(async () => {
    await client.undo();
    noteChange();
  });
}

export function redo(): Promise<boolean> {
  return attempt(async () => {
    await client.redo();
    noteChange();
  });
}

const undoAction = { label: "Undo", run: () => void undo() };
