import type { JSX } from "preact";
import {
  change,
  calls,
  connection,
  dismiss,
  displayedTime,
  tabAddress,
  notices,
  rejection,
  route,
  selected,
  state,
  tabs,
  total,
  type Tab,
} from "../store.ts";
import { timestampText } from "../text.ts";
import { AccountsPanel, ClockPanel, SnapshotsPanel } from "./simulation-panels.tsx";
import { Button, confirm, Copyable, Dialog, EmptyState } from "./controls.tsx";
import { JournalPanel } from "./journal-panel.tsx";
import { ScenariosPanel } from "./scenarios-panel.tsx";
import { WorldPanel } from "./world-panel.tsx";

const panels: Readonly<Record<Tab, readonly [title: string, panel: () => JSX.Element]>> = {
  journal: ["Journal", JournalPanel],
  world: ["World", WorldPanel],
  scenarios: ["Scenarios", ScenariosPanel],
  snapshots: ["Snapshots", SnapshotsPanel],
  accounts: ["Accounts", AccountsPanel],
  clock: ["Clock", ClockPanel],
};

export function App() {
  if (connection.value === "locked") return <TokenGate />;
  const { tab } = route.value;
  const [title, Panel] = panels[tab];
  return (
    <div class="app">
      <Header />
      <main>
        <section class="panel" aria-label={title}>
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
  if (connection.value !== "lost") return <EmptyState title="Connecting to the mock">{null}</EmptyState>;
  if (rejection.value !== "") return <EmptyState title="The mock rejects this page">{rejection}</EmptyState>;
  return (
    <EmptyState title="The mock does not respond">
      Start it with <code>orgkit mock</code>: this page reconnects by itself.
    </EmptyState>
  );
}

function Header() {
  const active = state.value?.scenarios.length ?? 0;
  return (
    <header class="head">
      <h1 class="brand">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <rect width="16" height="16" rx="4" />
          <path d="M4 5.5h8M4 8h5M4 10.5h6.5" />
        </svg>
        orgkit
      </h1>
      <nav class="tabs" aria-label="Console">
        {tabs.map((tab) => (
          <a key={tab} class="tab" href={tabAddress(tab)} aria-current={tab === route.value.tab ? "page" : undefined}>
            {panels[tab][0]}
            {tab === "scenarios" && active > 0 && (
              <span class="mark">
                {active}
                <span class="unseen"> active</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="actions">
        <Button label="Reset" icon="reset" look="quiet" onClick={askForReset} />
      </div>
    </header>
  );
}

function askForReset(): void {
  const reset = async (): Promise<void> => {
    selected.value = undefined;
    await change("POST reset", { done: "The mock was reset." });
  };
  const text = "Records, ids, clock, scenarios and journal go back to how the mock was started.";
  confirm({ title: "Reset the mock?", text, action: "Reset everything", run: reset });
}

/** The mock is open to other machines, and the page has no valid token. */
function TokenGate() {
  return (
    <main class="gate">
      <div>
        <h1>Control token</h1>
        <p>
          This mock is open to other machines. Open the console address that it printed at this start: the address
          contains the token.
        </p>
      </div>
    </main>
  );
}

const words = { connecting: "Connecting", live: "Live", lost: "Connection lost", locked: "Locked" } as const;

/** The state of the mock, in one line at the bottom of the page. */
function StatusBar() {
  const isLost = connection.value === "lost";
  const { url, world, dialect, seed, clock, scenarios = [], version } = state.value ?? {};
  return (
    <footer class={`status-bar ${isLost ? "is-lost" : ""}`}>
      <span class={`connection is-${connection.value}`} role="status">
        {words[connection.value]}
      </span>
      {url !== undefined && (
        <>
          <span class="with-copy">
            <Copyable label="Copy base URL" text={url} />
          </span>
          {Object.entries({ world: world?.name, dialect: dialect?.name, seed }).map(([name, value]) => (
            <span key={name}>
              <span class="soft">{name}</span> {value}
            </span>
          ))}
          <a href={tabAddress("clock")} class="clock-text">
            {timestampText(displayedTime.value)} UTC {clock?.frozen && <span class="tag">frozen</span>}
          </a>
          {scenarios.map((text) => (
            <a key={text} href={tabAddress("scenarios")} class="tag warn">
              {text}
            </a>
          ))}
          <span class="end">
            {calls.value.length} <span class="soft">of</span> {total.value} <span class="soft">requests kept</span>
          </span>
          <span class="soft">v{version}</span>
        </>
      )}
    </footer>
  );
}

/** Results and errors, above everything else for a short time. */
function Notices() {
  return (
    <div class="notices" role="status" aria-label="Notices">
      {notices.value.map((notice, index) => (
        <div key={index} class={`notice ${notice.kind}`}>
          <p>{notice.text}</p>
          <Button label="Dismiss" icon="close" look="icon" onClick={() => dismiss(notice)} />
        </div>
      ))}
    </div>
  );
}
