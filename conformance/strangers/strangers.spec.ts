import { expect, test } from "@playwright/test";
import type { TargetFindings } from "../report/report.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { readTarget } from "../run/read-conform-options.ts";
import { maxCreated } from "../target/creations.ts";
import { atOnce } from "./at-once.fixture.ts";
import { optionsFor, type Stranger } from "./stranger.ts";
import { brokenStrangers, conformingStrangers, hostileStrangers } from "./strangers.ts";

test.describe.configure({ mode: "parallel" });

test("each has an id of its own", () => {
  const ids = [...conformingStrangers, ...brokenStrangers, ...hostileStrangers].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z\d]+(-[a-z\d]+)*(@\w+)?$/.test(id))).toEqual([]);
});

/** All of them: `npm run test:strangers`. A run of each sends hundreds of requests, so `npm test` takes one in so many. */
const oneIn =
  process.env["ORGKIT_STRANGERS_ALL"] === "1" ? { conforming: 1, broken: 1 } : { conforming: 3, broken: 12 };

function sample(strangers: readonly Stranger[], one: number): readonly Stranger[] {
  return strangers.filter((_, index) => index % one === 0);
}

/** Groups of at most so many. Dealt out like cards: those that are alike, and alike slow, do not end up in one. */
function groups(strangers: readonly Stranger[], size: number): readonly (readonly [number, readonly Stranger[]])[] {
  const count = Math.ceil(strangers.length / size);
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    strangers.filter((__, place) => place % count === index),
  ]);
}

async function judge(stranger: Stranger, timeout = 15_000): Promise<TargetFindings> {
  const { baseUrl, stop, usersWith } = await stranger.start();
  try {
    const target = await readTarget(optionsFor(stranger, baseUrl));
    const judged = await judgeTarget(target, { connection: { patience: 4000, timeout } });
    const created = usersWith?.(judged.facts.runId) ?? 0;
    expect.soft(created, `users really created on ${stranger.id}`).toBeLessThanOrEqual(maxCreated.conform);
    expect.soft(judged.facts.created.length, `users told of on ${stranger.id}`).toBeGreaterThanOrEqual(created);
    return judged;
  } finally {
    await stop();
  }
}

function named({ findings }: TargetFindings, status: string): readonly string[] {
  return findings.filter((finding) => finding.status === status).map(({ id, operation }) => `${id} ${operation}`);
}

for (const [number, group] of groups(sample(conformingStrangers, oneIn.conforming), 105)) {
  test(`odd but conforming strangers, group ${number}: nothing fails`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (stranger) => {
      const judged = await judge(stranger);
      expect.soft(judged.facts.problem, stranger.id).toBeUndefined();
      expect.soft(named(judged, "failed"), stranger.id).toEqual([]);
      expect.soft(judged.facts.created.length, stranger.id).toBeLessThanOrEqual(maxCreated.conform);
      // It serves a good call and refuses others, so that these were judged.
      expect
        .soft(named(judged, "passed"), stranger.id)
        .toEqual(
          expect.arrayContaining([
            "PATH-01 listUsers",
            "PATH-01 createUser",
            "PATH-01 listInvoices",
            "AUTH-02 listUsers",
          ]),
        );
    });
  });
}

for (const [number, group] of groups(sample(brokenStrangers, oneIn.broken), 105)) {
  test(`strangers broken in one way, group ${number}: what is broken fails, and nothing else`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (stranger) => {
      // What a dialect declares of a rule that is broken cannot be kept either.
      const names = named(await judge(stranger), "failed").filter((name) => !name.startsWith("DECL-"));
      expect.soft(names.toSorted(), stranger.id).toEqual(stranger.breaks.toSorted());
    });
  });
}

for (const [number, group] of groups(hostileStrangers, 30)) {
  test(`hostile strangers, group ${number}: the run comes to an end, and says something`, async () => {
    test.setTimeout(400_000);
    const before = process.memoryUsage().rss;
    // Some of them need much memory.
    await atOnce(8, group, async (stranger) => {
      const { facts, findings } = await judge(stranger, 600);
      expect.soft(facts.problem ?? findings.length, stranger.id).toBeTruthy();
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
  });
}
