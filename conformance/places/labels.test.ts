import { describe, expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "../checks/catalogue.ts";
import type { Outcome } from "../checks/check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";

const invoices = {
  first: ["K9P34Y6N", "3WD25RQ4", "Q7T18MZ2"],
  second: ["Z2X66BVA", "H5J91CKE", "B8G07DFU"],
};

/** A correct service with two ids and two accounts. */
function whole({ operation, as = "first", id = "s-1" }: Call): ScriptedResponse {
  if (as !== "first" && as !== "second") return { status: 401, text: "" };
  if (operation === "getSubscription")
    return ["s-1", "s-2"].includes(id) ? envelope([{ id }]) : { status: 404, text: "" };
  if (operation === "listInvoices") return envelope(invoices[as].map((ref) => ({ ref })));
  return envelope([{ id: `${as}-1` }]);
}

/** Judges a service with occasional other responses. */
async function judge(
  id: string,
  operation: OperationId,
  other: (call: Call) => ScriptedResponse | undefined,
): Promise<Outcome> {
  const session = scriptedSession({}, { ids: ["s-1", "s-2"], answer: (call) => other(call) ?? whole(call) });
  session.target.allowWrites = false;
  const outcome = await findRequirement(id)?.judge(session, operation);
  if (outcome === undefined) throw new Error(`${id} has no check`);
  return outcome;
}

/** Whether a call is every nth of the equal ones. */
function every(count: number): (call: Call) => boolean {
  const calls = new Map<string, number>();
  return ({ operation, as = "first", query, id, path, label = "" }) => {
    if ((query ?? id ?? path) !== undefined || (label !== "" && !label.startsWith("repeated"))) return false;
    const nth = (calls.get(operation + as) ?? 0) + 1;
    calls.set(operation + as, nth);
    return nth % count === 0;
  };
}

const error: ScriptedResponse = { status: 500, text: "" };
const isParallel = ({ label = "" }: Call): boolean => label.includes("concurrently");

describe("an occasional fault", () => {
  test.each([
    ["PATH-01", "every third call fails", (isNth: boolean) => (isNth ? error : undefined), 3, "failed"],
    ["PATH-01", "none fails", () => undefined, 3, "passed"],
    ["PATH-01", "one of all fails, which may be chance", (isNth: boolean) => (isNth ? error : undefined), 7, "passed"],
  ] as const)("%s: %s", async (id, _, answer, count, status) => {
    const isNth = every(count);
    let faults = 0;
    const outcome = await judge(id, "listInvoices", (call) => {
      const isFault = (call.as ?? "first") === "first" && isNth(call) && (count < 7 || (faults += 1) === 1);
      return answer(isFault);
    });
    expect(outcome).toMatchObject({ status });
    expect(outcome.places?.map(({ place }) => place)).toContain("listInvoices, repeated");
  });

  test("PATH-01: a known id that is never found fails, even if another is", async () => {
    const judgeIds = (missing: readonly string[]) =>
      findRequirement("PATH-01")?.judge(
        scriptedSession(
          {},
          {
            ids: ["s-1", "s:2"],
            answer: ({ id = "" }) =>
              missing.includes(id) ? { status: 404, json: {} } : envelope([{ id: `of ${id}` }]),
          },
        ),
        "getSubscription",
      );
    expect(await judgeIds([])).toMatchObject({ status: "passed" });
    const outcome = await judgeIds(["s:2"]);
    expect(outcome).toMatchObject({
      status: "failed",
      message: expect.stringContaining('the id "s:2": responded with 404'),
    });
  });

  test.each([
    // Without a token the plain request is sent with other headers, too.
    ["AUTH-02", "none", "on listInvoices"],
    ["AUTH-04", "never-issued", "on listInvoices, repeated:"],
  ] as const)("%s: one of three instances has no guard", async (id, as, place) => {
    const isNth = every(3);
    const isOpen = (call: Call): boolean => call.as === as && call.operation === "listInvoices" && isNth(call);
    const outcome = await judge(id, "listInvoices", (call) =>
      isOpen(call) ? whole({ ...call, as: "first" }) : undefined,
    );
    expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining(place) });
    expect(await judge(id, "listInvoices", () => undefined)).toMatchObject({ status: "passed" });
  });
});

describe("a fault of concurrent requests", () => {
  test("SUB-02: an id has the record of another", async () => {
    const outcome = await judge("SUB-02", "getSubscription", (call) =>
      isParallel(call) && call.operation === "getSubscription" ? envelope([{ id: "s-2" }]) : undefined,
    );
    expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("concurrently") });
    expect(await judge("SUB-02", "getSubscription", () => undefined)).toMatchObject({ status: "passed" });
  });

  test("SCOPE-01: an account has the invoices of the other", async () => {
    const outcome = await judge("SCOPE-01", "listInvoices", (call) =>
      isParallel(call) && call.operation === "listInvoices" ? whole({ ...call, as: "first" }) : undefined,
    );
    expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("concurrently") });
    expect(await judge("SCOPE-01", "listInvoices", () => undefined)).toMatchObject({ status: "passed" });
  });
});
