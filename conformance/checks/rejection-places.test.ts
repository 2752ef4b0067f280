import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

describe("requests without a token that a guard may let through", () => {
  const judgeOpen = (isOpen: (call: Call) => boolean) => {
    const rows = Array.from({ length: 5 }, (_, index) => ({ id: `u-${index}` }));
    const answer = (call: Call): ScriptedResponse => {
      const { as = "first", operation, query = {} } = call;
      if (as !== "first" && as !== "second" && !isOpen(call)) return { status: 401, text: "" };
      if (operation !== "listUsers") return envelope([]);
      const [page, size] = [Number(query["page"] ?? 1), Number(query["limit"] ?? 2)];
      return envelope(rows.slice((page - 1) * size, page * size), page, rows.length);
    };
    return findRequirement("AUTH-02")?.judge(scriptedSession({}, { answer }), "listUsers");
  };

  test.each([
    ["none", () => false, "passed"],
    ["the second page", ({ query }: Call) => query?.["page"] === "2", "failed"],
    ["the second page of", ({ query }: Call) => query?.["limit"] === "1", "failed"],
    ["a page beyond the last", ({ query }: Call) => Number(query?.["page"]) > 3, "failed"],
    ["a browser", ({ headers }: Call) => headers?.["accept"]?.startsWith("text/html") === true, "failed"],
  ] as const)("%s", async (words, isOpen, expected) => {
    const outcome = await judgeOpen((call) => call.as === "none" && isOpen(call));
    expect(outcome).toMatchObject({ status: expected });
    if (expected === "failed") expect(outcome?.message).toContain(words);
  });
});
