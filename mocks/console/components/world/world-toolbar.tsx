import type { JSX } from "preact";
import { kinds } from "../../control-schemas.ts";
import { accounts, state } from "../../store/mock-state.ts";
import { offset, place, redo, search, showPlace, undo } from "../../store/world.ts";
import { Button } from "../parts/button.tsx";
import { SearchField, Segments, Select } from "../parts/field.tsx";

const titles = { users: "Users", subscriptions: "Subscriptions", invoices: "Invoices" } as const;

export function WorldToolbar({ onAdd }: { readonly onAdd: () => void }): JSX.Element {
  const { account, kind } = place.value;
  const counts = accounts.value.find(({ id }) => id === account)?.counts;
  const edits = state.value?.edits ?? { undo: 0, redo: 0 };
  return (
    <div class="toolbar">
      <Select
        label="Account"
        value={account}
        choices={accounts.value.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(id) => showPlace(id, kind)}
      />
      <Segments
        label="Records"
        value={kind}
        choices={kinds.map((value) => ({ value, text: `${titles[value]} ${counts?.[value] ?? ""}` }))}
        onChange={(value) => showPlace(account, value)}
      />
      <SearchField
        label="Search records"
        placeholder="Search in every field"
        value={search.value}
        onInput={(text) => {
          offset.value = 0;
          search.value = text;
        }}
      />
      <Button label="Undo" icon="undo" look="quiet" disabled={edits.undo === 0} onClick={() => void undo()} />
      <Button label="Redo" icon="redo" look="quiet" disabled={edits.redo === 0} onClick={() => void redo()} />
      <Button label="Add" icon="add" look="primary" onClick={onAdd} />
    </div>
  );
}
