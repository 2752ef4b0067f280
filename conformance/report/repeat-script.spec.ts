import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { execa } from "execa";
import { readConformOptions } from "../run/conform.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { optionsFor } from "../test-servers/independent-server.ts";
import { brokenServers } from "../test-servers/servers.ts";
import { composeReport, type Result } from "./report.ts";
import { describeReceived } from "./repeat.ts";

/** Judges requirements on a broken server, then runs the script of each failure that has one. */
async function repeatFailures(
  id: string,
  grep: string,
): Promise<readonly (readonly [Result, ...responses: readonly (readonly [run: string, again: string])[]])[]> {
  const server = brokenServers.find((one) => one.id === id);
  if (server === undefined) throw new Error(`there is no server ${id}`);
  const { stop, ...running } = await server.start();
  using directory = mkdtempDisposableSync(join(tmpdir(), "orgkit-repeat-"));
  try {
    const { target, selected } = await readConformOptions({ ...optionsFor(server, running), grep });
    const report = composeReport("1.0.0", await judgeTarget(target, { selected, connection: { patience: 1 } }));
    const failed = report.results.filter(({ status, script }) => status === "failed" && script !== undefined);
    const path = join(directory.path, "repeat.sh");
    const env = { ORGKIT_TOKEN: target.secrets.first, ORGKIT_TOKEN_B: target.secrets.second ?? "" };
    const repeated: [Result, ...(readonly [string, string])[]][] = [];
    for (const result of failed) {
      writeFileSync(path, result.script?.text ?? "");
      const { stdout } = await execa({ env })`sh ${path}`;
      repeated.push([result, ...readResponses(stdout)]);
    }
    return repeated;
  } finally {
    await stop();
  }
}

/** What the run and the script got for each request, in words. */
function readResponses(output: string): readonly (readonly [run: string, again: string])[] {
  return output
    .split(/^== \d+\. in the run: /m)
    .slice(1)
    .map((text) => {
      const [run = "", ...received] = text.split(/\r?\n/);
      const status = Number(/^HTTP\/\S+ (\d+)/.exec(received[0] ?? "")?.[1]);
      const body = received.slice(received.indexOf("") + 1).join("\n");
      return [run, describeReceived({ status, headers: {}, body, ms: 0 })];
    });
}

test("the script of a failure gets the same again", async () => {
  const repeated = await repeatFailures("another-s-record-on-page-2@listInvoices", "SCOPE-01");
  expect(repeated).not.toHaveLength(0);
  for (const [{ script }, ...responses] of repeated) {
    expect(responses).toHaveLength(script?.requests ?? 0);
    for (const [run, again] of responses) expect(again).toBe(run);
  }
});

test("the script of a failed creation sends new users, those of the same time at the same time", async () => {
  const repeated = await repeatFailures("forgets-one-of-two-at-once@createUser", "CREATE-01");
  expect(repeated.some(([{ script }]) => (script?.simultaneous ?? 0) > 1)).toBe(true);
  for (const [{ script }, ...responses] of repeated) {
    // The comment at its top quotes what was found.
    expect(script?.text.replaceAll(/^#.*$/gm, "")).not.toMatch(/orgkit[0-9a-f]{6}-/);
    for (const [run, again] of responses) expect(again.slice(0, 3)).toBe(run.slice(0, 3));
  }
});
