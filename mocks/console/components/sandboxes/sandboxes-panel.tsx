import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { OpenedSandbox } from "../../control-schemas.ts";
import { client, sandbox } from "../../store/client.ts";
import { accounts, state } from "../../store/mock-state.ts";
import { attempt } from "../../store/notices.ts";
import { readSandboxes, sandboxes } from "../../store/sandboxes.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Select } from "../parts/field.tsx";
import { OpenedDialog } from "./opened-dialog.tsx";
import { SandboxTable } from "./sandbox-table.tsx";

/** Copies of an account behind tokens of their own, one for each parallel test or story. */
export function SandboxesPanel(): JSX.Element {
  const opened = useSignal<OpenedSandbox | undefined>(undefined);
  const open = sandboxes.value;
  return (
    <div class="sandboxes">
      <div class="toolbar">
        <span class="soft grow">
          {open.length} of {state.value?.sandboxes.capacity ?? 0} open
        </span>
        <OpenForm
          onOpen={(one) => {
            opened.value = one;
          }}
        />
      </div>
      {open.length === 0 ? (
        <EmptyState title="No sandboxes" command={openCommand(state.value?.url ?? "")}>
          <p>
            A sandbox is a copy of an account behind a token of its own, so that parallel tests share one mock without
            seeing each other. Tests open one each:
          </p>
        </EmptyState>
      ) : (
        <SandboxTable sandboxes={open} />
      )}
      {opened.value !== undefined && (
        <OpenedDialog
          opened={opened.value}
          onClose={() => {
            opened.value = undefined;
          }}
        />
      )}
    </div>
  );
}

/** Accounts of a sandbox are no accounts to copy, so one is opened only while the main simulation is looked at. */
function OpenForm({ onOpen }: { readonly onOpen: (opened: OpenedSandbox) => void }): JSX.Element {
  const account = useSignal("");
  const known = accounts.value;
  const chosen = known.some(({ id }) => id === account.value) ? account.value : (known[0]?.id ?? "");
  const open = async (): Promise<void> => {
    onOpen(await client.openSandbox(chosen));
    await readSandboxes();
  };
  return (
    <>
      <Select
        label="Account to copy"
        value={chosen}
        choices={known.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(id) => {
          account.value = id;
        }}
      />
      <Button
        label="Open a sandbox"
        icon="add"
        look="primary"
        disabled={sandbox.value !== undefined}
        onClick={() => void attempt(open)}
      />
    </>
  );
}

function openCommand(url: string): string {
  return `curl -X POST '${url}/_orgkit/sandboxes' -H 'content-type: application/json' -d '{}'`;
}
