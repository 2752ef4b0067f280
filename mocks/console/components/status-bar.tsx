import { durationText, timestampText } from "../call-text.ts";
import { connection, retryNow } from "../store/connection.ts";
import { journal } from "../store/journal.ts";
import { displayedTime, state } from "../store/mock.ts";
import { dismiss, notices } from "../store/notices.ts";
import { fragmentOf } from "../store/route.ts";
import { Button, Copyable } from "./controls.tsx";

const words = { connecting: "Connecting", live: "Live", lost: "Connection lost", locked: "Locked" } as const;

/** The state of the mock, in one line at the bottom of the page. */
export function StatusBar() {
  const isLost = connection.value === "lost";
  return (
    <footer class={`status-bar ${isLost ? "is-lost" : ""}`}>
      <span class={`connection is-${connection.value}`} role="status">
        {words[connection.value]}
      </span>
      {isLost && <Button label="Try now" look="quiet" onClick={retryNow} />}
      {state.value !== undefined && <Facts {...state.value} />}
    </footer>
  );
}

function Facts({ url, world, dialect, seed, clock, scenarios, version }: NonNullable<typeof state.value>) {
  const { frozen, offsetMs } = clock;
  return (
    <>
      <span class="with-copy">
        <Copyable label="Copy base URL" text={url} />
      </span>
      <span>
        <span class="soft">world</span> {world.name}
      </span>
      <span>
        <span class="soft">dialect</span> {dialect.name}
      </span>
      <span>
        <span class="soft">seed</span> {seed}
      </span>
      <a href={fragmentOf("clock")} class="clock-text">
        {timestampText(displayedTime.value)} UTC {frozen && <span class="tag">frozen</span>}
        {!frozen && offsetMs !== 0 && (
          <span class="tag">
            {offsetMs > 0 ? "+" : "−"}
            {durationText(offsetMs)}
          </span>
        )}
      </a>
      {scenarios.length > 0 && (
        <a href={fragmentOf("scenarios")} class="disturbances">
          {scenarios.map((text) => (
            <span key={text} class="tag warn">
              {text}
            </span>
          ))}
        </a>
      )}
      <span class="end">
        {journal.kept.value.length} <span class="soft">of</span> {journal.total.value}{" "}
        <span class="soft">requests kept</span>
      </span>
      <span class="soft">v{version}</span>
    </>
  );
}

/** Results and errors, above everything else for a short time. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-label="Notices">
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice ${kind}`}>
          <p>{text}</p>
          <Button label="Dismiss" icon="close" look="icon" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
