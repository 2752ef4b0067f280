import type { JSX } from "preact";
import type { OpenedSandbox } from "../../control-schemas.ts";
import { lookAt } from "../../store/connection.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Modal } from "../parts/modal.tsx";

/** The token of a new sandbox: told once. */
export function OpenedDialog({
  opened,
  onClose,
}: {
  readonly opened: OpenedSandbox;
  readonly onClose: () => void;
}): JSX.Element {
  const { id, token, account, subscriptionIds } = opened;
  return (
    <Modal title={`Sandbox ${id}`} onClose={onClose}>
      {(close) => (
        <>
          <p>A copy of {account.name}. Calls with this token are answered by it; it is shown only now.</p>
          <div class="command">
            <code>{token}</code>
            <CopyButton label="Copy token" text={token} />
          </div>
          {subscriptionIds.length > 0 && (
            <p>
              Subscriptions:{" "}
              {subscriptionIds.map((subscription, index) => (
                <span key={subscription}>
                  {index > 0 && ", "}
                  <code>{subscription}</code>
                </span>
              ))}
            </p>
          )}
          <div class="modal-actions">
            <Button label="Close" onClick={close} />
            <Button
              label="Look at it"
              look="primary"
              onClick={() => {
                close();
                lookAt(id);
              }}
            />
          </div>
        </>
      )}
    </Modal>
  );
}
