import { signal, useSignalEffect } from "@preact/signals";
import { snapshotsReply, type Snapshot } from "../../control/replies.ts";
import { durationText, timestampText } from "../call-text.ts";
import { ask, read } from "../control.ts";
import { changes, noteChange, readState, displayedTime, state } from "../store/mock.ts";
import { tell } from "../store/notices.ts";
import { Button, TextForm } from "./controls.tsx";

/** The simulation's time, and the snapshots to restore. */
export function ClockPanel() {
  return (
    <div class="clock scroll">
      <Clock />
      <Snapshots />
    </div>
  );
}

async function set(order: object): Promise<void> {
  await ask("POST clock", order);
  await readState();
}

const steps = [
  ["+1 min", 60_000],
  ["+1 h", 3_600_000],
  ["+1 day", 86_400_000],
  ["+30 days", 30 * 86_400_000],
] as const;

function Clock() {
  const { frozen = false, offsetMs = 0 } = state.value?.clock ?? {};
  const now = timestampText(displayedTime.value);
  return (
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
            : `Running, ${durationText(offsetMs)} ${offsetMs > 0 ? "ahead of" : "behind"} the system clock.`}
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
          title="Follow the system clock again"
          onClick={() => set({ resume: true })}
        />
        {steps.map(([label, advanceMs]) => (
          <Button key={label} label={label} onClick={() => set({ advanceMs })} />
        ))}
      </div>
      <TextForm
        label="Freeze at (UTC)"
        action="Freeze there"
        input={{ type: "datetime-local", step: 1 }}
        isKept
        // The field omits seconds if they are 0.
        onSend={(timestamp) => set({ freeze: `${timestamp.padEnd(19, ":00")}Z` })}
      />
    </section>
  );
}

/** The saved snapshots. */
const snapshots = signal<readonly Snapshot[]>([]);

async function readSnapshots(): Promise<void> {
  snapshots.value = (await read(snapshotsReply, "GET snapshots")).snapshots;
}

function Snapshots() {
  useSignalEffect(() => {
    if (changes.value >= 0) readSnapshots().catch(() => undefined);
  });
  const pathTo = (name: string): string => `snapshots/${encodeURIComponent(name)}`;
  const save = async (name: string): Promise<void> => {
    await ask(`PUT ${pathTo(name)}`);
    await readSnapshots();
    tell(`Saved ${name}.`);
  };
  const restore = async (name: string): Promise<void> => {
    await ask(`POST ${pathTo(name)}/restore`);
    noteChange();
    tell(`Restored records, ids and clock of ${name}.`);
  };
  const drop = async (name: string): Promise<void> => {
    await ask(`DELETE ${pathTo(name)}`);
    await readSnapshots();
    tell(`Deleted ${name}.`);
  };
  return (
    <section class="card">
      <h2>Snapshots</h2>
      <p class="soft">
        A snapshot holds the records, the ids to come and the clock. It lasts as long as the mock runs, a reset
        included.
      </p>
      <TextForm
        label="Name"
        action="Save a snapshot"
        look="primary"
        input={{ maxLength: 80, placeholder: "before checkout" }}
        onSend={save}
      />
      {snapshots.value.length === 0 ? (
        <p class="soft pad">No snapshots yet. Save one before you try something, and restore it in one click.</p>
      ) : (
        <ul class="lines ruled" aria-label="Snapshots">
          {snapshots.value.map(({ name, takenAt }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span class="soft">{timestampText(takenAt)}</span>
              <Button
                label="Restore"
                look="quiet"
                icon="undo"
                title={`Restore ${name}`}
                onClick={() => restore(name)}
              />
              <Button label={`Delete ${name}`} look="icon" icon="remove" onClick={() => drop(name)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
