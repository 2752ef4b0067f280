import { recordKinds, type RecordKind } from "../../fixtures/contract/operations.ts";

/** Something that a run lacks, so that a check could not be exercised. */
export type MissingOption = "writes" | "second-token" | `${"" | "second-"}${RecordKind}-id` | "dialect";

/** Each of them in few words, and the option that provides it. */
export const remedies: ReadonlyMap<MissingOption | "nothing", { readonly words: string; readonly give: string }> =
  new Map([
    ["writes", { words: "writes off", give: "--allow-writes" }],
    ["second-token", { words: "no second account", give: "the token of a second account" }],
    ...recordKinds.flatMap((kind): readonly (readonly [MissingOption, { words: string; give: string }])[] => [
      [`${kind}-id`, { words: `no ${kind} id`, give: `--id ${kind}=ID` }],
      [`second-${kind}-id`, { words: `only one ${kind} id`, give: `a second --id ${kind}=ID` }],
    ]),
    ["dialect", { words: "no dialect", give: "--dialect FILE" }],
  ]);
