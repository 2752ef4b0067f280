import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../../discovery/scripted-session.fixture.ts";
import type { Call } from "../../target/call.ts";
import type { Outcome } from "../check.ts";
import { openPoint } from "../open-points.fixture.ts";
import { unstatedAccess } from "./other-account.ts";

// The id in the paths of a scripted session.
const id = "s-1";
const record = { id, plan: "team-2024", seats: 1377 };

/** What is observed if the second account gets this for an id of the first. */
function observe(reply: ScriptedResponse, theirs: readonly object[] = [{ number: "second-1" }]): Promise<Outcome> {
  const answer = ({ operation, as = "first" }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope(as === "first" ? [{ number: "first-1" }] : theirs);
    return as === "first" ? envelope([record]) : reply;
  };
  return openPoint("SCOPE-02").judge(scriptedSession({}, { answer }), "getSubscription");
}

test("whether the second account reads a record of the first is observed, and never fails", async () => {
  expect(await observe({ status: 404, json: { error: "not found" } })).toMatchObject({
    status: "observed",
    message: `the second account's token gets 404 for subscription "${id}" of the first`,
  });
  const { seats, plan } = record;
  expect(await observe(envelope([{ seats, plan, id }]))).toMatchObject({
    status: "observed",
    message: `the second account's token reads subscription "${id}" of the first; ${unstatedAccess}`,
  });
});

test("an error that names the id does not read the record, and one with the record does", async () => {
  const named = await observe({ status: 403, json: { error: `"${id}" belongs to another account` } });
  expect(named.message).toBe(`the second account's token gets 403 for subscription "${id}" of the first`);
  const leaked = await observe({ status: 403, json: { error: "forbidden", data: [record] } });
  expect(leaked.message).toContain(`reads subscription "${id}" of the first`);
});

test.each([
  ["the invoices of the first", [{ number: "first-1" }]],
  ["no invoices", []],
])("nothing is observed if the second account has %s", async (_, theirs) => {
  expect(await observe(envelope([record]), theirs)).toMatchObject({
    status: "skipped",
    message: expect.stringContaining("SCOPE-01"),
  });
});

test("without a second account, the run says what is missing", async () => {
  const session = scriptedSession({ first: envelope([record]) });
  expect(await openPoint("SCOPE-02").judge(session, "getSubscription")).toMatchObject({
    status: "skipped",
    lack: "second-token",
  });
});
