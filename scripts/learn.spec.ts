import { existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { execa } from "execa";
import { listen } from "../conformance/test-servers/serve.ts";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { cli, test } from "./cli.fixture.ts";

const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_EXPIRED: "aurora-expired-0b2c" };

async function passOn(url: string, headers: Readonly<Record<string, string>>, to: ServerResponse): Promise<void> {
  const reply = await fetch(url, { headers });
  to.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" }).end(await reply.text());
}

test("a dialect is learned over HTTP, and its file loads and has no secret", async ({ orgkit, mock, directory }) => {
  const { url } = await mock(["--dialect", "offset"]);
  const { code, out, err } = await orgkit(["learn", url, "--allow-writes"], tokens);
  expect(code).toBe(0);
  const file = join(directory, "dialect.yaml");
  expect(loadDialect(file)).toMatchObject({
    errors: loadDialect("offset").errors,
    createUser: { unique: ["email"] },
    paging: { users: { style: "offset" } },
  });
  // Created users are listed on the screen and in the file.
  const text = readFileSync(file, "utf8");
  expect(out).toMatch(/Created \([123] of the organization's users\)/);
  expect(text).toMatch(/# [123] users were created/);
  for (const secret of Object.values(tokens)) expect(`${out}${err}${text}`).not.toContain(secret);
  expect(existsSync(`${file}.exchanges.jsonl`)).toBe(false);
  expect(err.split("\n").length).toBeLessThan(15);
});

test("an interrupted run resumes", async ({ orgkit, mock, directory }) => {
  const { url } = await mock();
  let calls = 0;
  let interrupt: (() => void) | undefined;
  const proxy = createServer(({ url: path, headers: { authorization = "" } }, response) => {
    calls += 1;
    // From here on nothing responds until the run is stopped.
    if (calls >= 20 && interrupt !== undefined) return interrupt();
    void passOn(`${url}${path}`, { authorization }, response);
  });
  const { baseUrl, stop } = await listen(proxy);
  const learn = (out: string) => orgkit(["learn", baseUrl, "--out", out], tokens);
  const args = [cli, "learn", baseUrl, "--out", "part.yaml"];
  const child = execa(process.execPath, args, { cwd: directory, env: tokens, reject: false });
  interrupt = () => void child.kill("SIGINT");
  await child;
  interrupt = undefined;
  const journal = join(directory, "part.yaml.exchanges.jsonl");
  for (const secret of Object.values(tokens)) expect(readFileSync(journal, "utf8")).not.toContain(secret);

  calls = 0;
  const resumed = await learn("part.yaml");
  expect(resumed).toMatchObject({ code: 0 });
  const kept = Number(/(\d+) exchanges are recorded/.exec(resumed.err)?.[1]);
  expect(kept).toBeGreaterThan(15);
  expect(existsSync(journal)).toBe(false);
  const sent = calls;
  calls = 0;
  expect(await learn("whole.yaml")).toMatchObject({ code: 0 });
  expect(sent + kept).toBe(calls);
  expect(readFileSync(join(directory, "part.yaml"), "utf8")).toBe(readFileSync(join(directory, "whole.yaml"), "utf8"));
  await stop();
});
