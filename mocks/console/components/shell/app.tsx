import type { JSX } from "preact";
import { connection } from "../../store/connection.ts";
import { state } from "../../store/mock-state.ts";
import { route, type Tab } from "../../store/route.ts";
import { AccountsPanel } from "../accounts/accounts-panel.tsx";
import { ClockPanel } from "../clock/clock-panel.tsx";
import { DialectPanel } from "../dialect/dialect-panel.tsx";
import { JournalPanel } from "../journal/journal-panel.tsx";
import { SandboxesPanel } from "../sandboxes/sandboxes-panel.tsx";
import { ScenariosPanel } from "../scenarios/scenarios-panel.tsx";
import { WorldPanel } from "../world/world-panel.tsx";
import { Header } from "./header.tsx";
import { Notices } from "./notices.tsx";
import { StatusBar } from "./status-bar.tsx";
import { panelId, tabId } from "./tabs.tsx";
import { TokenGate } from "./token-gate.tsx";

const panels: Readonly<Record<Tab, () => JSX.Element>> = {
  journal: JournalPanel,
  world: WorldPanel,
  scenarios: ScenariosPanel,
  accounts: AccountsPanel,
  dialect: DialectPanel,
  clock: ClockPanel,
  sandboxes: SandboxesPanel,
};

export function App(): JSX.Element {
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
    </div>
  );
}

function Waiting(): JSX.Element {
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
