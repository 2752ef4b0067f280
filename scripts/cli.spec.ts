import { delimiter, join } from "node:path";
import { expect } from "@playwright/test";
import { checkout, cli, run, test, token, type Environment } from "./cli.fixture.ts";
import { parse } from "yaml";

test("the lines that the mock prints can be pasted", async ({ mock }) => {
  const { output } = await mock();
  const lines = output().split("\n");
  const [curl = "", conform = ""] = lines.filter((line) => /^ {4}(curl|ORGKIT_TOKEN)/.test(line));
  const page = await run("/bin/sh", ["-c", curl], checkout, {});
  expect(JSON.parse(page.out)).toMatchObject({ meta: { page: 1, total: 47 } });
  // Like npm for its scripts: this Node comes first in the path.
  const PATH = [join(checkout, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const judged = await run("/bin/sh", ["-c", `${conform} --dry-run`], checkout, { PATH });
  expect(judged).toMatchObject({ code: 0, out: expect.stringContaining("Nothing was sent") });
});

test("the mock uses flags, environment and config file, and logs each request with its reason unless it is --quiet", async ({
  write,
  mock,
}) => {
  write({
    "orgkit.config.yaml": "mock: { world: empty, dialect: zero-based, seed: 3 }\n",
    "closed.yaml": "requests: { cors: null }\n",
  });
  const { url, output } = await mock(["--world", "crowd:30"], { ORGKIT_SEED: "9" });
  expect(output()).toContain("World     crowd:30, seed 9");
  const page = await fetch(`${url}/api/v1/users`, { headers: { authorization: "Bearer crowd-token-0001" } });
  expect(await page.json()).toMatchObject({ meta: { page: 0, total: 30 } });
  await fetch(`${url}/api/v1/users?access_token=crowd-token-0001`);
  await expect.poll(output).toMatch(/GET \/api\/v1\/users\?access_token=\[token\] 401 AUTH-02/);
  const quiet = await mock(["--quiet", "--dialect", "closed.yaml", "--cors"]);
  const { headers } = await fetch(`${quiet.url}/api/v1/users`);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  await quiet.stop();
  expect(quiet.output()).not.toContain("AUTH-02");
});

const secret = "S3cretSecret";
const good = { ORGKIT_TOKEN: token };
const unknown = { ORGKIT_TOKEN: secret };
const nowhere = "http://127.0.0.1:9";

/** A command line, its exit code, and a part of its output; URL and PORT are those of a running mock. */
const cases: readonly (readonly [command: string, code: number, output: RegExp, environment?: Environment])[] = [
  ["explain", 0, /PATH-01[^]*ENV-01[^]*OBS-/],
  ["explain 1\u001B[31m\n::error::x\u009B2J", 2, /unknown requirement/],
  ["moc", 2, /unknown command 'moc'/],
  ["conform", 2, /BASE_URL: expected the base URL of the target/],
  [`conform https://x.example?token=${secret}`, 2, /BASE_URL: expected http/],
  [`conform https://x.example --token=${secret}`, 2, /unknown option '--token'/],
  [`conform ${nowhere}`, 2, /expected a token of visible ASCII characters/, { ORGKIT_TOKEN: `${secret} 2` }],
  [`conform ${nowhere} --out mine.yaml/out`, 2, /--out: cannot be written/, good],
  [
    `conform ${nowhere} --grep ENV --require AUTH-02 --require ENV-01`,
    2,
    /--require: AUTH-02 cannot be verified/,
    good,
  ],
  ["conform URL", 3, /Every operation rejects the token in ORGKIT_TOKEN/, unknown],
  ["learn URL --out mine.yaml", 2, /the file exists/, good],
  ["mock --port PORT", 2, /the port is taken by another program; choose another with --port/],
  [
    `conform ${nowhere} --max-rps 30`,
    3,
    /9 cannot be reached: the connection was refused\. Is the server running/,
    good,
  ],
  [`proxy ${nowhere} --port 0`, 3, /9 cannot be reached: the connection was refused\./],
];

test("each command line has its exit code and a message, and quotes no secret, stack or terminal sequence", async ({
  write,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  write({ "mine.yaml": "name: mine\n" });
  for (const [command, code, output, environment] of cases) {
    const args = command.replace("URL", url).replace("PORT", new URL(url).port).split(" ");
    const ended = await orgkit(args, environment);
    const [shown, silent] = code === 0 ? [ended.out, ended.err] : [ended.err, code === 2 ? ended.out : ""];
    expect.soft([ended.code, shown, silent], command).toStrictEqual([code, expect.stringMatching(output), ""]);
    expect.soft(ended.out + ended.err).not.toMatch(new RegExp(`^ {4}at |${secret}|^\\s*::|(?!\\n)\\p{Cc}`, "mu"));
  }
});

test("a full disk and a closed pipe end with 3 and one line: 1 means non-conforming only", async () => {
  const explain = `"${process.execPath}" --disable-warning=ExperimentalWarning "${cli}" explain`;
  for (const [script, reason] of [
    [`${explain} > /dev/full`, "no space left"],
    [`${explain} | true; exit \${PIPESTATUS[0]}`, "pipe"],
  ] as const) {
    const ended = await run("/bin/bash", ["-c", script], checkout, {});
    const err: unknown = expect.stringMatching(new RegExp(`^The output is not complete.*${reason}.*\n$`));
    expect(ended).toMatchObject({ code: 3, err });
  }
});

test("the document of a dialect is printed, written as JSON or YAML, and equals that of the mock", async ({
  write,
  read,
  orgkit,
  mock,
}) => {
  const printed = await orgkit(["openapi", "--dialect", "offset"]);
  expect(printed).toMatchObject({ code: 0, err: "" });
  const document: object = JSON.parse(printed.out);
  write({ "orgkit.config.json": '{ "dialect": "offset" }' });
  for (const path of ["api/interface.yaml", "api/interface.json"]) {
    expect(await orgkit(["openapi", "--out", path])).toMatchObject({ code: 0, out: `Wrote ${path}\n` });
    expect(parse(read(path))).toStrictEqual(document);
  }
  const { url } = await mock();
  const interfaceOfMock: object = await (await fetch(`${url}/_orgkit/interface.json`)).json();
  expect(interfaceOfMock).toStrictEqual({ ...document, servers: [{ url }] });
});
