import type { JSX } from "preact";
import { connection, retryNow } from "../../store/connection.ts";
import { shownNow } from "../../store/clock.ts";
import { journal } from "../../store/journal.ts";
import { state } from "../../store/mock-state.ts";
import { fragmentOf } from "../../store/route.ts";
import { durationText, momentText } from "../../time-text.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";

const words = {
  connecting: "Connecting",
  live: "Live",
  lost: "Connection lost",
  locked: "Locked",
} as const;

/** What is in force, in one line at the foot of the page. */
export function StatusBar(): JSX.Element {
  const now = state.value;
  return (
    <footer class={`status-bar ${connection.value === "lost" ? "is-lost" : ""}`}>
      <span class={`connection is-${connection.value}`} role="status">
        {words[connection.value]}
      </span>
      {connection.value === "lost" && <Button label="Try now" look="quiet" onClick={retryNow} />}
      {now !== undefined && (
        <>
          <span class="with-copy">
            <code>{now.url}</code>
            <CopyButton label="Copy base URL" text={now.url} />
          </span>
          <span>
            <span class="soft">world</span> {now.world.name}
          </span>
          <span>
            <span class="soft">dialect</span> <a href={fragmentOf("dialect")}>{now.dialect.name}</a>
          </span>
          <span>
            <span class="soft">seed</span> {now.seed}
          </span>
          <ClockText />
          <Disturbances active={now.scenarios} />
          <span class="end">
            {journal.kept.value.length} <span class="soft">of</span> {journal.total.value}{" "}
            <span class="soft">calls kept</span>
          </span>
          <span class="soft">v{now.version}</span>
        </>
      )}
    </footer>
  );
}

function ClockText(): JSX.Element {
  const { frozen = false, offsetMs = 0 } = state.value?.clock ?? {};
  return (
    <a href={fragmentOf("clock")} class="clock-text">
      {momentText(shownNow.value)} UTC {frozen && <span class="tag">frozen</span>}
      {!frozen && offsetMs !== 0 && (
        <span class="tag">
          {offsetMs > 0 ? "+" : "−"}
          {durationText(offsetMs)}
        </span>
      )}
    </a>
  );
}

function Disturbances({ active }: { readonly active: readonly string[] }): JSX.Element | null {
  if (active.length === 0) return null;
  return (
    <a href={fragmentOf("scenarios")} class="disturbances">
      {active.map((text) => (
        <span key={text} class="tag warn">
          {text}
        </span>
      ))}
    </a>
  );
}
