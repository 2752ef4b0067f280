import type { Entry } from "../control/replies.ts";

/** An entry with the given members; the rest is a successful list of users. */
export interface EntryParts {
  readonly number?: number;
  readonly at?: string;
  readonly account?: string;
  readonly request?: Partial<Entry["request"]>;
  readonly reply?: Partial<Entry["reply"]>;
  readonly why?: Partial<Entry["why"]>;
}

export function testEntry({ request, reply, why, ...rest }: EntryParts = {}): Entry {
  return {
    number: 1,
    at: "2026-03-01T12:30:00.000Z",
    ...rest,
    request: { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: "", ...request },
    reply: { status: 200, headers: {}, body: "", ...reply },
    why: { operation: "listUsers", rule: "statuses.success.listUsers", scenarios: [], ...why },
  };
}
