import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { listen } from "../fixtures/network/listen.fixture.ts";
import { openDialect } from "../fixtures/dialect/open.ts";
import { test, tokens } from "./cli.fixture.ts";

const environment = { ...tokens, ORGKIT_TOKEN_EXPIRED: "aurora-expired-0b2c" };

test("a dialect is learned over HTTP, and its file loads and has no secret", async ({
  orgkit,
  mock,
  directory,
  read,
}) => {
  const { url } = await mock(["--dialect", "offset"]);
  const { code, out, err } = await orgkit(["learn", url, "--allow-writes"], environment);
  expect(code).toBe(0);
  expect(await openDialect(join(directory, "dialect.yaml"))).toMatchObject({
    errors: (await openDialect("offset")).errors,
    createUser: { unique: ["email"] },
    paging: { users: { style: "offset" } },
  });
  const texts = [out, err, read("dialect.yaml")].join("\n");
  for (const secret of Object.values(environment)) expect(texts).not.toContain(secret);
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
  const ended = await orgkit(["learn", baseUrl, "--out", "part.yaml"], environment);
  expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("stopped responding after") });
  expect(readdirSync(directory)).toEqual([]);
  await stop();
});
