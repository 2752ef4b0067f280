import { useSignal } from "@preact/signals";
import { valueAt } from "../../../fixtures/json.ts";
import { ControlProblem } from "../../control/control-problem.ts";
import type { RecordData } from "../../control/replies.ts";
import { blankRecord, idOf, readRecord } from "../record-text.ts";
import { dialectValues } from "../store/mock.ts";
import { problemText } from "../store/notices.ts";
import { place, saveRecord } from "../store/world.ts";
import { Button } from "./controls.tsx";
import { closeDialog, openDialog, ProblemList } from "./parts.tsx";

/** Edits a record as JSON; without one, adds a record. */
export function editRecord(record: RecordData | undefined): void {
  const one = place.value.kind.slice(0, -1);
  const title = record === undefined ? `Add ${one}` : `Edit ${idOf(record)}`;
  openDialog({ title, class: "wide", children: <Editor record={record} one={one} /> });
}

function Editor({ record, one }: { record: RecordData | undefined; one: string }) {
  const begin = record ?? blankRecord(valueAt(dialectValues.value, `records.${one}`));
  const text = useSignal(JSON.stringify(begin, null, 2));
  const isSaving = useSignal(false);
  const rejection = useSignal<unknown>(undefined);
  const { read, mistake } = tryToRead(text.value);
  const problem = mistake ?? rejection.value;

  const save = async (): Promise<void> => {
    if (read === undefined || isSaving.value) return;
    isSaving.value = true;
    try {
      await saveRecord(read, record && idOf(record));
      closeDialog();
    } catch (error) {
      rejection.value = error;
    } finally {
      isSaving.value = false;
    }
  };

  return (
    <>
      <textarea
        class="editor"
        autofocus
        aria-label={`The ${one} as JSON`}
        aria-invalid={mistake !== undefined}
        spellcheck={false}
        rows={Math.min(20, text.value.split("\n").length + 1)}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          rejection.value = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <div class="editor-notes">
        {problem !== undefined && (
          <ProblemList
            message={problemText(problem)}
            mistakes={problem instanceof ControlProblem ? problem.mistakes : []}
          />
        )}
        {problem === undefined && record === undefined && (
          <p class="soft">Leave out the id to get one in the dialect's format.</p>
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
          disabled={read === undefined}
          onClick={() => void save()}
        />
      </div>
    </>
  );
}

function tryToRead(text: string): { readonly read?: RecordData; readonly mistake?: unknown } {
  try {
    return { read: readRecord(text) };
  } catch (mistake) {
    return { mistake };
  }
}
