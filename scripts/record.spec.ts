import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { readRecording } from "../mocks/recording/read-recording.ts";
import { test } from "./cli.fixture.ts";

const bearer = { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" };
const file = "orgkit-recording.json";

/** Some requests to a mock, one of them with a user's real token. */
async function use(url: string): Promise<void> {
  const body = '{"email":"ada@new.example","name":"Ada Ångström"}';
  await fetch(`${url}/api/v1/users?per_page=2`, { headers: bearer });
  for (const method of ["POST", "POST"]) await fetch(`${url}/api/v1/users`, { method, headers: bearer, body });
  await fetch(`${url}/api/v1/users`, { headers: { authorization: "Bearer my-real-secret" } });
}

const lines = [
  "✓ 1 GET /api/v1/users?per_page=2 200",
  "✓ 2 POST /api/v1/users 201",
  "✓ 3 POST /api/v1/users 409",
  "✓ 4 GET /api/v1/users 401",
].join("\n");

test("a recording of a running mock is saved, never over an existing file, and replayed on every adapter; a different response exits with 1", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url, stop } = await mock(["--scenario", "latency:ms=1", "--seed", "7"]);
  await use(url);
  const saved = await orgkit(["record", "--from", url]);
  expect(saved).toMatchObject({ code: 0, err: "" });
  expect(saved.out).toMatch(
    /^Wrote orgkit-recording\.json\n\n {2}World {6}demo, seed 7\n {2}Dialect {4}reference\n {2}Scenarios {2}latency:ms=1\n {2}Steps {6}4 requests\n {2}Time {7}20.+ to 20/,
  );
  const path = join(directory, file);
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain("my-real-secret");
  await use(url);
  const rejected = await orgkit(["record", "--from", url, "--out", directory]);
  expect(rejected).toMatchObject({ code: 2, out: "" });
  expect(rejected.err).toContain("the file exists; choose another name, or overwrite it with --force");
  expect(readFileSync(path, "utf8")).toBe(text);
  await stop();

  const [line = ""] = /replay \S+$/m.exec(saved.out) ?? [];
  for (const adapter of ["simulation", "http", "msw"]) {
    const ended = await orgkit([...line.split(" "), "--adapter", adapter]);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain(lines);
    expect(ended.out).toMatch(/\nAll 4 responses are the same on (the simulation|\w+)\.\n$/);
  }

  writeFileSync(path, text.replace('"orgkit": "0.', '"orgkit": "9.').replace('"seed": 7', '"seed": 2'));
  const other = await orgkit(["replay", file]);
  expect(other).toMatchObject({ code: 1, err: "" });
  expect(other.out).toMatch(
    /✗ 2 POST \/api\/v1\/users 201\n {4}body\.data\[0\]\.id: expected "usr_\w+", got "usr_\w+"\n✓ 3/,
  );
  expect(other.out).toMatch(/1 of 4 responses differ on the simulation\.\nIt was recorded by orgkit 9\..+; this is /);
});

test("the mock is found by port, environment, config file or the address of its console, which may contain its token", async ({
  directory,
  mock,
  orgkit,
}) => {
  // It is open to other machines, so it needs the token it printed.
  const { url, output } = await mock(["--host", "0.0.0.0"]);
  const { port } = new URL(url);
  const console = /Console {3}(\S+)/.exec(output())?.[1] ?? "";
  const controlToken = new URL(console).hash.replace("#token=", "");
  const config = (sections: object): void =>
    writeFileSync(join(directory, "orgkit.config.json"), JSON.stringify(sections));
  const save = async (args: readonly string[], environment = {}): Promise<void> => {
    const ended = await orgkit(["record", "--force", ...args], environment);
    expect(ended).toMatchObject({ code: 0, err: "" });
  };
  const rejected = await orgkit(["record", "--from", url]);
  expect(rejected.err).toContain("its control API needs the token it printed at its start: --control-token");
  await save(["--from", console]);
  await save(["--port", port, "--control-token", controlToken]);
  await save([], { PORT: port, ORGKIT_CONTROL_TOKEN: controlToken });
  config({ mock: { port: Number(port) }, record: { controlToken } });
  await save([]);
  config({ mock: { port: 9 }, record: { from: url, controlToken } });
  await save([]);
});

test("a recording of a sandbox has only its requests", async ({ directory, mock, orgkit }) => {
  const { url } = await mock();
  const body = JSON.stringify({ account: "acct_brightwater" });
  const opened = await fetch(`${url}/_orgkit/sandboxes`, { method: "POST", headers: bearer, body });
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(await opened.json());
  await use(url);
  await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  expect(await orgkit(["record", "--from", url, "--sandbox", id, "--out", "one/two.json"])).toMatchObject({ code: 0 });
  const recording = readRecording(join(directory, "one/two.json"));
  expect([recording.steps.length, recording.sandbox]).toEqual([1, { account: "acct_brightwater", token }]);
  expect(await orgkit(["replay", "one/two.json"])).toMatchObject({ code: 0 });
  expect(await orgkit(["capsule", "--from", url, "--sandbox", id])).toMatchObject({
    code: 0,
    err: '"orgkit capsule" is deprecated: use "orgkit record".\n',
  });
  expect(readRecording(join(directory, file))).toEqual(recording);
});
