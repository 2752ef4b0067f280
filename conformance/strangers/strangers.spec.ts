import { expect, test } from "@playwright/test";
import { z } from "zod";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { judgeDirectly, type Judged } from "../mutants/judge-directly.ts";
import { defaultSubscriptionIds, tokensOf, type Stranger } from "./stranger.ts";
import { brokenStrangers, conformingStrangers, hostileStrangers } from "./strangers.ts";

test.describe.configure({ mode: "parallel" });

/** So many strangers at once: most of the time a judge waits. */
const groupSize = 24;

function groups(strangers: readonly Stranger[]): readonly (readonly Stranger[])[] {
  const count = Math.ceil(strangers.length / groupSize);
  return Array.from({ length: count }, (_, index) => strangers.slice(index * groupSize, (index + 1) * groupSize));
}

async function judge(stranger: Stranger, timeout: number): Promise<Judged> {
  const { subscriptionIds = defaultSubscriptionIds, createBody, dialect, headers } = stranger;
  const running = await stranger.start();
  try {
    const target = {
      baseUrl: running.baseUrl,
      allowWrites: true,
      subscriptionIds: [...subscriptionIds],
      ...(createBody === undefined ? {} : { createBody: z.json().parse(createBody) }),
      ...(dialect === undefined ? {} : { dialect: dialectSchema.parse(dialect) }),
    };
    return await judgeDirectly(
      { target: { target, secrets: { ...tokensOf(stranger), headers: { ...headers } } } },
      { patience: 4000, timeout },
    );
  } finally {
    await running.stop();
  }
}

function failed({ findings }: Judged): readonly string[] {
  return findings.filter(({ status }) => status === "failed").map(({ id, operation }) => `${id} ${operation}`);
}

for (const [index, group] of groups(conformingStrangers).entries()) {
  test(`odd but conforming strangers, group ${index + 1}: nothing fails`, async () => {
    test.setTimeout(120_000);
    const judged = await Promise.all(group.map((stranger) => judge(stranger, 15_000)));
    for (const [place, { id, sentence }] of group.entries()) {
      const found = judged[place];
      expect.soft(found?.problem, `${id}: ${sentence}`).toBeUndefined();
      expect.soft(found === undefined ? [id] : failed(found), `${id}: ${sentence}`).toEqual([]);
      expect.soft(found?.created, id).toBeLessThanOrEqual(2);
    }
  });
}

for (const [index, group] of groups(brokenStrangers).entries()) {
  test(`strangers broken in one way, group ${index + 1}: what is broken fails, and nothing else`, async () => {
    test.setTimeout(120_000);
    const judged = await Promise.all(group.map((stranger) => judge(stranger, 15_000)));
    for (const [place, { id, sentence, breaks }] of group.entries()) {
      const found = judged[place];
      // What a dialect declares of a rule that is broken cannot be kept either.
      const names = (found === undefined ? [] : failed(found)).filter((name) => !name.startsWith("DECL-"));
      expect.soft(names.toSorted(), `${id}: ${sentence}`).toEqual(breaks.toSorted());
    }
  });
}

for (const [index, group] of groups(hostileStrangers).entries()) {
  test(`hostile strangers, group ${index + 1}: the run comes to an end, and says something`, async () => {
    test.setTimeout(150_000);
    const before = process.memoryUsage().rss;
    for (const part of eightAtOnce(group)) {
      const judged = await Promise.all(part.map((stranger) => judge(stranger, 1500)));
      for (const [place, { id }] of part.entries()) {
        const found = judged[place];
        expect.soft(found?.problem ?? found?.findings.length, id).toBeTruthy();
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
  });
}

/** Some of them need much memory. */
function eightAtOnce(strangers: readonly Stranger[]): readonly (readonly Stranger[])[] {
  return [0, 8, 16].map((start) => strangers.slice(start, start + 8)).filter(({ length }) => length > 0);
}
