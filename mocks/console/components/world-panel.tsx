import { computed, effect, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { collections, firstCollection, kindOf, type CollectionName } from "../../../fixtures/contract/record-kinds.ts";
import { isObject, jsonText, own } from "../../../fixtures/values/json.ts";
import { capitalize } from "../../../fixtures/values/text.ts";
import type { RecordData, RecordPage } from "../../control/replies.ts";
import { read, accounts, change, changes, tabAddress, problemText, refresh, route, tell } from "../store.ts";
import { Button, closeDialog, confirm, EmptyState, openDialog, SearchField, Segments } from "./controls.tsx";

/** More are found by a search. */
const maxShown = 200;

/** The account and kind of records in the address; by default the first. */
const place = computed(() => {
  const [id, kind] = route.value.rest;
  const account = accounts.value.find((candidate) => candidate.id === id) ?? accounts.value[0];
  return { account, kind: collections.find((candidate) => candidate === kind) ?? firstCollection };
});

const search = signal("");

/** The records shown; `undefined` until they are read. */
const records = signal<RecordPage | undefined>(undefined);
const readProblem = signal("");

function showPlace(account: string, kind: CollectionName): void {
  records.value = undefined;
  location.hash = tabAddress("world", account, kind);
}

/** Keeps the records in sync with the mock while the tab is open. @returns a function that stops this */
function followRecords(): () => void {
  let last = 0;
  return effect(() => {
    const query = new URLSearchParams({ limit: `${maxShown}`, search: search.value });
    const mine = changes.value >= 0 ? (last += 1) : last;
    const show = (page: RecordPage): void => {
      // A response that a later request has overtaken is dropped.
      if (mine !== last) return;
      records.value = page;
      readProblem.value = "";
    };
    const showProblem = (error: unknown): void => {
      if (mine === last) readProblem.value = problemText(error);
    };
    read<RecordPage>(`GET ${pathTo()}?${query}`).then(show, showProblem);
  });
}

function pathTo(...id: readonly string[]): string {
  return ["accounts", place.value.account?.id ?? "", place.value.kind, ...id].map(encodeURIComponent).join("/");
}

function askToDelete(id: string): void {
  const remove = (): Promise<void> => change(`DELETE ${pathTo(id)}`, { done: `Deleted ${id}.` });
  const title = `Delete ${id}?`;
  confirm({ title, text: `The ${kindOf(place.value.kind)} is removed.`, action: "Delete", run: remove });
}

/** The records of each account, to view and edit. */
export function WorldPanel() {
  useEffect(followRecords, []);
  const { account, kind } = place.value;
  const page = records.value;
  return (
    <div class="world">
      <div class="toolbar">
        <select
          class="select"
          aria-label="Account"
          value={account?.id}
          onChange={(event) => showPlace(event.currentTarget.value, kind)}
        >
          {accounts.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Segments
          label="Records"
          value={kind}
          choices={collections.map((value) => [value, `${capitalize(value)} ${account?.counts[value] ?? ""}`])}
          onChange={(value) => showPlace(account?.id ?? "", value)}
        />
        <SearchField label="Search records" value={search} />
        <Button label="Add" icon="add" look="primary" onClick={() => editRecord(undefined)} />
      </div>
      {readProblem.value !== "" && (
        <p class="problems" role="alert">
          {readProblem}
        </p>
      )}
      {page !== undefined && (page.total === 0 ? <NoRecords /> : <RecordTable records={page.records} />)}
      {page !== undefined && (
        <p class="shown-records soft" role="status">
          {page.records.length} of {page.total}
          {page.records.length < page.total && ": search for the others"}
        </p>
      )}
    </div>
  );
}

function NoRecords() {
  const { account, kind } = place.value;
  const text = search.value;
  return (
    <EmptyState title={text === "" ? `${account?.name} has no ${kind}` : `No ${kind} match “${text}”`}>
      <p>{text === "" ? "Add one here." : "The search covers every field and ignores case."}</p>
    </EmptyState>
  );
}

function RecordTable({ records: shown }: { records: readonly RecordData[] }) {
  const columns = [...new Set(["id", ...shown.flatMap(Object.keys)])];
  return (
    <div class="table-space" role="region" aria-label={`Table of ${place.value.kind}`} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" class="row-actions">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((record) => {
            const id = cellText(record["id"]);
            return (
              <tr key={id} onDblClick={() => editRecord(record)}>
                <th scope="row" class="id">
                  {id}
                </th>
                {columns.slice(1).map((name) => (
                  <Cell key={name} value={own(record, name)} />
                ))}
                <td class="row-actions">
                  <Button label={`Edit ${id}`} icon="edit" look="icon" onClick={() => editRecord(record)} />
                  <Button label={`Delete ${id}`} icon="remove" look="icon" onClick={() => askToDelete(id)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A record's member as a table cell. */
function cellText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

const maxCellLength = 30;

function Cell({ value }: { value: unknown }) {
  const text = cellText(value);
  return (
    <td class={`is-${value === null ? "none" : typeof value}`} title={text.length > maxCellLength ? text : undefined}>
      {text}
    </td>
  );
}

/** Edits a record as JSON; without one, adds a record. */
function editRecord(record: RecordData | undefined): void {
  const title = record === undefined ? `Add ${kindOf(place.value.kind)}` : `Edit ${cellText(record["id"])}`;
  openDialog({ title, class: "wide", children: <Editor record={record} /> });
}

function Editor({ record }: { record: RecordData | undefined }) {
  const one = kindOf(place.value.kind);
  const { id: _, ...template } = records.value?.records[0] ?? { id: "" };
  const text = useSignal(JSON.stringify(record ?? template, null, 2));
  const rejection = useSignal("");
  const problem = syntaxProblem(text.value) ?? rejection.value;

  const save = async (): Promise<void> => {
    const id = record && cellText(record["id"]);
    try {
      const request = id === undefined ? `POST ${pathTo()}` : `PUT ${pathTo(id)}`;
      const { record: saved } = await read<{ record: RecordData }>(request, JSON.parse(text.value));
      await refresh();
      tell(`${id === undefined ? "Added" : "Saved"} ${cellText(saved["id"])}.`);
      closeDialog();
    } catch (error) {
      rejection.value = problemText(error);
    }
  };

  return (
    <>
      <textarea
        class="editor"
        autofocus
        aria-label={`The ${one} as JSON`}
        aria-invalid={problem !== ""}
        spellcheck={false}
        rows={Math.min(20, text.value.split("\n").length + 1)}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          rejection.value = "";
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <div class="editor-notes">
        {problem === "" ? (
          <p class="soft">Without an id, a new record gets one in the dialect's format.</p>
        ) : (
          <p class="problems" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div class="modal-actions">
        <span class="soft hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves
        </span>
        <Button label="Cancel" onClick={closeDialog} />
        <Button
          label={record === undefined ? "Add" : "Save"}
          look="primary"
          disabled={syntaxProblem(text.value) !== undefined}
          onClick={save}
        />
      </div>
    </>
  );
}

/** Why a text is not a record; `undefined` if it may be one. */
function syntaxProblem(text: string): string | undefined {
  try {
    return isObject(JSON.parse(text)) ? undefined : "A record is a JSON object: it begins with { and ends with }.";
  } catch (error) {
    return jsonText(error instanceof Error ? error.message : "not JSON");
  }
}
