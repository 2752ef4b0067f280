import type { JSX } from "preact";
import { sandbox } from "../../store/client.ts";
import { lookAt } from "../../store/connection.ts";
import { sandboxes } from "../../store/sandboxes.ts";
import { Select } from "../parts/field.tsx";

/** What the whole console looks at: the main simulation, or a sandbox. */
export function ScopeSelect(): JSX.Element {
  const open = sandboxes.value;
  const current = sandbox.value;
  const ids = new Set([...open.map(({ id }) => id), ...(current === undefined ? [] : [current])]);
  return (
    <span class={current === undefined ? "" : "in-sandbox"}>
      <Select
        label="Look at"
        value={current ?? ""}
        choices={[
          { value: "", text: "Main simulation" },
          ...[...ids].map((id) => ({ value: id, text: `Sandbox ${id}` })),
        ]}
        onChange={(id) => lookAt(id === "" ? undefined : id)}
      />
    </span>
  );
}
