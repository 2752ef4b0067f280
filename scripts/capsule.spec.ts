import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { readCapsule } from "../mocks/capsule/read-capsule.ts";
import { test } from "./cli.fixture.ts";

const bearer = { authorization: "Bearer aurora-token-4f7a91" };
const json = { ...bearer, "content-type": "application/json" };
const ada = '{"email":"ada@new.example","name":"Ada Ångström"}';

/** A few calls to a mock, among them one with a token of somebody's own. */
async function use(url: string): Promise<void> {
  await fetch(`${url}/api/v1/users?per_page=2`, { headers: bearer });
  for (let time = 0; time < 2; time += 1)
    await fetch(`${url}/api/v1/users`, { method: "POST", headers: json, body: ada });
  await fetch(`${url}/api/v1/users`, { headers: { authorization: "Bearer my-real-secret" } });
}

const lines = [
  "✓ 1 GET /api/v1/users?per_page=2 200",
  "✓ 2 POST /api/v1/users 201",
  "✓ 3 POST /api/v1/users 409",
  "✓ 4 GET /api/v1/users 401",
].join("\n");

test("a capsule of a running mock is saved, and replayed on every face", async ({ folder, mock, orgkit }) => {
  const { url, stop } = await mock(["--scenario", "latency:ms=1", "--seed", "7"]);
  await use(url);
  const saved = await orgkit(["capsule", "--from", url]);
  expect(saved).toMatchObject({ code: 0, err: "" });
  expect(saved.out).toMatch(
    /^Wrote orgkit-capsule\.json\n\n {2}World {6}demo, seed 7\n {2}Dialect {4}reference\n {2}Scenarios {2}latency:ms=1\n {2}Steps {6}4 calls\n {2}Time {7}20.+ to 20/,
  );
  expect(readFileSync(join(folder, "orgkit-capsule.json"), "utf8")).not.toContain("my-real-secret");
  await stop();
  const [line = ""] = /replay \S+$/m.exec(saved.out) ?? [];
  for (const face of ["simulation", "http", "msw"]) {
    const ended = await orgkit([...line.split(" "), "--face", face]);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain(lines);
    expect(ended.out).toMatch(/\nAll 4 get the same reply on the (simulation|face \w+)\.\n$/);
  }
});

test("the mock is found by port, environment, config file or the address of its console", async ({
  folder,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const { port } = new URL(url);
  const save = async (args: readonly string[], environment = {}): Promise<unknown> =>
    (await orgkit(["capsule", "--force", ...args], environment)).code;
  expect(await save(["--port", port])).toBe(0);
  expect(await save([], { ORGKIT_PORT: port })).toBe(0);
  expect(await save([], { PORT: port })).toBe(0);
  expect(await save(["--from", `${url}/_orgkit/`])).toBe(0);
  writeFileSync(join(folder, "orgkit.config.json"), JSON.stringify({ mock: { port: Number(port) } }));
  expect(await save([])).toBe(0);
  writeFileSync(join(folder, "orgkit.config.json"), JSON.stringify({ mock: { port: 9 }, capsule: { from: url } }));
  expect(await save([])).toBe(0);
});

test("a mock that is open to other machines asks for its token", async ({ mock, orgkit }) => {
  const { url, output } = await mock(["--host", "0.0.0.0"]);
  const console = /Console {3}(\S+)/.exec(output())?.[1] ?? "";
  const token = new URL(console).hash.replace("#token=", "");
  expect((await orgkit(["capsule", "--from", url])).err).toContain(
    "its control API needs the token it printed at its start: --control-token",
  );
  expect(await orgkit(["capsule", "--from", console])).toMatchObject({ code: 0 });
  expect(await orgkit(["capsule", "--from", url, "--force"], { ORGKIT_CONTROL_TOKEN: token })).toMatchObject({
    code: 0,
  });
});

test("a capsule of a sandbox holds its calls alone", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ account: "acct_brightwater" });
  const opened = await fetch(`${url}/_orgkit/sandboxes`, { method: "POST", headers, body });
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(await opened.json());
  await use(url);
  await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  expect(await orgkit(["capsule", "--from", url, "--sandbox", id, "--out", "one/two.json"])).toMatchObject({ code: 0 });
  const capsule = readCapsule(join(folder, "one/two.json"));
  expect([capsule.steps.length, capsule.sandbox]).toEqual([1, { account: "acct_brightwater", token }]);
  expect(await orgkit(["replay", "one/two.json"])).toMatchObject({ code: 0 });
});

test("a file that is there is not overwritten unasked", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  expect(await orgkit(["capsule", "--from", url, "--out", folder])).toMatchObject({ code: 0 });
  const path = join(folder, "orgkit-capsule.json");
  const before = readFileSync(path, "utf8");
  await use(url);
  const refused = await orgkit(["capsule", "--from", url]);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain("there is one already; expected another name, or --force to overwrite it");
  expect(readFileSync(path, "utf8")).toBe(before);
  expect(await orgkit(["capsule", "--from", url, "--force"])).toMatchObject({ code: 0 });
  expect(readCapsule(path).steps).toHaveLength(4);
});

test("where no mock runs, that is said", async ({ orgkit }) => {
  const server = createServer((_, response) => void response.end("<!doctype html>")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const other = await orgkit(["capsule", "--port", String(port)]);
  expect(other.err).toContain("what answers there (status 200) is no orgkit mock, or one without its control API");
  await new Promise((resolve) => server.close(resolve));
  const nobody = await orgkit(["capsule", "--port", String(port)]);
  expect(nobody).toMatchObject({ code: 2, out: "" });
  expect(nobody.err).toContain(`http://127.0.0.1:${port}: no mock answers there (ECONNREFUSED); start one with `);
});

test("a reply that is not the same is shown, and exits 1", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  await use(url);
  await orgkit(["capsule", "--from", url]);
  const path = join(folder, "orgkit-capsule.json");
  const text = readFileSync(path, "utf8").replace('"orgkit": "0.', '"orgkit": "9.').replace('"seed": 1', '"seed": 2');
  writeFileSync(path, text);
  const ended = await orgkit(["replay", "orgkit-capsule.json"]);
  expect(ended).toMatchObject({ code: 1, err: "" });
  expect(ended.out).toMatch(
    /✗ 2 POST \/api\/v1\/users 201\n {4}body\.data\[0\]\.id: expected "usr_\w+", got "usr_\w+"\n✓ 3/,
  );
  expect(ended.out).toMatch(
    /1 of 4 do not get the same reply on the simulation\.\nIt was recorded by orgkit 9\..+; this is /,
  );
});

test.describe("wrong usage exits 2 and says how to mend it", () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [["capsule", "--port", "x"], "--port: expected a port from 1 to 65535"],
    [
      ["capsule", "--from", "localhost:4010"],
      "--from: expected the address of a mock, for instance http://127.0.0.1:4010",
    ],
    [["replay"], "missing required argument 'FILE'"],
    [["replay", "nowhere.json"], "nowhere.json: no such file"],
    [["replay", "nowhere.json", "--face", "carrier-pigeon"], "--face: expected one of simulation, http, msw"],
    [["replay", "nowhere.json", "--test", "reproduction.ts"], "--test: expected a file Playwright finds, for instance"],
    [["replay", "package.json"], "package.json: it is no capsule; expected a file that orgkit capsule wrote"],
  ];
  for (const [args, message] of cases) {
    test(`orgkit ${args.join(" ")}`, async ({ folder, orgkit }) => {
      writeFileSync(join(folder, "package.json"), "{}");
      const ended = await orgkit(args);
      expect(ended).toMatchObject({ code: 2, out: "" });
      expect(ended.err).toContain(message);
      expect(ended.err).not.toMatch(/^ {4}at /m);
    });
  }
});
