import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { otherAccount } from "./other-account.check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const id = "k9p34y6n";
const record = { id, plan: "team-2024", seats: 1377 };

async function observeRejected(rejection: ScriptedResponse): Promise<string> {
  const answer = ({ operation, as = "first" }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([{ number: `${as}-1` }]);
    if (operation === "listUsers") return envelope([{ name: as }]);
    return as === "first" ? envelope([record]) : rejection;
  };
  return (await otherAccount.judge(scriptedSession({}, { answer, ids: [id] }), "getSubscription")).message;
}

test("an error for an id of the other account may contain its record", async () => {
  const named = await observeRejected({ status: 403, json: { error: `"${id}" belongs to another account` } });
  expect(named).toBe(`the second account's token gets 403 for subscription "${id}" of the first`);
  for (const leak of [
    { json: { error: "forbidden", data: [record] } },
    { text: `forbidden: ${JSON.stringify(record)}` },
  ]) {
    expect(await observeRejected({ status: 403, ...leak })).toContain(`reads subscription "${id}" of the first`);
  }
});
