import { expect, test } from "vitest";
import { envelope, scriptedSession } from "../discovery/scripted-session.fixture.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import type { Served } from "../target/session.ts";
import { failed, notArising, passed, type Outcome } from "./check.ts";
import { everywhere } from "./everywhere.ts";

/** A rule about totals, which says nothing of lists without records. */
const { judge, order } = everywhere((exchange) => {
  const { data, meta } = readEnvelope(exchange.response);
  if (data?.length === 0) return notArising("there are no records", exchange);
  const total = meta?.["total"];
  return total === 1 ? passed("the total is 1", exchange) : failed(`the total is ${String(total)}`, exchange);
});

/** The result for these totals: of the plain request, and of further places of the run. */
async function judged(plain: number, places: readonly (readonly [place: string, total: number, isUsual?: boolean])[]) {
  const records = (total: number) => envelope(total === 0 ? [] : [{ id: 1 }], 1, total);
  const session = scriptedSession({ first: records(plain) });
  const served = await Promise.all(
    places.map(async ([place, total, isUsual = true]): Promise<Served> => {
      const exchange = await scriptedSession({ first: records(total) }).call({ operation: "listUsers" });
      if (!("request" in exchange) || !isSuccess(exchange)) throw new Error("the script has only successes");
      return { place, exchange, isUsual };
    }),
  );
  return judge({ ...session, served: () => served }, "listUsers");
}

const placesOf = ({ places = [] }: Outcome): readonly string[] =>
  places.map(({ place, status }) => `${place}: ${status}`);

test("a rule is checked on every response that the target is known to serve, after all others", async () => {
  expect(order).toBe("last");
  const outcome = await judged(1, [
    ["page 2", 1],
    ["page 3", 1],
    ["an unknown parameter", 7, false],
  ]);
  expect(outcome).toMatchObject({ status: "passed", message: "the total is 1" });
  expect(placesOf(outcome)).toEqual(["page 2: passed", "page 3: passed"]);
});

test("a rule that is broken at one place fails there, with that exchange", async () => {
  const outcome = await judged(1, [
    ["page 2", 1],
    ["page 3", 7],
    ["page 3", 1],
    ["page 4", 0],
  ]);
  expect(outcome).toMatchObject({ status: "failed", message: "on page 3: the total is 7" });
  expect(outcome.evidence.map(({ response }) => response?.body)).toEqual([expect.stringContaining('"total":7')]);
  expect(placesOf(outcome)).toEqual(["page 2: passed", "page 3: failed", "page 4: skipped"]);
  expect(outcome.places?.[1]).toMatchObject({ reason: "the total is 7" });
});

test("of many broken places, the first are named", async () => {
  const outcome = await judged(
    1,
    [2, 3, 4, 5, 6].map((page) => [`page ${page}`, page] as const),
  );
  expect(outcome.message).toMatch(/^on page 2: .*; on page 4: the total is 4; and on 2 more places$/);
  expect(outcome.evidence).toHaveLength(3);
  expect(outcome.places).toHaveLength(5);
});

test("without a plain response that shows it, other places are not named", async () => {
  const broken = await judged(7, [["page 2", 8]]);
  expect(broken).toMatchObject({ status: "failed", message: "the total is 7" });
  expect(broken).not.toHaveProperty("places");
  expect(await judged(0, [["page 2", 8]])).toMatchObject({ status: "skipped", lack: "nothing" });
});

test("without a success nothing is concluded", async () => {
  const session = scriptedSession({ first: { status: 500, text: "" } });
  expect(await judge(session, "listUsers")).toMatchObject({
    status: "skipped",
    message: expect.stringMatching("PATH-01"),
  });
});
