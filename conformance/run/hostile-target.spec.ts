import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { listen, serverOf } from "../strangers/serve.ts";
import { openService } from "../strangers/service.ts";
import { defaultTokens } from "../strangers/stranger.ts";
import type { TargetToJudge } from "./judge-target.ts";
import { judgeTargets } from "./judge-targets.ts";

const nested = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
const wide = `{${Array.from({ length: 5000 }, (_, index) => `"member ${index}":"value ${index}"`).join()}}`;

test("whatever one target answers, the others are judged, and so is it", async () => {
  const servers = await Promise.all([
    listen(serverOf(openService().answer)),
    ...[nested, wide].map((record) =>
      listen(
        createServer(({ headers }, response) => {
          const isGood = headers.authorization === `Bearer ${defaultTokens.first}`;
          const body = isGood ? `{"data":[${record}],"meta":{"page":1,"total":1}}` : `{"error":${record}}`;
          response.writeHead(isGood ? 200 : 401, { "content-type": "application/json" }).end(body);
        }),
      ),
    ),
  ]);
  try {
    const targets = servers.map(({ baseUrl }, index): TargetToJudge => ({
      target: { name: `target-${index}`, baseUrl, ids: { subscription: ["s-1"] }, allowWrites: true },
      secrets: defaultTokens,
    }));
    const reports = await judgeTargets({ targets, connection: { patience: 100 }, workers: 2 });
    expect(reports.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
    expect(reports[0]?.verdict).toBe("conforming");
    for (const { results } of reports.slice(1)) {
      const kept = results.filter(({ id }) => /^(PATH-01|ENV-0[123457])$/.test(id));
      expect(kept.map(({ status }) => status)).toEqual(kept.map(() => "passed"));
    }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
});
