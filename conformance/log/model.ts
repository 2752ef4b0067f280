import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Credentials } from "../target/credentials.ts";
import type { HttpExchange } from "../target/exchange.ts";
import { recordKinds, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import type { Json } from "../../fixtures/values/json.ts";

/** The two accounts of a run. */
export const accounts = ["first", "second"] as const;

export type AccountName = (typeof accounts)[number];

/** The effect of a query parameter that is being looked for. */
export type Role = "unknown" | "size" | "page" | "offset" | "cursor";

/**
 * Where a request lies, in terms that rules select by. Members that are absent are those of the plain request: the
 * whole list in its usual order, from its first page.
 */
export interface Place {
  /** In words, to follow "on". */
  readonly words?: string;
  /** The part or order of a list: `sort=name`. */
  readonly view?: string;
  /** Whether the view selects records, and may find none. */
  readonly isFiltered?: true;
  /** The number of a page in a walk, from 1. */
  readonly page?: number;
  /** The requested page size. */
  readonly size?: number;
  /** Whether the page should have no records. */
  readonly isBeyondLast?: true;
  /** Whether the walk has returned to its first page. */
  readonly isAgain?: true;
  /** Whether the request follows a link of the page before. */
  readonly isLinked?: true;
  /** The parameter whose effect is being looked for, with its value. */
  readonly trial?: { readonly role: Role; readonly names: ReadonlyMap<string, number> };
  /** How the id was made of a known one, or that it is unknown. */
  readonly variant?: string;
  /** Whether the id was found in a list, and its record is asked for the first time. */
  readonly isFound?: true;
  /** How the request is spelled. */
  readonly spelling?: string;
  /** A header that clients vary. */
  readonly header?: string;
  /** When a list was read: before or after a creation. */
  readonly moment?: "before" | "after" | "end";
  /** Whether several requests were sent at once. */
  readonly isConcurrent?: true;
  /** Whether a creation sends an unacceptable body. */
  readonly isInvalid?: true;
  /** Whether any response is right, so that no rule reads it: what comes next may show what it did. */
  readonly isOpen?: true;
  /** Whether the request may have ended the target, and is sent again after it came back. */
  readonly isSuspect?: true;
}

/** The parameters of a query. */
export type Query = Readonly<Record<string, string>>;

/**
 * A request that a check asks for: an operation, and what differs from the plain authorized request. Checks change one
 * thing at a time; equal calls are sent once.
 */
export interface Call {
  readonly operation: OperationId;
  /** The credentials; the first token by default. */
  readonly as?: Credentials;
  readonly query?: Query;
  /** Replaces the first known id in the path. */
  readonly id?: string;
  /** Replaces the valid body of `createUser`; `{{unique}}` becomes a unique value. */
  readonly body?: Json;
  /** A raw body with its content type, which may be empty; replaces `body`. `{{unique}}` is filled in. */
  readonly text?: { readonly type: string; readonly content: string };
  /** Replaces the operation's method; only with a safe one (RFC 9110 §9.2.1). */
  readonly method?: "HEAD" | "OPTIONS" | "PROPFIND";
  /** Additional headers, with lower-case names; none may contain a secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the operation's path. */
  readonly path?: string;
  /** A connection of its own: behind one that is kept, the same instance answers again and again. */
  readonly connection?: "new";
  /** Tells a repeated request from the first: `before the rejections`. */
  readonly label?: string;
}

/** One request to send, and where it lies. `{{unique}}` in a body becomes the marker of the creation. */
export interface Probe extends Call {
  readonly place?: Place;
}

/** A probe with the request that was sent and the response that came. */
export interface Exchange extends HttpExchange {
  /** Its number in the run, from 1. */
  readonly number: number;
  readonly probe: Probe;
  readonly place: Place;
  readonly operation: OperationId;
  readonly as: Credentials;
  readonly experiment: string;
  /** 0 in the first run of an experiment, then the number of the repetition. */
  readonly round: number;
  /** The unique text in the body of a creation. */
  readonly marker?: string;
  /** The first result, if the connection broke or the target failed, and the request was sent again. */
  readonly repeated?: HttpExchange;
  /** Whether nothing follows from it: the target refused everything at that time. */
  readonly isLost?: true;
  /** How many requests were sent for it, and how many milliseconds it waited for the target's rate limit. */
  readonly requests: number;
  readonly waited: number;
  /** Milliseconds since the start of the run. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** A page of a list, as a response has it. */
export interface Page {
  readonly exchange: Exchange;
  readonly records: readonly unknown[];
  /** What identifies each record. */
  readonly keys: readonly string[];
  /** Each record with what identifies it. */
  readonly entries: readonly { readonly key: string; readonly record: unknown }[];
  readonly number: number;
  readonly total: number;
}

/** A request that was not sent, with the reason, and what would help. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
  readonly lack: Lack | undefined;

  constructor(reason: string, lack?: Lack) {
    super(reason);
    this.lack = lack;
  }
}

/** What a run lacks, so that a check could not be exercised; `nothing` if no option would help. */
export type Lack =
  | "nothing"
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

export const remedies: ReadonlyMap<Lack, Remedy> = new Map([
  ["writes", { words: "writes off", give: "--allow-writes" }],
  ["second-token", { words: "no second account", give: "the token of a second account" }],
  ...recordKinds.flatMap((kind): readonly (readonly [Lack, Remedy])[] => [
    [`${kind}-id`, { words: `no ${kind} id`, give: `--id ${kind}=ID` }],
    [`second-${kind}-id`, { words: `only one ${kind} id`, give: `a second --id ${kind}=ID` }],
  ]),
  ["more-users", { words: "no more users", give: "a larger --max-created" }],
  ["more-requests", { words: "too few requests", give: "a larger --max-requests" }],
  ["dialect", { words: "no dialect", give: "--dialect FILE", hint: "orgkit learn writes one" }],
  ["pages", { words: "a list not read to its end", give: "the parameters of its pages (--dialect FILE)" }],
]);
