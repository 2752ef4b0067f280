import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import { problemText } from "../../store/notices.ts";
import { drop, followSnapshots, restore, save, snapshots } from "../../store/snapshots.ts";
import { momentText } from "../../time-text.ts";
import { Button } from "../parts/button.tsx";

export function SnapshotsPart(): JSX.Element {
  useEffect(() => followSnapshots(), []);
  const saved = snapshots.value;
  return (
    <section class="card">
      <h2>Snapshots</h2>
      <p class="soft">
        A snapshot holds the records, the ids to come and the clock. It lasts as long as the mock runs, a reset
        included.
      </p>
      <SaveForm />
      {saved.length === 0 ? (
        <p class="soft pad">None yet. Save one before you try something: it brings you back in one click.</p>
      ) : (
        <ul class="lines ruled" aria-label="Snapshots">
          {saved.map(({ name, takenAt }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span class="soft">{momentText(takenAt)}</span>
              <Button
                label="Restore"
                look="quiet"
                icon="undo"
                title={`Restore ${name}`}
                onClick={() => void restore(name)}
              />
              <Button label={`Delete ${name}`} look="icon" icon="remove" onClick={() => void drop(name)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SaveForm(): JSX.Element {
  const name = useSignal("");
  const problem = useSignal("");
  const id = useId();
  const submit = async (): Promise<void> => {
    try {
      await save(name.value.trim());
      name.value = "";
    } catch (error) {
      problem.value = problemText(error);
    }
  };
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          Name
          <input
            type="text"
            required
            maxLength={80}
            autocomplete="off"
            placeholder="before checkout"
            aria-invalid={problem.value !== ""}
            aria-describedby={id}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
              problem.value = "";
            }}
          />
        </label>
        <button type="submit" class="button primary">
          Save a snapshot
        </button>
      </form>
      <p id={id} class="problems" role="alert" hidden={problem.value === ""}>
        {problem.value}
      </p>
    </>
  );
}
