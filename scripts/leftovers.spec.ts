import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { listen } from "../conformance/strangers/serve.ts";
import { cli, test } from "./cli.fixture.ts";

const aurora = { ORGKIT_TOKEN: "aurora-token-4f7a91" };

test("a run that cannot judge leaves no verdict of an earlier one", async ({ folder, mock, orgkit }) => {
  const { url, stop } = await mock();
  const args = ["conform", url, "--grep", "ENV-01", "--out", "out"];
  const read = (file: string): string => readFileSync(join(folder, "out", file), "utf8");
  expect(await orgkit(args, aurora)).toMatchObject({ code: 0 });
  expect(read("badge.svg")).toContain("conforming");
  await stop();
  const ended = await orgkit(args, aurora);
  expect(ended.code).toBe(3);
  expect(ended.err).toContain("cannot be reached");
  const report = reportSchema.parse(JSON.parse(read("report.json")));
  expect(report).toMatchObject({ verdict: "inconclusive", complete: false });
  expect(report.problem).toContain("cannot be reached");
  for (const file of readdirSync(join(folder, "out"))) expect(read(file), file).not.toMatch(/"conforming"|>conforming/);
});

test("a run that is interrupted leaves nothing that looks like a report", async ({ folder }) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const target = await listen(createServer(() => ask()));
  const args = [cli, "conform", target.baseUrl, "--out", "out"];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...aurora }, stdio: "ignore" });
  await asked;
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([3, null]);
  expect(readdirSync(join(folder, "out"))).toEqual([]);
  await target.stop();
});
