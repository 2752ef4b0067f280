import type { Seen } from "./seen.ts";

/** A call that keeps every rule, for tests to change in one way. */
export function seenExample(changes: Partial<Seen> & { readonly json?: unknown } = {}): Seen {
  const { json = { data: [], meta: { page: 1, total: 0 } }, ...others } = changes;
  return {
    method: "GET",
    path: "/api/v1/users",
    query: "",
    requestHeaders: { authorization: "Bearer a-token-of-tests" },
    requestBody: undefined,
    response: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(json), ms: 1 },
    ...others,
  };
}
