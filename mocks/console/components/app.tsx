import type { JSX } from "preact";
import { ask, keepToken, sandbox, token } from "../control.ts";
import { connection, lookAt, rejected, retryNow } from "../store/connection.ts";
import { journal } from "../store/journal.ts";
import { noteChange, sandboxes, state } from "../store/mock.ts";
import { attempt, tell } from "../store/notices.ts";
import { fragmentOf, route, type Tab, tabs } from "../store/route.ts";
import { AccountsPanel } from "./accounts-panel.tsx";
import { ClockPanel } from "./clock-panel.tsx";
import { Button, Select, TextForm } from "./controls.tsx";
import { JournalPanel } from "./journal-panel.tsx";
import { closeDialog, Dialog, openDialog } from "./parts.tsx";
import { ScenariosPanel } from "./scenarios-panel.tsx";
import { Notices, StatusBar } from "./status-bar.tsx";
import { WorldPanel } from "./world-panel.tsx";

const panels: Readonly<Record<Tab, () => JSX.Element>> = {
  journal: JournalPanel,
  world: WorldPanel,
  scenarios: ScenariosPanel,
  accounts: AccountsPanel,
  clock: ClockPanel,
};

export function App() {
  if (connection.value === "locked") return <TokenGate />;
  const { tab } = route.value;
  const Panel = panels[tab];
  return (
    <div class="app">
      <Header />
      <main>
        <section class="panel" aria-label={titles[tab]}>
          {state.value === undefined ? <Waiting /> : <Panel key={tab} />}
        </section>
      </main>
      <StatusBar />
      <Notices />
      <Dialog />
    </div>
  );
}

function Waiting() {
  const isLost = connection.value === "lost";
  return (
    <div class={`empty ${isLost ? "" : "waiting"}`}>
      <h2>{isLost ? "The mock does not respond" : "Connecting to the mock"}</h2>
      {isLost && (
        <p>
          Start it with <code>orgkit mock</code>: this page reconnects by itself.
        </p>
      )}
    </div>
  );
}

function Header() {
  return (
    <header class="head">
      <h1 class="brand">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <rect width="16" height="16" rx="4" />
          <path d="M4 5.5h8M4 8h5M4 10.5h6.5" />
        </svg>
        orgkit
      </h1>
      <Tabs />
      <div class="actions">
        <ScopeSelect />
        <Button
          label="OpenAPI"
          icon="book"
          look="quiet"
          title="Download the interface in this dialect as an OpenAPI document"
          onClick={() => download("interface.yaml")}
        />
        <Button
          label="HAR"
          icon="download"
          look="quiet"
          title="Download the journal as a HAR file"
          onClick={() => download("journal.har")}
        />
        <Button
          label="Reset"
          icon="reset"
          look="quiet"
          title="Reset records, clock, scenarios and journal"
          onClick={askForReset}
        />
      </div>
    </header>
  );
}

const titles: Readonly<Record<Tab, string>> = {
  journal: "Journal",
  world: "World",
  scenarios: "Scenarios",
  accounts: "Accounts",
  clock: "Clock & snapshots",
};

function Tabs() {
  const active = state.value?.scenarios.length ?? 0;
  return (
    <nav class="tabs" aria-label="Console">
      {tabs.map((tab) => (
        <a key={tab} class="tab" href={fragmentOf(tab)} aria-current={tab === route.value.tab ? "page" : undefined}>
          {titles[tab]}
          {tab === "scenarios" && active > 0 && (
            <span class="mark">
              {active}
              <span class="unseen"> active</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** Selects what the console shows: the main simulation, or a sandbox, if there are any. */
function ScopeSelect() {
  const current = sandbox.value ?? "";
  const ids = new Set([...sandboxes.value.map(({ id }) => id), current]);
  ids.delete("");
  if (ids.size === 0) return null;
  return (
    <span class={current === "" ? "" : "in-sandbox"}>
      <Select
        label="Simulation"
        value={current}
        choices={[["", "Main simulation"], ...[...ids].map((id) => [id, `Sandbox ${id}`] as const)]}
        onChange={(id) => lookAt(id === "" ? undefined : id)}
      />
    </span>
  );
}

/** Saves a document of the control API as a file. A plain link could not send the control token. */
async function download(name: "interface.yaml" | "journal.har"): Promise<void> {
  const address = URL.createObjectURL(await (await ask(`GET ${name}`)).blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `orgkit-${name}`;
  link.click();
  URL.revokeObjectURL(address);
}

function askForReset(): void {
  const reset = async (): Promise<void> => {
    await ask("POST reset");
    journal.selected.value = undefined;
    await journal.reload();
    noteChange();
    tell("The mock was reset.");
  };
  openDialog({
    title: sandbox.value === undefined ? "Reset the mock?" : `Reset the sandbox ${sandbox.value}?`,
    children: (
      <>
        <p>
          Records, ids, clock, scenarios and journal go back to how the mock was started. Snapshots are kept. This
          cannot be undone.
        </p>
        <div class="modal-actions">
          <Button label="Cancel" onClick={closeDialog} />
          <Button label="Reset everything" look="danger" onClick={() => attempt(reset).then(closeDialog)} />
        </div>
      </>
    ),
  });
}

/** Asks for the control token, if the mock is open to other machines and the address has no token. */
function TokenGate() {
  const isRejected = rejected.value !== undefined && rejected.value === token.value;
  const use = async (text: string): Promise<void> => {
    keepToken(text);
    retryNow();
  };
  return (
    <main class="gate">
      <div>
        <h1>Control token</h1>
        <p>
          This mock is open to other machines. Enter the control token it printed at start-up, or open the console
          address printed with it.
        </p>
        <TextForm
          label="Token"
          action="Open the console"
          look="primary"
          input={{ type: "password" }}
          isKept
          problem={isRejected ? "Wrong token. The mock prints a new one each time it starts." : ""}
          onSend={use}
        />
      </div>
    </main>
  );
}
