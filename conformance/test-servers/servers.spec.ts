import { expect, test } from "@playwright/test";
import { maxCreated } from "../target/connection.ts";
import { learn } from "../learn/learn.ts";
import { optionsFor, type IndependentServer } from "./independent-server.ts";
import { atOnce, judgeServer, nameOf, type JudgedServer } from "./judge-server.ts";
import { awkwardMocks, builtInMocks, randomMocks } from "./mock-server.ts";
import { interferedServers } from "./interferences.ts";
import { hostileServers } from "./hostile.ts";
import { brokenServers, conformingServers, misdeclaredServers, notFound } from "./servers.ts";

test.describe.configure({ mode: "parallel" });

/** All of them: `npm run test:independent`. A run of each sends hundreds of requests, so `npm test` takes every Nth. */
const isWhole = process.env["ORGKIT_ALL"] === "1";

/** The maximum number of requests to a service without a defect: more would be a surprise for who pays for them. */
const maxRequests = 440;

function testGroups(
  title: string,
  servers: readonly IndependentServer[],
  { oneIn, size, lanes = size }: { readonly oneIn: number; readonly size: number; readonly lanes?: number },
  check: (server: IndependentServer) => Promise<void>,
): void {
  const chosen = servers.filter((_, index) => isWhole || index % oneIn === 0);
  const count = Math.ceil(chosen.length / size);
  for (let group = 0; group < count; group += 1) {
    test(`${title}, group ${group + 1}`, async () => {
      // On a busy machine, all servers of a group take long.
      test.setTimeout(isWhole ? 1_500_000 : 400_000);
      // Dealt out like cards: similar servers, which are similarly slow, end up in different groups.
      await atOnce(
        lanes,
        chosen.filter((_, place) => place % count === group),
        check,
      );
    });
  }
}

/** Also checks how many users a run has created. */
async function judge(server: IndependentServer, timeout = 15_000): Promise<JudgedServer> {
  const judged = await judgeServer(server, { timeout });
  const { created, run } = judged;
  expect.soft(created, `users really created on ${server.id}`).toBeLessThanOrEqual(maxCreated);
  // A run lists what it sent, and not what a server adds to it.
  if (!/^(?:stores-twice|creates-for-both)@/.test(server.id)) {
    expect.soft(run.created.length, `users reported on ${server.id}`).toBeGreaterThanOrEqual(created);
  }
  return judged;
}

testGroups(
  "unusual conforming servers: nothing fails",
  [...conformingServers, ...awkwardMocks],
  { oneIn: 48, size: 105 },
  async (server) => {
    const { run, failed, checks } = await judge(server);
    expect.soft(run.problem, server.id).toBeUndefined();
    expect.soft(failed, server.id).toEqual([]);
    expect.soft(run.created.length, server.id).toBeLessThanOrEqual(maxCreated);
    // It accepts a valid request and rejects others, so that these were judged.
    const passed = checks.filter(({ status }) => status === "passed").map(nameOf);
    const basic = ["PATH-01 listUsers", "PATH-01 createUser", "PATH-01 listInvoices", "AUTH-02 listUsers"];
    expect.soft(passed, server.id).toEqual(expect.arrayContaining(basic));
  },
);

testGroups(
  "conforming servers that others change once, or that do not respond for a moment: nothing fails",
  interferedServers(300, 1),
  { oneIn: 100, size: 100 },
  async (server) => {
    const { failed } = await judge(server);
    expect.soft(failed, server.id).toEqual([]);
  },
);

testGroups(
  "servers with one defect: a requirement that it breaks fails",
  [...brokenServers, ...misdeclaredServers].filter(({ id }) => !notFound.has(id)),
  { oneIn: 200, size: 105 },
  async (server) => {
    const { failed } = await judge(server);
    expect.soft(server.breaks.filter((name) => failed.includes(name)).length, server.id).toBeGreaterThan(0);
  },
);

/** Their runs take a minute or two. */
const slowToJudge = new Set(["down-every-other-time", "million-records"]);
const hostile = hostileServers.filter(({ id }) => isWhole || !slowToJudge.has(id));

// Some of them need much memory.
testGroups("hostile servers: the run ends", hostile, { oneIn: 1, size: 30, lanes: 8 }, async (server) => {
  const before = process.memoryUsage().rss;
  const { run, checks } = await judge(server, 600);
  expect.soft(run.problem ?? checks.length, server.id).toBeTruthy();
  expect.soft(process.memoryUsage().rss - before, server.id).toBeLessThan(2 ** 31);
});

testGroups(
  "the mock in any dialect: nothing fails or is inconclusive, and requests are limited",
  [...builtInMocks, ...randomMocks(20, 1)],
  { oneIn: 25, size: 4 },
  async (server) => {
    const { run, checks } = await judge(server);
    const open = checks.filter(({ status }) => status === "failed" || status === "inconclusive");
    expect.soft(open, server.id).toEqual([]);
    expect.soft(checks.filter(({ status }) => status === "passed").length, server.id).toBeGreaterThan(30);
    expect.soft(run.requests, server.id).toBeLessThanOrEqual(maxRequests);
  },
);

/**
 * Servers with behavior that a dialect cannot express, so that they violate what was learned: equal records on two
 * pages, or in a filter that finds only some of them.
 */
const beyondDialects = new Set(["same-plan-in-every-view", "numbered-alike-in-every-view"]);

testGroups(
  "conforming servers pass by their learned dialects",
  conformingServers.filter(({ id }) => !beyondDialects.has(id) && (isWhole || id !== "slow")),
  { oneIn: 70, size: 45, lanes: 12 },
  async (server) => {
    for (const allowWrites of isWhole ? [true, false] : [true]) {
      const { stop, ...running } = await server.start();
      const { secondToken: _, dialect: __, ...asked } = { ...optionsFor(server, running), allowWrites };
      const { dialect } = await learn(asked).finally(stop);
      const { checks, run } = await judgeServer(server, { dialect, allowWrites });
      const name = `${server.id}, writes ${allowWrites}`;
      expect.soft(run.problem, name).toBeUndefined();
      const failed = checks.filter(({ status }) => status === "failed");
      expect
        .soft(
          failed.map((check) => `${nameOf(check)}: ${check.message}`),
          name,
        )
        .toEqual([]);
      const passed = checks.filter(({ status }) => status === "passed").map(nameOf);
      expect.soft(passed, name).toContainEqual(expect.stringContaining("DECL-"));
    }
  },
);
