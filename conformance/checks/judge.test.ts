import { expect, test } from "vitest";
import { findRequirement, requirementSet } from "./catalogue.ts";
import { judge } from "./judge.ts";
import { envelope, scriptedSession } from "./scripted-session.fixture.ts";

const requirement = findRequirement("ENV-01");
if (requirement === undefined) throw new Error("there is no ENV-01");

const broken = scriptedSession({ first: { text: "<html>" } });

test("a requirement of a later set is reported, and not scored", async () => {
  const provisional = { requirement: { ...requirement, since: requirementSet + 1 }, operation: "listUsers" } as const;
  expect(await judge(broken, { requirement, operation: "listUsers" })).toMatchObject({ status: "failed" });
  expect(await judge(broken, provisional)).toMatchObject({
    status: "observed",
    message: expect.stringMatching(/^not scored yet.*failed: the body is not JSON/),
    evidence: [expect.anything()],
  });
  expect(await judge(scriptedSession({ first: envelope([]) }), provisional)).toMatchObject({ status: "passed" });
});
