import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { listen } from "../conformance/test-servers/serve.ts";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { test } from "./cli.fixture.ts";

const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_EXPIRED: "aurora-expired-0b2c" };

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
  const text = readFileSync(file, "utf8");
  for (const secret of Object.values(tokens)) expect(`${out}${err}${text}`).not.toContain(secret);
});

test("a target that dies in the middle ends the run with exit 3, and nothing is written", async ({
  orgkit,
  directory,
}) => {
  let calls = 0;
  const target = createServer(({ socket }, response) => {
    calls += 1;
    if (calls >= 20) socket.destroy();
    else response.end('{"data":[],"meta":{"page":1,"total":0}}');
  });
  const { baseUrl, stop } = await listen(target);
  const { code, err } = await orgkit(["learn", baseUrl, "--out", "part.yaml"], tokens);
  expect(code).toBe(3);
  expect(err).toContain("stopped responding after");
  expect(existsSync(join(directory, "part.yaml"))).toBe(false);
  await stop();
});
