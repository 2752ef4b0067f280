import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { client } from "../../store/client.ts";
import { shownNow } from "../../store/clock.ts";
import { readState, state } from "../../store/mock-state.ts";
import { attempt } from "../../store/notices.ts";
import { durationText } from "../../time-text.ts";
import { Button } from "../parts/button.tsx";
import { AdvanceForm } from "./advance-form.tsx";

type Order = Parameters<typeof client.setClock>[0];

const steps = [
  ["+1 min", 60_000],
  ["+1 h", 3_600_000],
  ["+1 day", 86_400_000],
  ["+30 days", 30 * 86_400_000],
] as const;

function set(order: Order): void {
  void attempt(async () => {
    await client.setClock(order);
    await readState();
  });
}

export function ClockPart(): JSX.Element {
  const { frozen = false, offsetMs = 0 } = state.value?.clock ?? {};
  const now = shownNow.value;
  return (
    <section class="card">
      <h2>Clock</h2>
      <p class="big-clock">
        <span>{now.slice(11, 19)}</span> <span class="soft">{now.slice(0, 10)} UTC</span>
      </p>
      <p role="status">
        {frozen
          ? "Frozen: time stands still until it is set or let go."
          : offsetMs === 0
            ? "Follows the system's clock."
            : `Goes on, ${durationText(offsetMs)} ${offsetMs > 0 ? "ahead of" : "behind"} the system's clock.`}
      </p>
      <p class="soft">
        It decides when tokens expire, what a new record's createdAt says, and when a rate limit is over.
      </p>
      <div class="buttons">
        <Button label="Freeze" icon="pause" disabled={frozen} onClick={() => set({ freeze: true })} />
        <Button
          label="Resume"
          icon="play"
          disabled={!frozen && offsetMs === 0}
          title="Let it follow the system's clock again"
          onClick={() => set({ resume: true })}
        />
        {steps.map(([label, advanceMs]) => (
          <Button key={label} label={label} onClick={() => set({ advanceMs })} />
        ))}
      </div>
      <AdvanceForm onAdvance={(advanceMs) => set({ advanceMs })} />
      <FreezeAt />
    </section>
  );
}

/** Stands still at a moment that is typed in. */
function FreezeAt(): JSX.Element {
  const text = useSignal("");
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        // The field has no seconds where they are 0.
        const moment = text.value.length === 16 ? `${text.value}:00` : text.value;
        if (moment !== "") set({ freeze: `${moment}Z` });
      }}
    >
      <label>
        Freeze at (UTC)
        <input
          type="datetime-local"
          step={1}
          required
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button plain">
        Freeze there
      </button>
    </form>
  );
}
