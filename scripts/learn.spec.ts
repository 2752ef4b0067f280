import { existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { listen } from "../conformance/test-servers/serve.ts";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { test } from "./cli.fixture.ts";

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
  expect(err.split("\n").length).toBeLessThan(15);
});

test("a target that dies in the middle ends the run with exit 3, and nothing is written", async ({
  orgkit,
  mock,
  directory,
}) => {
  const { url } = await mock();
  let calls = 0;
  const proxy = createServer(({ url: path, headers: { authorization = "" }, socket }, response) => {
    calls += 1;
    if (calls >= 40) socket.destroy();
    else void passOn(`${url}${path}`, { authorization }, response);
  });
  const { baseUrl, stop } = await listen(proxy);
  const { code, err } = await orgkit(["learn", baseUrl, "--out", "part.yaml"], tokens);
  expect(code).toBe(3);
  expect(err).toContain("stopped responding after");
  expect(existsSync(join(directory, "part.yaml"))).toBe(false);
  await stop();
});
