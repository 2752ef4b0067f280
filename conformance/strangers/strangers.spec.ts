import { expect, test } from "@playwright/test";
import { z } from "zod";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { TargetFindings } from "../report/report.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { maxCreated } from "../target/creations.ts";
import { defaultSubscriptionIds, tokensOf, type Stranger } from "./stranger.ts";
import { brokenStrangers, conformingStrangers, hostileStrangers } from "./strangers.ts";

test.describe.configure({ mode: "parallel" });

/** At most so many strangers at once: most of the time a judge waits. */
function groups(strangers: readonly Stranger[], groupSize = 105): readonly (readonly Stranger[])[] {
  const count = Math.ceil(strangers.length / groupSize);
  // Dealt out like cards: those that are alike, and alike slow, do not end up in one group.
  return Array.from({ length: count }, (_, index) => strangers.filter((__, place) => place % count === index));
}

async function judge(stranger: Stranger, timeout: number): Promise<TargetFindings> {
  const { subscriptionIds = defaultSubscriptionIds, createBody, dialect, headers } = stranger;
  const running = await stranger.start();
  try {
    const target = {
      baseUrl: running.baseUrl,
      allowWrites: true,
      ids: { subscription: [...subscriptionIds] },
      ...(createBody === undefined ? {} : { createBody: z.json().parse(createBody) }),
      ...(dialect === undefined ? {} : { dialect: dialectSchema.parse(dialect) }),
    };
    const judged = await judgeTarget(
      { target, secrets: { ...tokensOf(stranger), headers: { ...headers } } },
      { connection: { patience: 4000, timeout } },
    );
    const created = running.usersWith?.(judged.facts.runId) ?? 0;
    expect.soft(created, `users really created on ${stranger.id}`).toBeLessThanOrEqual(maxCreated.conform);
    expect.soft(judged.facts.created.length, `users told of on ${stranger.id}`).toBeGreaterThanOrEqual(created);
    return judged;
  } finally {
    await running.stop();
  }
}

function failed({ findings }: TargetFindings): readonly string[] {
  return findings.filter(({ status }) => status === "failed").map(({ id, operation }) => `${id} ${operation}`);
}

for (const [index, group] of groups(conformingStrangers).entries()) {
  test(`odd but conforming strangers, group ${index + 1}: nothing fails`, async () => {
    test.setTimeout(400_000);
    const judged = await Promise.all(group.map((stranger) => judge(stranger, 15_000)));
    for (const [place, { id }] of group.entries()) {
      const found = judged[place];
      expect.soft(found?.facts.problem, id).toBeUndefined();
      expect.soft(found === undefined ? [id] : failed(found), id).toEqual([]);
      expect.soft(found?.facts.created.length, id).toBeLessThanOrEqual(2);
    }
  });
}

for (const [index, group] of groups(brokenStrangers).entries()) {
  test(`strangers broken in one way, group ${index + 1}: what is broken fails, and nothing else`, async () => {
    test.setTimeout(400_000);
    const judged = await Promise.all(group.map((stranger) => judge(stranger, 15_000)));
    for (const [place, { id, breaks }] of group.entries()) {
      const found = judged[place];
      // What a dialect declares of a rule that is broken cannot be kept either.
      const names = (found === undefined ? [] : failed(found)).filter((name) => !name.startsWith("DECL-"));
      expect.soft(names.toSorted(), id).toEqual(breaks.toSorted());
    }
  });
}

for (const [index, group] of groups(hostileStrangers, 30).entries()) {
  test(`hostile strangers, group ${index + 1}: the run comes to an end, and says something`, async () => {
    test.setTimeout(400_000);
    const before = process.memoryUsage().rss;
    await eightAtOnce(group, async (stranger) => {
      const { facts, findings } = await judge(stranger, 600);
      expect.soft(facts.problem ?? findings.length, stranger.id).toBeTruthy();
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
  });
}

/** Some of them need much memory, so not all at once. */
async function eightAtOnce(strangers: readonly Stranger[], task: (stranger: Stranger) => Promise<void>): Promise<void> {
  const waiting = [...strangers];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await task(next);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
