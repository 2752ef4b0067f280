import { describe, expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const good = envelope([{ id: "u-1" }]);

const rejected: ScriptedResponse = { status: 401, text: "" };

describe("AUTH-10 tries several names at once", () => {
  const judgeNames = (isOpen: (call: Call) => boolean, operation: OperationId = "listUsers") => {
    const answer = (call: Call): ScriptedResponse =>
      (call.as ?? "first") === "first" || isOpen(call) ? good : rejected;
    return findRequirement("AUTH-10")?.judge(scriptedSession({}, { answer }), operation);
  };

  test("all rejected", async () => {
    expect(await judgeNames(() => false)).toMatchObject({ status: "passed" });
  });

  test("if several are accepted together, the sufficient one is named and shown", async () => {
    const isOpen = ({ as, only = "x-api-key" }: Call): boolean => as === "in-headers" && only === "x-api-key";
    const outcome = await judgeNames(isOpen);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain(
      "with the real token in other headers, without `Authorization`, as `x-api-key`:",
    );
    expect(outcome?.evidence).toHaveLength(1);
  });

  test("a creation is not repeated to find it", async () => {
    const outcome = await judgeNames(({ as, only }) => as === "in-cookies" && only === undefined, "createUser");
    expect(outcome).toMatchObject({ status: "failed" });
  });

  test("if no single one is sufficient, all are shown together", async () => {
    const outcome = await judgeNames(({ as, only }) => as === "in-cookies" && only === undefined);
    expect(outcome?.message).toContain("with the real token in cookies, without the header: accepted with 200");
  });
});

describe("AUTH-02: a request that pretends to be internal", () => {
  const judgeInternal = (isOpen: (headers: NonNullable<Call["headers"]>) => boolean) => {
    const users = envelope([{ id: "u-1", email: "ada@example.org", orgId: "org-7" }]);
    const answer = ({ as = "first", headers = {} }: Call): ScriptedResponse =>
      as === "first" || isOpen(headers) ? users : rejected;
    return findRequirement("AUTH-02")?.judge(scriptedSession({}, { answer }), "listUsers");
  };

  test.each([
    ["x-forwarded-for", "127.0.0.1"],
    ["forwarded", "for=127.0.0.1"],
    ["x-internal", "true"],
    ["x-user-id", "u-1"],
    ["x-user-email", "ada@example.org"],
    ["x-account-id", "org-7"],
  ])("is rejected whatever its headers: %s: %s", async (name, value) => {
    expect(await judgeInternal(() => false)).toMatchObject({ status: "passed" });
    const outcome = await judgeInternal((headers) => headers[name] === value);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain(`with no \`Authorization\` header, as \`${name}\`: accepted with 200`);
  });
});
