import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { otherAccount } from "./other-account.check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const id = "k9p34y6n";
const record = { id, plan: "team-2024", seats: 1377 };

async function judgeRejected(rejection: ScriptedResponse): Promise<string> {
  const answer = ({ operation, as = "first" }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([{ number: `${as}-1` }]);
    if (operation === "listUsers") return envelope([{ name: as }]);
    return as === "first" ? envelope([record]) : rejection;
  };
  return (await otherAccount.judge(scriptedSession({}, { answer, ids: [id] }), "getSubscription")).status;
}

test("an error for an id of the other account contains no record", async () => {
  expect(await judgeRejected({ status: 403, json: { error: `"${id}" belongs to another account` } })).toBe("passed");
  expect(await judgeRejected({ status: 403, json: { error: "forbidden", data: [record] } })).toBe("failed");
  expect(await judgeRejected({ status: 403, text: `forbidden: ${JSON.stringify(record)}` })).toBe("failed");
});
