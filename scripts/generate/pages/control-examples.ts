/** A request to the control API that shows one of its routes, and the body of it. */
export type ControlExample = readonly [request: string, body?: unknown];

const users = "accounts/acct_aurora/users";

/** Requests by what they are about, made in this order, so that each finds what those before it left. */
export const controlExamples: Readonly<Record<string, readonly ControlExample[]>> = {
  State: [
    ["GET health"],
    ["GET state"],
    ["POST reset"],
    ["GET capsule"],
    ["GET interface.json"],
    ["GET interface.yaml"],
    ["GET contract.yaml"],
    ["GET openapi.json"],
  ],
  Scenarios: [["PUT scenarios", { active: ["latency:ms=200,on=listUsers"] }], ["GET scenarios"]],
  Clock: [
    ["GET clock"],
    ["POST clock", { freeze: "2026-03-01T12:00:00Z" }],
    ["POST clock", { advanceMs: 3_600_000 }],
    ["POST clock", { resume: true }],
  ],
  Records: [
    [`GET ${users}?search=osei&limit=1`],
    [`POST ${users}`, { id: "usr_ada", email: "ada@new.example", name: "Ada" }],
    [`PUT ${users}/usr_ada`, { id: "usr_ada", email: "ada@new.example", name: "Ada L." }],
    [`DELETE ${users}/usr_ada`],
    ["POST undo"],
    ["POST redo"],
  ],
  Snapshots: [
    ["PUT snapshots/before"],
    ["GET snapshots"],
    ["POST snapshots/before/restore"],
    ["DELETE snapshots/before"],
  ],
  Journal: [
    ["GET journal?limit=1"],
    ["POST verify", { match: { operation: "listUsers", status: 200 }, count: 1 }],
    ["DELETE journal"],
  ],
  Sandboxes: [
    ["POST sandboxes", { account: "acct_aurora", scenarios: ["latency:ms=50"] }],
    ["GET sandboxes"],
    ["DELETE sandboxes/SANDBOX_ID"],
  ],
};
