import type { JSX } from "preact";
import { connection } from "../store/connection.ts";
import { state } from "../store/mock.ts";
import { route, type Tab } from "../store/route.ts";
import { AccountsPanel } from "./accounts-panel.tsx";
import { ClockPanel } from "./clock-panel.tsx";
import { DialectPanel } from "./dialect-panel.tsx";
import { Dialog } from "./dialog.tsx";
import { Header, panelId, tabId } from "./header.tsx";
import { JournalPanel } from "./journal-panel.tsx";
import { SandboxesPanel } from "./sandboxes-panel.tsx";
import { ScenariosPanel } from "./scenarios-panel.tsx";
import { Notices, StatusBar } from "./status-bar.tsx";
import { TokenGate } from "./token-gate.tsx";
import { WorldPanel } from "./world-panel.tsx";

const panels: Readonly<Record<Tab, () => JSX.Element>> = {
  journal: JournalPanel,
  world: WorldPanel,
  scenarios: ScenariosPanel,
  accounts: AccountsPanel,
  dialect: DialectPanel,
  clock: ClockPanel,
  sandboxes: SandboxesPanel,
};

export function App() {
  if (connection.value === "locked") return <TokenGate />;
  const { tab } = route.value;
  const Panel = panels[tab];
  return (
    <div class="app">
      <Header />
      <main>
        <div class="panel" id={panelId} role="tabpanel" aria-labelledby={tabId(tab)}>
          {state.value === undefined ? <Waiting /> : <Panel key={tab} />}
        </div>
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
      <h2>{isLost ? "The mock does not answer" : "Connecting to the mock"}</h2>
      {isLost && (
        <p>
          Start it with <code>orgkit mock</code>: this page goes on by itself.
        </p>
      )}
    </div>
  );
}
