/** A request to the control API that shows one of its routes. */
export interface ControlExample {
  /** As the route is defined: `PUT snapshots/{name}`. */
  readonly route: string;
  /** Where the path of the request is another: `PUT snapshots/before`. */
  readonly request?: string;
  readonly body?: unknown;
}

/** Requests by what they are about, made in this order, so that each finds what those before it left. */
export const controlExamples: Readonly<Record<string, readonly ControlExample[]>> = {
  State: [
    { route: "GET health" },
    { route: "GET state" },
    { route: "POST reset" },
    { route: "GET capsule" },
    { route: "GET interface.json" },
    { route: "GET interface.yaml" },
    { route: "GET contract.yaml" },
    { route: "GET openapi.json" },
  ],
  Scenarios: [
    { route: "PUT scenarios", body: { active: ["latency:ms=200,on=listUsers"] } },
    { route: "GET scenarios" },
  ],
  Clock: [
    { route: "GET clock" },
    { route: "POST clock", body: { freeze: "2026-03-01T12:00:00Z" } },
    { route: "POST clock", body: { advanceMs: 3_600_000 } },
    { route: "POST clock", body: { resume: true } },
  ],
  Records: [
    { route: "GET accounts/{account}/{kind}", request: "GET accounts/acct_aurora/users?search=osei&limit=1" },
    {
      route: "POST accounts/{account}/{kind}",
      request: "POST accounts/acct_aurora/users",
      body: { id: "usr_ada", email: "ada@new.example", name: "Ada" },
    },
    {
      route: "PUT accounts/{account}/{kind}/{id}",
      request: "PUT accounts/acct_aurora/users/usr_ada",
      body: { id: "usr_ada", email: "ada@new.example", name: "Ada L." },
    },
    { route: "DELETE accounts/{account}/{kind}/{id}", request: "DELETE accounts/acct_aurora/users/usr_ada" },
    { route: "POST undo" },
    { route: "POST redo" },
  ],
  Snapshots: [
    { route: "PUT snapshots/{name}", request: "PUT snapshots/before" },
    { route: "GET snapshots" },
    { route: "POST snapshots/{name}/restore", request: "POST snapshots/before/restore" },
    { route: "DELETE snapshots/{name}", request: "DELETE snapshots/before" },
  ],
  Journal: [
    { route: "GET journal", request: "GET journal?limit=1" },
    { route: "POST verify", body: { match: { operation: "listUsers", status: 200 }, count: 1 } },
    { route: "DELETE journal" },
  ],
  Sandboxes: [
    { route: "POST sandboxes", body: { account: "acct_aurora", scenarios: ["latency:ms=50"] } },
    { route: "GET sandboxes" },
    { route: "DELETE sandboxes/{id}", request: "DELETE sandboxes/SANDBOX_ID" },
  ],
};
