import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ControlProblem, type Mistake } from "../../control-problem.ts";
import type { RecordData } from "../../control-schemas.ts";
import { valueAt } from "../../dialect-keys.ts";
import { blankRecord, idOf, readRecord } from "../../record-text.ts";
import { dialectValues } from "../../store/mock-state.ts";
import { problemText } from "../../store/notices.ts";
import { place, saveRecord } from "../../store/world.ts";
import { Button } from "../parts/button.tsx";
import { Modal } from "../parts/modal.tsx";
import { ProblemList } from "../parts/problem-list.tsx";

export interface RecordDialogProps {
  /** The record to edit; none to add one. */
  readonly record: RecordData | undefined;
  readonly onClose: () => void;
}

/** A record as JSON, to edit or to add. */
export function RecordDialog({ record, onClose }: RecordDialogProps): JSX.Element {
  const one = place.value.kind.slice(0, -1);
  const begin = record ?? blankRecord(valueAt(dialectValues.value, `records.${one}`));
  const text = useSignal(JSON.stringify(begin, null, 2));
  const isSaving = useSignal(false);
  const problem = useSignal<{ readonly message: string; readonly mistakes: readonly Mistake[] } | undefined>(undefined);
  const read = readRecord(text.value);

  const save = async (close: () => void): Promise<void> => {
    if (!read.ok || isSaving.value) return;
    isSaving.value = true;
    try {
      await saveRecord(read.record, record === undefined ? undefined : idOf(record));
      close();
    } catch (error) {
      problem.value =
        error instanceof ControlProblem && error.mistakes.length > 0
          ? { message: "", mistakes: error.mistakes }
          : { message: problemText(error), mistakes: [] };
    } finally {
      isSaving.value = false;
    }
  };

  return (
    <Modal title={record === undefined ? `Add ${one}` : `Edit ${idOf(record)}`} onClose={onClose} class="wide">
      {(close) => (
        <>
          <textarea
            class="editor"
            autofocus
            aria-label={`The ${one} as JSON`}
            aria-invalid={!read.ok}
            spellcheck={false}
            rows={Math.min(20, text.value.split("\n").length + 1)}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              problem.value = undefined;
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save(close);
            }}
          />
          <div class="editor-notes">
            {!read.ok && <ProblemList message={read.problem} />}
            {problem.value !== undefined && <ProblemList {...problem.value} />}
            {read.ok && problem.value === undefined && record === undefined && (
              <p class="soft">Without an id it is given one in the dialect's format.</p>
            )}
          </div>
          <div class="modal-actions">
            <span class="soft hint">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves
            </span>
            <Button label="Cancel" onClick={close} />
            <Button
              label={record === undefined ? "Add" : "Save"}
              look="primary"
              disabled={!read.ok}
              onClick={() => void save(close)}
            />
          </div>
        </>
      )}
    </Modal>
  );
}
