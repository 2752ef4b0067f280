import { recordKinds, type RecordKind } from "../../fixtures/contract/record-kinds.ts";

/** Something that a run lacks, so that a check could not be exercised. */
export type MissingOption =
  | "writes"
  | "second-token"
  | `${"" | "second-"}${RecordKind}-id`
  | "more-users"
  | "more-requests"
  | "dialect"
  | "pages";

/** Why an operation without an authorized success shows nothing more. */
export const notServed = "the authorized request did not succeed (see PATH-01)";

/** Why a run does not create a user. */
export const writesAreOff = "writes are off (--allow-writes)";

/** How to provide what a run lacks. */
interface Remedy {
  /** What is missing, in few words. */
  readonly words: string;
  /** The option that provides it. */
  readonly give: string;
  /** Where the user gets it. */
  readonly hint?: string;
}

export const remedies: ReadonlyMap<MissingOption | "nothing", Remedy> = new Map([
  ["writes", { words: "writes off", give: "--allow-writes" }],
  ["second-token", { words: "no second account", give: "the token of a second account" }],
  ...recordKinds.flatMap((kind): readonly (readonly [MissingOption, Remedy])[] => [
    [`${kind}-id`, { words: `no ${kind} id`, give: `--id ${kind}=ID` }],
    [`second-${kind}-id`, { words: `only one ${kind} id`, give: `a second --id ${kind}=ID` }],
  ]),
  ["more-users", { words: "no more users", give: "a larger --max-created" }],
  ["more-requests", { words: "too few requests", give: "a larger --max-requests" }],
  ["dialect", { words: "no dialect", give: "--dialect FILE", hint: "orgkit learn writes one" }],
  ["pages", { words: "a list not read to its end", give: "the parameters of its pages (--dialect FILE)" }],
]);
