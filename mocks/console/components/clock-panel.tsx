import { send } from "../client.ts";
import { displayedTime, refresh, state } from "../store.ts";
import { timestampText } from "../text.ts";
import { Button, TextForm } from "./controls.tsx";

async function setClock(setting: object): Promise<void> {
  await send("POST clock", setting);
  await refresh();
}

const steps = [
  ["+1 min", 60_000],
  ["+1 h", 3_600_000],
  ["+1 day", 86_400_000],
  ["+30 days", 30 * 86_400_000],
] as const;

export function ClockPanel() {
  const { frozen = false, offsetMs = 0 } = state.value?.clock ?? {};
  const now = timestampText(displayedTime.value);
  const difference = `${Math.abs(offsetMs / 3_600_000).toLocaleString("en")} h ${offsetMs > 0 ? "ahead of" : "behind"}`;
  return (
    <div class="clock scroll">
      <section class="card">
        <h2>Clock</h2>
        <p class="big-clock">
          <span>{now.slice(11)}</span> <span class="soft">{now.slice(0, 10)} UTC</span>
        </p>
        <p role="status">
          {frozen
            ? "Frozen until you set or resume it."
            : offsetMs === 0
              ? "Follows the system clock."
              : `Running, ${difference} the system clock.`}
        </p>
        <p class="soft">
          It decides when tokens expire, what a new record's createdAt says, and when a rate limit is over.
        </p>
        <div class="buttons">
          <Button label="Freeze" icon="pause" disabled={frozen} onClick={() => setClock({ freeze: true })} />
          <Button
            label="Resume"
            icon="play"
            disabled={!frozen && offsetMs === 0}
            title="Follow the system clock again"
            onClick={() => setClock({ resume: true })}
          />
          {steps.map(([label, advanceMs]) => (
            <Button key={label} label={label} onClick={() => setClock({ advanceMs })} />
          ))}
        </div>
        <TextForm
          label="Freeze at (UTC)"
          action="Freeze there"
          input={{ type: "datetime-local", step: 1 }}
          // The field omits seconds if they are 0.
          onSend={(timestamp) => setClock({ freeze: `${timestamp.padEnd(19, ":00")}Z` })}
        />
      </section>
    </div>
  );
}
