import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { usualRequests } from "../conformance/target/target.ts";
import { reportSchema } from "../conformance/report/report.ts";
import { checkout, run, test } from "./cli.fixture.ts";

const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };

test("the lines that the mock prints can be pasted", async ({ mock }) => {
  const { output, stop } = await mock();
  const [curl = "", conform = ""] = output()
    .split("\n")
    .filter((line) => /^ {4}(curl|ORGKIT_TOKEN)/.test(line));
  const page = await run("/bin/sh", ["-c", curl], checkout, {});
  expect(JSON.parse(page.out)).toMatchObject({ meta: { page: 1, total: 47 } });
  const bearer = /Authorization: Bearer (\S+)$/m.exec(output())?.[1] ?? "";
  expect(curl).toContain(`Bearer ${bearer}"`);
  // Like npm for its scripts: this Node comes first in the path.
  const path = `${join(checkout, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const judged = await run("/bin/sh", ["-c", `${conform} --dry-run`], checkout, { PATH: path });
  expect(judged).toMatchObject({ code: 0, out: expect.stringContaining("Nothing was sent") });
  expect(await stop()).toBe(0);
});

test("the mock uses flags, environment and config file, and logs each request with its reason unless it is --quiet", async ({
  directory,
  mock,
}) => {
  writeFileSync(join(directory, "orgkit.config.yaml"), "mock: { world: empty, dialect: zero-based, seed: 3 }\n");
  const talking = await mock(["--world", "crowd:30"], { ORGKIT_SEED: "9" });
  expect(talking.output()).toContain("World     crowd:30, seed 9");
  expect(talking.output()).toContain("Dialect   zero-based");
  const reply = await fetch(`${talking.url}/api/v1/users`, { headers: { authorization: "Bearer crowd-token-0001" } });
  expect(await reply.json()).toMatchObject({ meta: { page: 0, total: 30 } });
  await fetch(`${talking.url}/api/v1/users?access_token=crowd-token-0001`);
  await expect.poll(talking.output).toMatch(/GET \/api\/v1\/users\?access_token=\[token\] 401 AUTH-02/);
  writeFileSync(join(directory, "closed.yaml"), "requests: { cors: null }\n");
  const quiet = await mock(["--quiet", "--dialect", "closed.yaml", "--cors"]);
  const { headers } = await fetch(`${quiet.url}/api/v1/users`);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  await quiet.stop();
  expect(quiet.output()).not.toContain("AUTH-02");
});

test("conform reads its settings from the config file, writes a report without a token, and leaves nothing behind", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const config = { conform: { baseUrl: url, token: tokens.ORGKIT_TOKEN, tokenB: tokens.ORGKIT_TOKEN_B } };
  writeFileSync(join(directory, "orgkit.config.json"), JSON.stringify(config));
  const temporary = join(directory, "tmp");
  mkdirSync(temporary);
  const ended = await orgkit(["conform", "--quick", "--out", "reports/today"], { TMPDIR: temporary });
  expect(ended.code).toBe(0);
  expect(ended.out).not.toContain("SCOPE-01");
  expect(readdirSync(temporary)).toEqual([]);
  const text = readFileSync(join(directory, "reports/today/report.json"), "utf8");
  const report = reportSchema.parse(JSON.parse(text));
  expect(report).toMatchObject({ verdict: "conforming", complete: false, target: { baseUrl: url, dialect: null } });
  expect(report.requests).toBeLessThanOrEqual(usualRequests);
  for (const token of Object.values(tokens)) expect(text + ended.out + ended.err).not.toContain(token);
});

test("wrong usage exits with 2, a target that cannot be judged with 3; messages say where and what is expected, and quote no secret", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const secret = "S3cretSecret";
  const good = { ORGKIT_TOKEN: tokens.ORGKIT_TOKEN };
  const unknown = { ORGKIT_TOKEN: secret };
  const nowhere = "http://127.0.0.1:9";
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return name;
  };
  file("mine.yaml", "name: mine\npaging:\n  users: { style: page, defaultSize: 0 }\n");
  type Case = readonly [
    command: string,
    message: RegExp,
    environment?: Readonly<Record<string, string>>,
    code?: number,
  ];
  const cases: readonly Case[] = [
    ["moc", /unknown command 'moc'/],
    ["conform --bogus", /unknown option '--bogus'/],
    ["conform", /BASE_URL: expected the base URL of the target/],
    [`conform https://x.example?token=${secret}`, /BASE_URL: expected http/],
    [`conform https://x.example --token=${secret}`, /unknown option '--token'/],
    [`conform https://x.example ${secret}`, /too many arguments/],
    [`conform ${nowhere}`, /ORGKIT_TOKEN: is not set/],
    [
      `conform ${nowhere}`,
      /ORGKIT_TOKEN: expected a token of visible ASCII characters/,
      { ORGKIT_TOKEN: `${secret} 2` },
    ],
    [`conform ${nowhere}`, /ORGKIT_TOKEN_B: is the same as ORGKIT_TOKEN/, { ...unknown, ORGKIT_TOKEN_B: secret }],
    [`conform ${nowhere}`, /9 cannot be reached: the connection was refused\. Is the server running/, good, 3],
    [`conform ${url}`, /Every operation rejects the token in ORGKIT_TOKEN/, unknown, 3],
    [`learn ${url}`, /Every operation rejects the token/, unknown, 3],
    [`learn ${url} --out mine.yaml`, /the file exists/, good],
    [`learn ${url} --out mine.yaml/new.yaml`, /--out: cannot be written \(ENOTDIR\)/, good],
    ["openapi --dialect nope", /nope[^]*zero-based/],
    [
      "mock --dialect ./mine.yaml",
      /\.\/mine\.yaml:3:25 paging\.users\.defaultSize: too small: expected number to be >=1/,
    ],
    [`mock --port ${new URL(url).port}`, /the port is taken by another program; choose another with --port/],
    ["mock", /PORT: expected a port/, { PORT: "x" }],
    ["explain ENV-44", /did you mean [^?]*ENV-04/],
    [
      `proxy ${nowhere} --port 0`,
      /The target http:\/\/127\.0\.0\.1:9 cannot be reached: the connection was refused\./,
      {},
      3,
    ],
    [`proxy ${url} --port ${new URL(url).port}`, /the port is taken by another program/],
  ];
  for (const [command, message, environment = {}, expected = 2] of cases) {
    const { code, out, err } = await orgkit(command.split(" "), environment);
    expect([code, err], command).toStrictEqual([expected, expect.stringMatching(message)]);
    expect(out + err).not.toMatch(new RegExp(`^ {4}at |${secret}`, "m"));
    if (code === 2) expect(out).toBe("");
  }
});

test("explain describes a requirement, a dialect key, and all requirements", async ({ orgkit }) => {
  const ended = await orgkit(["explain", "env-04"]);
  expect(ended).toMatchObject({ code: 0, err: "", out: expect.stringContaining("ENV-04  `meta.page` is an integer") });
  expect((await orgkit(["explain", "createUser.unique"])).out).toContain("Checked by  DECL-23");
  expect((await orgkit(["explain"])).out).toMatch(/PATH-01[^]*ENV-01[^]*OBS-/);
});

test("a full disk and a closed pipe end with 3 and one line: 1 means non-conforming only", async () => {
  const explain = `"${process.execPath}" --disable-warning=ExperimentalWarning scripts/cli.ts explain`;
  const full = await run("/bin/sh", ["-c", `${explain} > /dev/full`], checkout, {});
  expect(full).toMatchObject({ code: 3, err: "The output is not complete: no space left on the device.\n" });
  const closed = await run("/bin/bash", ["-c", `${explain} | true; exit \${PIPESTATUS[0]}`], checkout, {});
  expect(closed).toMatchObject({ code: 3, err: "The output is not complete: the reader closed the pipe.\n" });
});
