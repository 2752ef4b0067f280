import { expect, test } from "@playwright/test";
import { maxCreated } from "../target/creations.ts";
import type { IndependentServer } from "./independent-server.ts";
import { atOnce, judgeServer, nameOf, type JudgedServer } from "./judge-server.ts";
import { awkwardMocks, randomMocks } from "./mock-dialects.ts";
import { brokenServers, conformingServers, hostileServers, misdeclaredServers, notFound } from "./servers.ts";

test.describe.configure({ mode: "parallel" });

const conforming = [...conformingServers, ...awkwardMocks];
const broken = [...brokenServers, ...misdeclaredServers];

/** All of them: `npm run test:independent`. A run of each sends hundreds of requests, so `npm test` takes every Nth. */
const oneIn =
  process.env["ORGKIT_ALL"] === "1"
    ? { conforming: 1, broken: 1, hostile: 1 }
    : { conforming: 36, broken: 140, hostile: 10 };

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

/** Also checks how many users a run has created. */
async function judge(server: IndependentServer, timeout = 15_000): Promise<JudgedServer> {
  const judged = await judgeServer(server, { timeout });
  const { created, run } = judged;
  expect.soft(created, `users really created on ${server.id}`).toBeLessThanOrEqual(maxCreated.conform);
  expect.soft(run.created.length, `users reported on ${server.id}`).toBeGreaterThanOrEqual(created);
  return judged;
}

for (const [number, group] of groups(sample(conforming, oneIn.conforming), 105)) {
  test(`unusual conforming servers, group ${number}: nothing fails`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (server) => {
      const judged = await judge(server);
      expect.soft(judged.run.problem, server.id).toBeUndefined();
      expect.soft(judged.failed, server.id).toEqual([]);
      expect.soft(judged.run.created.length, server.id).toBeLessThanOrEqual(maxCreated.conform);
      // It accepts a valid request and rejects others, so that these were judged.
      expect
        .soft(judged.findings.filter(({ status }) => status === "passed").map(nameOf), server.id)
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

const findable = broken.filter(({ id }) => !notFound.has(id));

for (const [number, group] of groups(sample(findable, oneIn.broken), 105)) {
  test(`servers with one defect, group ${number}: a requirement that it breaks fails`, async () => {
    test.setTimeout(400_000);
    await atOnce(group.length, group, async (server) => {
      const { failed } = await judge(server);
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
      const { run, findings } = await judge(server, 600);
      expect.soft(run.problem ?? findings.length, server.id).toBeTruthy();
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
  });
}

for (const server of randomMocks(oneIn.conforming === 1 ? 20 : 2, 1)) {
  test(`the mock in a random dialect, ${server.id}: nothing fails or is inconclusive`, async () => {
    const { findings } = await judge(server);
    expect(findings.filter(({ status }) => status === "failed" || status === "inconclusive")).toEqual([]);
  });
}
