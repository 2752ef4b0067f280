import { useSignal } from "@preact/signals";
import { openedSandboxReply, type Sandbox } from "../../control/replies.ts";
import { timestampText } from "../call-text.ts";
import { ask, read, sandbox } from "../control.ts";
import { lookAt } from "../store/connection.ts";
import { accounts, readSandboxes, sandboxes, state } from "../store/mock.ts";
import { tell } from "../store/notices.ts";
import { curlCommand, requestOf } from "../curl.ts";
import { Button, Copyable } from "./button.tsx";
import { Select } from "./field.tsx";
import { closeDialog, EmptyState, openDialog, Table } from "./parts.tsx";

/** The sandboxes: copies of an account with their own tokens, one for each parallel test or story. */
export function SandboxesPanel() {
  const { url = "", sandboxes: { capacity = 0 } = {} } = state.value ?? {};
  const open = sandboxes.value;
  return (
    <div class="sandboxes">
      <div class="toolbar">
        <span class="soft grow">
          {open.length} of {capacity} open
        </span>
        <OpenForm />
      </div>
      {open.length === 0 ? (
        <EmptyState title="No sandboxes" command={curlCommand(url, requestOf("POST", "/_orgkit/sandboxes", "", {}))}>
          <p>
            A sandbox is a copy of an account with its own token, so that parallel tests can share one mock. Let each
            test open one:
          </p>
        </EmptyState>
      ) : (
        <Table label="Sandboxes" columns={["Id", "Account", "Requests", "Opened (UTC)", "Expires (UTC)"]}>
          {open.map((one) => (
            <SandboxRow key={one.id} {...one} />
          ))}
        </Table>
      )}
    </div>
  );
}

/** Sandboxes copy accounts of the main simulation, so they are opened only while it is shown. */
function OpenForm() {
  const account = useSignal("");
  const chosen = accounts.value.find(({ id }) => id === account.value) ?? accounts.value[0];
  const open = async (): Promise<void> => {
    const { id, token, ...copy } = await read(openedSandboxReply, "POST sandboxes", { account: chosen?.id });
    openDialog({
      title: `Sandbox ${id}`,
      children: (
        <>
          <p>A copy of {copy.account.name}. Send requests with this token to use it. It is shown only once.</p>
          <div class="command">
            <Copyable text={token} label="Copy token" />
          </div>
          {copy.subscriptionIds.length > 0 && (
            <p>
              Subscriptions:{" "}
              {copy.subscriptionIds.map((subscription, index) => (
                <span key={subscription}>
                  {index > 0 && ", "}
                  <code>{subscription}</code>
                </span>
              ))}
            </p>
          )}
          <div class="modal-actions">
            <Button label="Close" onClick={closeDialog} />
            <Button
              label="Show it"
              look="primary"
              onClick={() => {
                closeDialog();
                lookAt(id);
              }}
            />
          </div>
        </>
      ),
    });
    await readSandboxes();
  };
  return (
    <>
      <Select
        label="Account to copy"
        value={chosen?.id ?? ""}
        choices={accounts.value.map(({ id, name }) => [id, name])}
        onChange={(id) => {
          account.value = id;
        }}
      />
      <Button label="Open a sandbox" icon="add" look="primary" disabled={sandbox.value !== undefined} onClick={open} />
    </>
  );
}

function SandboxRow({ id, account, calls, createdAt, expiresAt }: Sandbox) {
  const isShown = sandbox.value === id;
  const close = async (): Promise<void> => {
    if (isShown) lookAt(undefined);
    await ask(`DELETE sandboxes/${encodeURIComponent(id)}`);
    await readSandboxes();
    tell(`Closed ${id}: its token is no longer valid.`);
  };
  return (
    <tr>
      <th scope="row">
        <code>{id}</code>
      </th>
      <td>{account}</td>
      <td class="is-number">{calls}</td>
      <td>{timestampText(createdAt)}</td>
      <td>{timestampText(expiresAt)}</td>
      <td class="row-actions">
        <Button
          label={isShown ? "Back to main" : "Show"}
          look="quiet"
          title={isShown ? "Show the main simulation" : `Show the journal, world and clock of ${id}`}
          onClick={() => lookAt(isShown ? undefined : id)}
        />
        <Button label={`Close ${id}`} icon="remove" look="icon" onClick={close} />
      </td>
    </tr>
  );
}
