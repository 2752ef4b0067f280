import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { test } from "./cli.fixture.ts";

const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_EXPIRED: "aurora-expired-0b2c" };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

async function passOn(url: string, headers: Readonly<Record<string, string>>, to: ServerResponse): Promise<void> {
  const reply = await fetch(url, { headers });
  to.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" }).end(await reply.text());
}

for (const name of ["reference", "offset", "zero-based"]) {
  test(`the ${name} dialect is learned over HTTP, and the file loads`, async ({ orgkit, mock, folder }) => {
    const { url } = await mock(["--dialect", name]);
    const ended = await orgkit(["learn", url, "--allow-writes"], tokens);
    expect(ended.code).toBe(0);
    const file = join(folder, "dialect.yaml");
    const learned = loadDialect(file);
    const spoken = loadDialect(name);
    expect(learned.statuses).toEqual({
      ...spoken.statuses,
      failure: { ...spoken.statuses.failure, beyondLast: expect.any(Number), badParameter: expect.any(Number) },
    });
    expect(learned.errors).toEqual(spoken.errors);
    expect(learned.createUser).toEqual({
      ...spoken.createUser,
      required: expect.arrayContaining(spoken.createUser.required),
      generated: { id: "{{id}}", ...spoken.createUser.generated },
    });
    expect(learned.paging.users).toMatchObject({ style: spoken.paging.users.style });
    // What was left behind is said, on the screen and in the file; no secret is.
    expect(ended.out).toMatch(/Created \([123] of the organization's users\)/);
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/# [123] users were created/);
    for (const secret of Object.values(tokens)) expect(`${ended.out}${ended.err}${text}`).not.toContain(secret);
    expect(existsSync(`${file}.exchanges.jsonl`)).toBe(false);
  });
}

test("without a terminal, progress is a line for each part", async ({ orgkit, mock }) => {
  const { url } = await mock();
  const { err } = await orgkit(["learn", url], tokens);
  expect(err).toContain("Learning paging (");
  expect(err.split("\n").length).toBeLessThan(15);
});

test("a file that is there is kept, unless told otherwise", async ({ orgkit, mock, folder }) => {
  const { url } = await mock();
  const file = join(folder, "ours.yaml");
  writeFileSync(file, "name: ours\n");
  const refused = await orgkit(["learn", url, "--out", "ours.yaml"], tokens);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain("there is one already");
  expect(readFileSync(file, "utf8")).toBe("name: ours\n");
  const within = await orgkit(["learn", url, "--out", "ours.yaml/new.yaml"], tokens);
  expect(within).toMatchObject({ code: 2, out: "" });
  expect(within.err).toContain("--out: it cannot be written (ENOTDIR)");
  expect((await orgkit(["learn", url, "--out", "ours.yaml", "--force"], tokens)).code).toBe(0);
  expect(loadDialect(file).paging.users).toMatchObject({ style: "page" });
});

test("a run that was interrupted goes on where it stopped", async ({ orgkit, mock, folder }) => {
  const { url } = await mock();
  let calls = 0;
  let interrupt: (() => void) | undefined;
  const proxy = createServer((request, response) => {
    calls += 1;
    // From here on nothing is answered until the run is stopped.
    if (calls >= 20 && interrupt !== undefined) return interrupt();
    const headers = { authorization: request.headers.authorization ?? "" };
    void passOn(`${url}${request.url}`, headers, response);
  });
  const target = await listen(proxy);
  const args = [fileURLToPath(new URL("cli.ts", import.meta.url)), "learn", target, "--out", "part.yaml"];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...tokens } });
  interrupt = () => void child.kill("SIGINT");
  await new Promise((resolve) => child.once("close", resolve));
  interrupt = undefined;
  const journal = join(folder, "part.yaml.exchanges.jsonl");
  for (const secret of Object.values(tokens)) expect(readFileSync(journal, "utf8")).not.toContain(secret);

  calls = 0;
  const resumed = await orgkit(["learn", target, "--out", "part.yaml"], tokens);
  expect(resumed).toMatchObject({ code: 0 });
  const kept = Number(/(\d+) exchanges are on record/.exec(resumed.err)?.[1]);
  expect(kept).toBeGreaterThan(15);
  expect(existsSync(journal)).toBe(false);
  const sent = calls;
  calls = 0;
  expect((await orgkit(["learn", target, "--out", "whole.yaml"], tokens)).code).toBe(0);
  expect(sent + kept).toBe(calls);
  expect(readFileSync(join(folder, "part.yaml"), "utf8")).toBe(readFileSync(join(folder, "whole.yaml"), "utf8"));
  proxy.close();
});

test("wrong usage is told apart from a target that cannot be learned", async ({ orgkit, mock }) => {
  const { url } = await mock();
  expect((await orgkit(["learn"], tokens)).code).toBe(2);
  expect((await orgkit(["learn", url])).err).toContain("ORGKIT_TOKEN: is not set");
  expect((await orgkit(["learn", url, "--no-such-flag"], tokens)).code).toBe(2);
  const refused = await orgkit(["learn", url], { ORGKIT_TOKEN: "not-a-good-token" });
  expect(refused.code).toBe(3);
  expect(refused.err).toContain("accepted by no operation");
  const unreachable = await orgkit(["learn", "http://127.0.0.1:1"], tokens);
  expect(unreachable.code).toBe(3);
  expect(unreachable.err).toContain("cannot be reached");
});
