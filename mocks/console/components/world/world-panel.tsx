import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { RecordData } from "../../control-schemas.ts";
import { state } from "../../store/mock-state.ts";
import { followRecords, place, readProblem, records, redo, search, undo } from "../../store/world.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { ProblemList } from "../parts/problem-list.tsx";
import { Pager } from "./pager.tsx";
import { RecordDialog } from "./record-dialog.tsx";
import { RecordTable } from "./record-table.tsx";
import { WorldToolbar } from "./world-toolbar.tsx";

/** The records of each account, to look at and to change. */
export function WorldPanel(): JSX.Element {
  /** The record in the dialog; `"new"` for one to add. */
  const edited = useSignal<RecordData | "new" | undefined>(undefined);
  useEffect(() => followRecords(), []);
  useEffect(() => {
    document.addEventListener("keydown", undoByKey);
    return () => document.removeEventListener("keydown", undoByKey);
  }, []);
  const add = (): void => {
    edited.value = "new";
  };
  const page = records.value;
  return (
    <div class="world">
      <WorldToolbar onAdd={add} />
      {readProblem.value !== "" && <ProblemList message={readProblem.value} />}
      {page !== undefined && page.total === 0 && <NoRecords />}
      {page !== undefined && page.total > 0 && (
        <RecordTable
          records={page.records}
          onEdit={(record) => {
            edited.value = record;
          }}
        />
      )}
      {page !== undefined && <Pager total={page.total} />}
      {edited.value !== undefined && (
        <RecordDialog
          record={edited.value === "new" ? undefined : edited.value}
          onClose={() => {
            edited.value = undefined;
          }}
        />
      )}
    </div>
  );
}

function NoRecords(): JSX.Element {
  const { account, kind } = place.value;
  if (search.value !== "") {
    return (
      <EmptyState title={`None of the ${kind} holds “${search.value}”`}>
        <p>The search looks at every field, in any case.</p>
      </EmptyState>
    );
  }
  const name = state.value?.accounts.find(({ id }) => id === account)?.name ?? account;
  return (
    <EmptyState title={`${name} has no ${kind}`}>
      <p>Add one here{kind === "users" ? ", or create one by the interface: it shows up at once." : "."}</p>
    </EmptyState>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z (⌘ on a Mac), where no text is being written. */
function undoByKey(event: KeyboardEvent): void {
  const isWriting = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, dialog *");
  if (event.key.toLowerCase() !== "z" || isWriting || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { undo: undoable = 0, redo: redoable = 0 } = state.value?.edits ?? {};
  if (event.shiftKey ? redoable > 0 : undoable > 0) void (event.shiftKey ? redo() : undo());
}
