import { afterAll, beforeAll, expect, test } from "vitest";
import { openService } from "../strangers/service.ts";
import { listen, serverOf } from "../strangers/serve.ts";
import { defaultTokens, type Running } from "../strangers/stranger.ts";
import { diff } from "./diff.ts";

let asked: string[] = [];
let service: Running;

beforeAll(async () => {
  const { answer } = openService();
  service = await listen(
    serverOf((ask) => {
      asked.push(`${ask.method} ${ask.path}?${ask.query.toString()}`);
      return answer(ask);
    }),
  );
});
afterAll(() => service.stop());

const good = (): { baseUrl: string; token: string } => ({ baseUrl: service.baseUrl, token: defaultTokens.first });
const bad = (): { baseUrl: string; token: string; tokenVariable: string } => ({
  baseUrl: service.baseUrl,
  token: "not-a-good-token",
  tokenVariable: "ORGKIT_TOKEN_OF_B",
});

/** What is read to see whether a token is accepted. */
const plainReads = new Set(["GET /api/v1/users?", "GET /api/v1/invoices?"]);

test.each([
  ["B", () => diff(good(), bad(), {})],
  ["A", () => diff(bad(), good(), {})],
])("where the token of %s is refused, neither target is asked any further", async (_, compare) => {
  asked = [];
  await expect(compare()).rejects.toThrow("The token in ORGKIT_TOKEN_OF_B is accepted by no operation");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((call) => !plainReads.has(call))).toEqual([]);
});

test("where both are refused, both are named", async () => {
  const compare = diff({ ...bad(), tokenVariable: "ORGKIT_TOKEN" }, bad(), {});
  await expect(compare).rejects.toThrow(/ORGKIT_TOKEN is [\s\S]*ORGKIT_TOKEN_OF_B is /);
});

test("where both are accepted, one is asked after the other, and they are compared", async () => {
  const sides: string[] = [];
  const { same, compared } = await diff(good(), good(), { onProgress: ({ side }) => sides.push(side) });
  expect(same).toBe(true);
  expect(compared).toBeGreaterThan(10);
  expect(sides.toSorted()).toEqual(sides);
});

test("a side that is no target needs no token", async () => {
  expect((await diff("terse", good(), {})).compared).toBeGreaterThan(10);
  await expect(diff("terse", bad(), {})).rejects.toThrow("is accepted by no operation");
});
