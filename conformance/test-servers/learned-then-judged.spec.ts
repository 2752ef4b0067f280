import { expect, test } from "@playwright/test";
import { learn } from "../learn/learn.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { readConformOptions } from "../run/read-conform-options.ts";
import { atOnce, nameOf } from "./judge-server.ts";
import { optionsFor, type IndependentServer } from "./independent-server.ts";
import { conformingServers } from "./servers.ts";

/** `npm run learn:judged`: each server with writes and without. A usual run tries one in 50 of them once. */
const isWhole = process.env["ORGKIT_ALL"] === "1";

/** Takes a minute: each response takes 300 ms. */
const slow = new Set(["slow"]);

/**
 * Servers with behavior that a dialect cannot express, or \`learn\` does not find yet, so that they violate what was
 * learned.
 */
const beyondDialects = new Set([
  // Equal records on two pages, or in a filter that finds only some of them.
  "same-plan-in-every-view",
  "numbered-alike-in-every-view",
]);

/** Which requirements a server fails when judged by what was learned of it. */
async function learnAndJudge(server: IndependentServer, allowWrites: boolean) {
  const running = await server.start();
  try {
    const { secondToken, dialect: _, ...asked } = { ...optionsFor(server, running), allowWrites };
    const learned = await learn(asked);
    const { target } = await readConformOptions({ ...asked, secondToken, dialect: learned.dialect });
    const { checks, run } = await judgeTarget(target, { connection: { patience: 4 } });
    expect(run.problem, server.id).toBeUndefined();
    return {
      failed: checks.filter(({ status }) => status === "failed").map((check) => `${nameOf(check)}: ${check.message}`),
      declared: checks.filter(({ requirement, status }) => requirement.startsWith("DECL-") && status === "passed")
        .length,
    };
  } finally {
    await running.stop();
  }
}

test("conforming servers pass by their learned dialects", async () => {
  test.setTimeout(isWhole ? 1_800_000 : 240_000);
  const trials = conformingServers
    .filter(({ id }, index) => (isWhole || (!slow.has(id) && index % 50 === 0)) && !beyondDialects.has(id))
    .flatMap((server, index) =>
      (isWhole ? [true, false] : [index % 2 === 0]).map((allowWrites) => ({ server, allowWrites })),
    );
  await atOnce(12, trials, async ({ server, allowWrites }) => {
    const { failed, declared } = await learnAndJudge(server, allowWrites);
    expect.soft(failed, `${server.id}, writes ${allowWrites}`).toEqual([]);
    expect.soft(declared, server.id).toBeGreaterThan(0);
  });
});
