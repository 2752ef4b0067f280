import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange, Place, Probe } from "../log/model.ts";
import type { Rule } from "../log/rule.ts";
import type { Credentials } from "../target/credentials.ts";
import { targetSchema } from "../target/target.ts";

/** The beginning of the unique texts in these logs. */
export const runId = "orgkit0a1b2c";

/** One exchange of a hand-made log, with what differs from an empty list. */
export interface Line {
  readonly operation?: OperationId;
  readonly as?: Credentials;
  readonly probe?: Partial<Probe>;
  readonly place?: Place;
  readonly experiment?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: readonly unknown[];
  readonly page?: number;
  readonly total?: number;
  /** Instead of the envelope. */
  readonly text?: string;
  readonly marker?: string;
  /** How long the response took. */
  readonly ms?: number;
  /** The body of the request. */
  readonly sent?: unknown;
  readonly repeated?: Exchange["repeated"];
  /** Why no response came. */
  readonly noReply?: Exchange["noReply"];
}

export function createExchange(line: Line, index: number): Exchange {
  const { operation = "listUsers", as = "first", probe, place = {}, experiment = "one", status = 200, marker } = line;
  const { data = [], page = 1, total = data.length, headers = {}, ms = 1, repeated, noReply } = line;
  const full: Probe = { operation, as, place, ...probe };
  const query = new URLSearchParams({ ...full.query }).toString();
  const path = full.path ?? operationPath(operation, full.id ?? "s-1");
  const sent = line.sent ?? (marker === undefined ? undefined : { name: `Conformance ${marker}` });
  const response = {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: line.text ?? JSON.stringify({ data, meta: { page, total } }),
    ms,
  };
  return {
    requests: 1,
    waited: 0,
    number: index + 1,
    probe: full,
    place,
    operation,
    as,
    experiment,
    round: 0,
    sentAt: index * 1000,
    receivedAt: index * 1000 + 1,
    ...(marker === undefined ? {} : { marker }),
    ...(repeated === undefined ? {} : { repeated }),
    request: {
      method: full.method ?? operations[operation].method,
      url: `https://target.example${path}${query === "" ? "" : `?${query}`}`,
      headers: {},
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    ...(noReply === undefined ? { response } : { noReply }),
  };
}

/** What a rule concludes from a hand-made log: `AUTH-02 failed`, without duplicates. */
export function judgeLog(rule: Rule, lines: readonly Line[]): readonly string[] {
  return [...new Set([...rule(...readLog(lines))].map(({ requirement, status }) => `${requirement} ${status}`))];
}

/** A hand-made log and its facts, as a rule reads them. */
export function readLog(lines: readonly Line[]): [log: readonly Exchange[], facts: Facts] {
  const log = lines.map(createExchange);
  const target = targetSchema.parse({
    baseUrl: "https://target.example",
    allowWrites: true,
    ids: { subscription: ["s-1", "s-2"] },
    earlierUsers: [{ text: "orgkit0a0a0a-0000aaaa", account: "first" }],
  });
  return [log, new Facts(log, { target, runId, hasSecond: true, patience: 5000 })];
}

/** Users with ids from a number on. */
export function people(first: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: first + index,
    name: `Ada ${first + index}`,
    email: `ada${first + index}@x.example`,
  }));
}

/** A walk through a list, which returns to its first page. */
export function walk(pages: readonly (readonly unknown[])[], change: (page: number) => Line = () => ({})): Line[] {
  const total = pages.flat().length;
  const lines = pages.map((data, index): Line => ({
    data,
    page: index + 1,
    total,
    place: { page: index + 1 },
    ...change(index + 1),
  }));
  return [...lines, { data: pages[0] ?? [], total, place: { page: 1, isAgain: true }, ...change(1) }];
}
