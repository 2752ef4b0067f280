import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { obligations } from "../checks/catalogue.ts";
import { envelope, scriptedSession } from "../checks/scripted-session.fixture.ts";
import type { HttpClient, Outgoing } from "../target/http-client.ts";
import { InternalError } from "./cannot-judge.ts";
import { judgeTarget, type TargetToJudge } from "./judge-target.ts";
import { judgeTargets } from "./judge-targets.ts";
import { openJudging } from "./judging.ts";

type Send = (outgoing: Outgoing) => Promise<void>;

/** A target with correct envelopes that rejects every other token. */
function target(name: string, before: Send = () => Promise.resolve()): TargetToJudge {
  const client: HttpClient = {
    async send(outgoing) {
      await before(outgoing);
      const body = '{"data":[],"meta":{"page":1,"total":0}}';
      const { method, url, headers } = outgoing;
      const status = headers["authorization"] === "Bearer token-1" ? 200 : 401;
      const request = { method, url, headers: { ...headers } };
      return { exchange: { request, response: { status, headers: {}, body, ms: 1 } }, requests: 1, waited: 0 };
    },
    close: () => Promise.resolve(),
  };
  const baseUrl = `https://${name}.example`;
  return { target: { name, baseUrl, allowWrites: false }, secrets: { first: "token-1" }, client };
}

/** The fault comes after N calls. */
function breaking(name: string, after = 0): TargetToJudge {
  let calls = 0;
  return target(name, () => {
    calls += 1;
    if (calls > after) throw new RangeError("too deep");
    return Promise.resolve();
  });
}

describe("a fault of orgkit on one target", () => {
  test.each([
    ["immediately", 0],
    ["in the middle", 5],
  ])("%s is its problem, and the others are judged", async (_, after) => {
    const targets = [target("one"), breaking("two", after), target("three")];
    const [one, two, three] = await judgeTargets({ targets, grep: "AUTH", workers: 2 });
    for (const report of [one, three]) expect(report).toMatchObject({ verdict: "conforming" });
    expect(one).not.toHaveProperty("problem");
    expect(two).toMatchObject({ target: { name: "two" }, verdict: "inconclusive", complete: false });
    expect(two?.problem).toMatch(/orgkit itself failed[^]*RangeError: too deep/);
    expect(two?.results.map(({ status }) => status)).not.toContain("passed");
    expect([one, two, three].map((report) => report?.target.name)).toEqual(["one", "two", "three"]);
  });

  test("is thrown if there is no other", async () => {
    const judged = judgeTargets({ targets: [breaking("one")] });
    await expect(judged).rejects.toThrow(new InternalError("RangeError: too deep"));
  });
});

test("as many targets are judged at the same time as there are workers", async () => {
  const judged = new Set<string>();
  let most = 0;
  const counted = (name: string): TargetToJudge =>
    target(name, async () => {
      judged.add(name);
      most = Math.max(most, judged.size);
      await sleep(1);
    });
  const targets = ["a", "b", "c", "d"].map(counted);
  const reports = await judgeTargets({
    targets,
    workers: 2,
    grep: "ENV-01",
    onResult: (_, name) => void judged.delete(name),
  });
  expect(reports.map(({ target: { name } }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(most).toBe(2);
});

test("the shards of a run judge each target once, and contain their part", async () => {
  const targets = ["a", "b", "c"].map((name) => target(name));
  const parts = await Promise.all(["1/2", "2/2"].map((shard) => judgeTargets({ targets, shard, grep: "ENV-01" })));
  expect(parts.map((part) => part.map(({ target: { name }, place }) => [name, place?.target, place?.of]))).toEqual([
    [
      ["a", 1, 3],
      ["c", 3, 3],
    ],
    [["b", 2, 3]],
  ]);
});

test("an aborted run sends nothing more, to any target", async () => {
  const stop = new AbortController();
  let sent = 0;
  const counted = (name: string): TargetToJudge =>
    target(name, async () => {
      sent += 1;
      if (sent === 7) stop.abort("enough");
      await sleep(1);
    });
  const targets = ["a", "b", "c"].map(counted);
  await expect(judgeTargets({ targets, workers: 2, signal: stop.signal })).rejects.toBe("enough");
  const before = sent;
  await sleep(20);
  expect(sent).toBe(before);
});

test("judging a target has a time limit: the rest is inconclusive, and not a fault of the target", async () => {
  let calls = 0;
  const slow = target("slow", async ({ headers, url }) => {
    calls += 1;
    if (headers["authorization"] !== "Bearer token-1" && url.includes("invoices"))
      await new Promise<never>(() => undefined);
  });
  const { findings, facts } = await judgeTarget(slow, {
    selected: obligations(["stated", "implied"]),
    maxDuration: 200,
  });
  const late = findings.filter(({ message }) => message.startsWith("not tried: a target is judged for at most"));
  expect(late.map(({ id }) => id)).toContain("AUTH-02");
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set(["inconclusive"]));
  expect(findings.find(({ id, operation }) => id === "AUTH-01" && operation === "listUsers")).toMatchObject({
    status: "passed",
  });
  expect(facts.requests).toBeLessThanOrEqual(calls);
});

test("a total that jumps with a creation is counted up to a maximum", async () => {
  let total = 1;
  const session = scriptedSession(
    {},
    {
      answer: ({ operation }) => {
        if (operation === "createUser") total = Number.MAX_SAFE_INTEGER;
        return envelope([], 1, total);
      },
    },
  );
  const judging = await openJudging(session, "orgkit1");
  await session.call({ operation: "createUser" });
  expect((await judging.facts()).created.length).toBeLessThan(1000);
});
