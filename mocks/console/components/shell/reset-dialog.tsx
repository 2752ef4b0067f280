import type { JSX } from "preact";
import { client, sandbox } from "../../store/client.ts";
import { journal } from "../../store/journal.ts";
import { noteChange } from "../../store/mock-state.ts";
import { attempt, tell } from "../../store/notices.ts";
import { Button } from "../parts/button.tsx";
import { Modal } from "../parts/modal.tsx";

export function ResetDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const reset = async (): Promise<void> => {
    await client.reset();
    journal.selected.value = undefined;
    await journal.reload();
    noteChange();
    tell("Everything is as it was at the start.");
  };
  return (
    <Modal
      title={sandbox.value === undefined ? "Reset the mock?" : `Reset the sandbox ${sandbox.value}?`}
      onClose={onClose}
    >
      {(close) => (
        <>
          <p>
            Records, ids, clock, scenarios and journal go back to how the mock was started. Snapshots are kept. This
            cannot be undone.
          </p>
          <div class="modal-actions">
            <Button label="Cancel" onClick={close} />
            <Button label="Reset everything" look="danger" onClick={() => void attempt(reset).then(close)} />
          </div>
        </>
      )}
    </Modal>
  );
}
