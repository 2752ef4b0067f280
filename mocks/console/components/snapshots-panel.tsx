import { send } from "../client.ts";
import { refresh, state, tell } from "../store.ts";
import { Button, confirm, TextForm } from "./controls.tsx";

async function change(request: string, result: string): Promise<void> {
  await send(request);
  await refresh();
  tell(result);
}

/** The saved snapshots, to restore and delete, and a form to save one. */
export function SnapshotsPanel() {
  const names = state.value?.snapshots ?? [];
  return (
    <div class="cards scroll">
      <section class="card">
        <p class="soft">A snapshot holds the records, the id generator and the clock, until the mock stops.</p>
        {names.length === 0 && <p>No snapshots yet.</p>}
        <ul class="lines ruled">
          {names.map((name) => (
            <Snapshot key={name} name={name} />
          ))}
        </ul>
        <TextForm
          label="Name"
          action="Save the current state"
          input={{ spellcheck: false }}
          onSend={(name) => change(`PUT ${pathTo(name)}`, `Saved ${name}.`)}
        />
      </section>
    </div>
  );
}

function pathTo(name: string): string {
  return `snapshots/${encodeURIComponent(name)}`;
}

function Snapshot({ name }: { name: string }) {
  const restore = (): void =>
    confirm({
      title: `Restore ${name}?`,
      text: "The current records, ids and clock are replaced.",
      action: "Restore",
      run: () => change(`POST ${pathTo(name)}/restore`, `Restored ${name}.`),
    });
  const remove = (): void =>
    confirm({
      title: `Delete ${name}?`,
      text: "The snapshot is removed.",
      action: "Delete",
      run: () => change(`DELETE ${pathTo(name)}`, `Deleted ${name}.`),
    });
  return (
    <li>
      <strong>{name}</strong>
      <Button label={`Restore ${name}`} icon="reset" look="icon" onClick={restore} />
      <Button label={`Delete ${name}`} icon="remove" look="icon" onClick={remove} />
    </li>
  );
}
