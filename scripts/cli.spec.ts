import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { checkout, run, test } from "./cli.fixture.ts";

test("the lines the mock prints work when pasted", async ({ mock }) => {
  const { output, stop } = await mock();
  const [curl = "", conform = ""] = output()
    .split("\n")
    .filter((line) => /^ {4}(curl|ORGKIT_TOKEN)/.test(line));
  const page = await run("/bin/sh", ["-c", curl], checkout, {});
  expect(JSON.parse(page.out)).toMatchObject({ meta: { page: 1, total: 47 } });
  const bearer = /Authorization: Bearer (\S+)$/m.exec(output())?.[1] ?? "";
  expect(curl).toContain(`Bearer ${bearer}"`);
  // As npm does for its scripts: this Node first on the path.
  const path = `${join(checkout, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const judged = await run("/bin/sh", ["-c", conform], checkout, { PATH: path });
  expect(judged.out).toContain("✓ conforming in what was verified");
  expect(judged.code).toBe(0);
  expect(await stop()).toBe(0);
});

test("the mock logs each call with its reason, and --quiet does not", async ({ mock }) => {
  const talking = await mock();
  await fetch(`${talking.url}/api/v1/users?access_token=aurora-token-4f7a91`);
  await expect.poll(talking.output).toMatch(/GET \/api\/v1\/users\?access_token=\[token\] 401 AUTH-02/);
  const quiet = await mock(["--quiet"]);
  await fetch(`${quiet.url}/api/v1/users`);
  await quiet.stop();
  expect(quiet.output()).not.toContain("AUTH-02");
});

test("world, dialect and seed are served as asked", async ({ mock }) => {
  const { url, output } = await mock(["--world", "crowd:30", "--dialect", "zero-based", "--seed", "9"]);
  expect(output()).toContain("World     crowd:30, seed 9");
  expect(output()).toContain("Dialect   zero-based");
  const reply = await fetch(`${url}/api/v1/users`, { headers: { authorization: "Bearer crowd-token-0001" } });
  expect(await reply.json()).toMatchObject({ meta: { page: 0, total: 30 } });
});

test("a taken port gets a clear message and exit 2", async ({ mock, orgkit }) => {
  const { url } = await mock();
  const { port } = new URL(url);
  const ended = await orgkit(["mock", "--port", port]);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(`the port is taken by another program; choose another with --port`);
});

test("a setting comes from the flag, then ORGKIT_…, then PORT, then the config file", async ({
  folder,
  mock,
  orgkit,
}) => {
  writeFileSync(join(folder, "orgkit.config.yaml"), "mock: { port: config, world: empty, dialect: terse }\n");
  const place = async (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> =>
    (await orgkit(["mock", ...args], environment)).err.split("\n")[1] ?? "";
  expect(await place(["--port", "flag"], { ORGKIT_PORT: "variable" })).toContain("--port: expected a port");
  expect(await place([], { ORGKIT_PORT: "variable", PORT: "port" })).toContain("ORGKIT_PORT: expected a port");
  expect(await place([], { PORT: "port" })).toContain("PORT: expected a port");
  expect(await place([], {})).toContain("orgkit.config.yaml: port: expected a port");
  const { output } = await mock(["--dialect", "offset"]);
  expect(output()).toContain("World     empty");
  expect(output()).toContain("Dialect   offset");
});

test("the tokens may come from the config file", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  const config = { conform: { baseUrl: url, token: "aurora-token-4f7a91", tokenB: "brightwater-token-c83d20" } };
  writeFileSync(join(folder, "orgkit.config.json"), JSON.stringify(config));
  const ended = await orgkit(["conform"]);
  expect(ended.code).toBe(0);
  expect(ended.out).not.toContain("SCOPE-01");
  const same = await orgkit(["conform"], { ORGKIT_TOKEN: "brightwater-token-c83d20" });
  expect(same).toMatchObject({ code: 2, out: "" });
  expect(same.err).toContain("ORGKIT_TOKEN_B: is the same as ORGKIT_TOKEN");
  expect(same.err).not.toContain("brightwater");
});

test("conform writes its report, which fits its schema and holds no token", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
  const ended = await orgkit(["conform", url, "--out", "reports/today"], tokens);
  expect(ended.code).toBe(0);
  const text = readFileSync(join(folder, "reports/today/report.json"), "utf8");
  const report = reportSchema.parse(JSON.parse(text));
  expect(report).toMatchObject({ verdict: "conforming", complete: false, target: { baseUrl: url, dialect: null } });
  expect(report.requests).toBeLessThanOrEqual(40);
  for (const token of Object.values(tokens)) expect(text + ended.out + ended.err).not.toContain(token);
});

test("without --allow-writes the switch of the environment must say yes", async ({ mock, orgkit }) => {
  const { url, output, stop } = await mock();
  const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91" };
  expect((await orgkit(["conform", url], { ...tokens, ORGKIT_ALLOW_WRITES: "0" })).out).toContain("writes are off");
  expect((await orgkit(["conform", url], { ...tokens, ORGKIT_ALLOW_WRITES: "maybe" })).err).toContain(
    "ORGKIT_ALLOW_WRITES: expected true or false",
  );
  await stop();
  expect(output()).not.toContain("POST");
});

test.describe("what cannot be judged exits 3 with one clear line", () => {
  const token = { ORGKIT_TOKEN: "some-token-1234" };

  test("nothing listens", async ({ orgkit }) => {
    const ended = await orgkit(["conform", "http://127.0.0.1:9"], token);
    expect(ended).toMatchObject({
      code: 3,
      err: "http://127.0.0.1:9 cannot be reached: the connection was refused. Is the server running, and is the port right?\n",
    });
  });

  test("the token is accepted nowhere", async ({ mock, orgkit }) => {
    const ended = await orgkit(["conform", (await mock()).url], token);
    expect(ended.code).toBe(3);
    expect(ended.err).toContain("The token in ORGKIT_TOKEN is accepted by no operation");
    expect(ended.err).not.toContain(token.ORGKIT_TOKEN);
  });
});

test.describe("wrong usage exits 2 and says how to mend it", () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [["conform", "--bogus"], "unknown option '--bogus'"],
    [["conform"], "BASE_URL: expected the base URL of the target"],
    [["conform", "staging.example"], "BASE_URL: expected http:// or https://"],
    [["conform", "https://user:secret@staging.example"], "BASE_URL: expected http:// or https://"],
    [["conform", "http://127.0.0.1:9"], "ORGKIT_TOKEN: is not set"],
    [["mock", "--dialect", "refrence"], "expected one of enveloped, login-page, offset, plaintext, reference"],
    [["mock", "--world", "./nowhere.yaml"], "./nowhere.yaml: no such file"],
    [["mock", "--seed", "many"], "--seed: expected an integer"],
    [["moc"], "unknown command 'moc'"],
  ];
  for (const [args, message] of cases) {
    test(`orgkit ${args.join(" ")}`, async ({ orgkit }) => {
      const ended = await orgkit(args);
      expect(ended.code).toBe(2);
      expect(ended.err).toContain(message);
      expect(ended.err).not.toMatch(/^ {4}at /m);
    });
  }

  test("a token that no header can carry", async ({ orgkit }) => {
    const ended = await orgkit(["conform", "http://127.0.0.1:9"], { ORGKIT_TOKEN: "two words" });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain("ORGKIT_TOKEN: expected a token of visible ASCII characters, without spaces");
    expect(ended.err).not.toContain("two words");
  });

  test("a mistake in a dialect names the file, the line, the key path and what was expected", async ({
    folder,
    orgkit,
  }) => {
    writeFileSync(join(folder, "mine.yaml"), "name: mine\npaging:\n  users: { style: page, defaultSize: 0 }\n");
    const ended = await orgkit(["mock", "--dialect", "./mine.yaml"]);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("./mine.yaml:3:25 paging.users.defaultSize: too small: expected number to be >=1");
  });

  test("a body for createUser that is no JSON object", async ({ orgkit }) => {
    const ended = await orgkit(["conform", "http://127.0.0.1:9", "--create-body", "[1]"], {
      ORGKIT_TOKEN: "some-token-1234",
    });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain("--create-body: expected a JSON object");
  });
});

test("a run leaves nothing behind", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  await orgkit(["conform", url], { ORGKIT_TOKEN: "aurora-token-4f7a91", TMPDIR: temporary });
  // Playwright keeps a cache of its own there.
  expect(readdirSync(temporary).filter((name) => !name.startsWith("playwright"))).toEqual([]);
});

test("a reader that has seen enough is no error", async ({ folder }) => {
  const child = spawn(process.execPath, [join(checkout, "scripts/cli.ts"), "explain"], { cwd: folder });
  child.stdout.destroy();
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(child, "close");
  expect([code, said]).toStrictEqual([0, ""]);
});
