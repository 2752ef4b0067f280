import { expect, test } from "@playwright/test";
import { hasFailed } from "../checks/judge.ts";
import type { Finding, TargetFindings } from "../report/report.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { readTarget } from "../run/read-conform-options.ts";
import { maxCreated } from "../target/creations.ts";
import { atOnce } from "./at-once.fixture.ts";
import { optionsFor, type IndependentServer } from "./independent-server.ts";
import { brokenServers, conformingServers, hostileServers, notFound } from "./servers.ts";

test.describe.configure({ mode: "parallel" });

test("each has a unique id", () => {
  const ids = [...conformingServers, ...brokenServers, ...hostileServers].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z\d]+(-[a-z\d]+)*(@\w+)?$/.test(id))).toEqual([]);
});

/** All of them: `npm run test:independent`. A run of each sends hundreds of requests, so `npm test` takes every Nth. */
const oneIn =
  process.env["ORGKIT_ALL"] === "1"
    ? { conforming: 1, broken: 1, hostile: 1 }
    : { conforming: 24, broken: 96, hostile: 10 };

function sample(servers: readonly IndependentServer[], one: number): readonly IndependentServer[] {
  return servers.filter((_, index) => index % one === 0);
}

/** Groups of at most N, dealt out like cards: similar servers, which are similarly slow, end up in different ones. */
function groups(
  servers: readonly IndependentServer[],
  size: number,
): readonly (readonly [number, readonly IndependentServer[]])[] {
  const count = Math.ceil(servers.length / size);
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    servers.filter((__, place) => place % count === index),
  ]);
}

async function judge(server: IndependentServer, timeout = 15_000): Promise<TargetFindings> {
  const { stop, usersWith, ...running } = await server.start();
  try {
    const target = await readTarget(optionsFor(server, running));
    const judged = await judgeTarget(target, { connection: { patience: 4000, timeout } });
    const created = usersWith?.(judged.facts.runId) ?? 0;
    expect.soft(created, `users really created on ${server.id}`).toBeLessThanOrEqual(maxCreated.conform);
    expect.soft(judged.facts.created.length, `users reported on ${server.id}`).toBeGreaterThanOrEqual(created);
    return judged;
  } finally {
    await stop();
  }
}

function named({ findings }: TargetFindings, status: "passed" | "failed"): readonly string[] {
  const holds = status === "failed" ? hasFailed : (finding: Finding) => finding.status === status;
  return findings.filter(holds).map(({ id, operation }) => `${id} ${operation}`);
}

for (const [number, group] of groups(sample(conformingServers, oneIn.conforming), 105)) {
  test(`unusual conforming servers, group ${number}: nothing fails`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (server) => {
      const judged = await judge(server);
      expect.soft(judged.facts.problem, server.id).toBeUndefined();
      expect.soft(named(judged, "failed"), server.id).toEqual([]);
      expect.soft(judged.facts.created.length, server.id).toBeLessThanOrEqual(maxCreated.conform);
      // It accepts a valid request and rejects others, so that these were judged.
      expect
        .soft(named(judged, "passed"), server.id)
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

const findable = brokenServers.filter(({ id }) => !notFound.has(id));

for (const [number, group] of groups(sample(findable, oneIn.broken), 105)) {
  test(`servers with one defect, group ${number}: a requirement that it breaks fails`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (server) => {
      const failed = named(await judge(server), "failed");
      expect.soft(server.breaks.filter((name) => failed.includes(name)).length, server.id).toBeGreaterThan(0);
    });
  });
}

for (const [number, group] of groups(sample(hostileServers, oneIn.hostile), 30)) {
  test(`hostile servers, group ${number}: the run ends with a result`, async () => {
    test.setTimeout(400_000);
    const before = process.memoryUsage().rss;
    // Some of them need much memory.
    await atOnce(8, group, async (server) => {
      const { facts, findings } = await judge(server, 600);
      expect.soft(facts.problem ?? findings.length, server.id).toBeTruthy();
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
  });
}
