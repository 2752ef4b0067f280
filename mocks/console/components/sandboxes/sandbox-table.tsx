import type { JSX } from "preact";
import type { Sandbox } from "../../control-schemas.ts";
import { client, sandbox } from "../../store/client.ts";
import { lookAt } from "../../store/connection.ts";
import { attempt, tell } from "../../store/notices.ts";
import { readSandboxes } from "../../store/sandboxes.ts";
import { momentText } from "../../time-text.ts";
import { Button } from "../parts/button.tsx";

export function SandboxTable({ sandboxes }: { readonly sandboxes: readonly Sandbox[] }): JSX.Element {
  return (
    <div class="table-space" role="region" aria-label="Sandboxes" tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Account</th>
            <th scope="col" class="is-number">
              Calls
            </th>
            <th scope="col">Opened (UTC)</th>
            <th scope="col">Expires (UTC)</th>
            <th scope="col" class="row-actions">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sandboxes.map((one) => (
            <SandboxRow key={one.id} {...one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SandboxRow({ id, account, calls, createdAt, expiresAt }: Sandbox): JSX.Element {
  const isShown = sandbox.value === id;
  const close = async (): Promise<void> => {
    if (isShown) lookAt(undefined);
    await client.closeSandbox(id);
    await readSandboxes();
    tell(`Closed ${id}: its token is no longer good.`);
  };
  return (
    <tr>
      <th scope="row">
        <code>{id}</code>
      </th>
      <td>{account}</td>
      <td class="is-number">{calls}</td>
      <td>{momentText(createdAt)}</td>
      <td>{momentText(expiresAt)}</td>
      <td class="row-actions">
        <Button
          label={isShown ? "Back to main" : "Look at"}
          look="quiet"
          title={isShown ? "Look at the main simulation again" : `Show the journal, world and clock of ${id}`}
          onClick={() => lookAt(isShown ? undefined : id)}
        />
        <Button label={`Close ${id}`} icon="remove" look="icon" onClick={() => void attempt(close)} />
      </td>
    </tr>
  );
}
