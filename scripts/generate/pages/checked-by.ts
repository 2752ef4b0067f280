import { declaredRequirements, uncheckedKeys } from "../../../fixtures/contract/requirements/declared.ts";

/** What checks a key of a dialect: the ids of requirements, or why there is none. */
export interface Checked {
  readonly ids: readonly string[];
  readonly reason?: string;
}

const named: ReadonlyMap<string, Checked> = new Map([
  ...declaredRequirements.map(({ id, key }): [string, Checked] => [key, { ids: [id] }]),
  ...Object.entries(uncheckedKeys).map(([key, reason]): [string, Checked] => {
    const ids = reason.match(/DECL-\d+/g) ?? [];
    return [key, ids.length > 0 ? { ids } : { ids, reason }];
  }),
]);

/** @param path of the key, dotted; `*` stands for each list, which requirements leave out */
export function checkedBy(path: string): Checked {
  const parts = path.split(".").filter((part) => part !== "*");
  for (let length = parts.length; length > 0; length -= 1) {
    const found = named.get(parts.slice(0, length).join("."));
    if (found !== undefined) return found;
  }
  return { ids: [] };
}
