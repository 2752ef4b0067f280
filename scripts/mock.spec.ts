import { renameSync, rmSync, symlinkSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test, checkout, bearer } from "./cli.fixture.ts";
import { linkPackages } from "./release/packed.fixture.ts";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";

const watched = { authorization: "Bearer watched-token-1", "content-type": "application/json" };

/** The text of a world with users of these names. */
function worldOf(...names: readonly string[]): string {
  const users = names.map((name) => ({ id: `usr_${name}`, name, email: `${name}@watched.example` }));
  const accounts = [{ id: "acct_w", name: "Watched", tokens: ["watched-token-1"], users }];
  return JSON.stringify({ name: "watched", accounts });
}

/** The names of all users of a mock with such a world. */
async function namesOf(url: string): Promise<readonly unknown[]> {
  const response = await fetch(`${url}/api/v1/users?per_page=100`, { headers: watched });
  const { data = [] }: { data?: { name: string }[] } = await response.json();
  return data.map(({ name }) => name);
}

/** Creates a user of about 1 KB. @returns the status */
async function createUser(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, email: `${name}@watched.example`, note: "x".repeat(1000) });
  return (await fetch(`${url}/api/v1/users`, { method: "POST", headers: watched, body })).status;
}

const example = join(checkout, "mocks/adapters/example-project");

test("the mock serves what the project file says, with its handlers and scenarios, and reloads edited ones, and what they import", async ({
  directory,
  mock,
  write,
}) => {
  linkPackages(directory, ["msw"]);
  write(Object.fromEntries(readdirSync(example).map((name) => [name, readFileSync(join(example, name), "utf8")])));
  const handlers = `import { status } from "./status.js";\n${readFileSync(join(example, "handlers.ts"), "utf8")}
export const scenarios = { ours: () => ({ status, headers: {}, body: "" }) };`.replace(
    "export const scenarios:",
    "const others:",
  );
  write({ "handlers.ts": handlers, "status.js": "export const status = 418;\n" });
  const { url, output } = await mock(["--watch"]);
  const logIn = () => fetch(`${url}/login`, { method: "POST", body: '{"email":"ada@x.example"}' });
  const headers = { authorization: `Bearer ${(await (await logIn()).json()).token}`, origin: "https://app.example" };
  const removed = await fetch(`${url}/api/v1/users/u3`, { method: "DELETE", headers });
  expect([removed.status, removed.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  const preflight = { ...headers, "access-control-request-method": "DELETE" };
  const asked = await fetch(`${url}/api/v1/users/u3`, { method: "OPTIONS", headers: preflight });
  expect(asked.headers.get("access-control-allow-methods")).toBe("DELETE");
  expect(await (await fetch(`${url}/api/v1/users`, { headers })).json()).toMatchObject({ meta: { total: 2 } });
  expect((await fetch(`${url}/api/v1/users?export=1`, { headers })).status).toBe(503);
  await expect.poll(output).toMatch(/POST \/login 200 handler/);
  const journal = await (await fetch(`${url}/_orgkit/journal`)).json();
  expect(JSON.stringify(journal)).toContain('"rule":"handler POST /login"');
  const ours = async () =>
    (await fetch(`${url}/api/v1/users`, { headers: { ...headers, prefer: "scenario=ours" } })).status;
  expect(await ours()).toBe(418);
  write({ "status.js": "export const status = 419;\n" });
  await expect.poll(output).toContain("Reloaded status.js");
  expect(await ours()).toBe(419);
  write({ "handlers.ts": handlers.replace("status: 401", "status: 403").replace('user["email"] === email', "false") });
  await expect.poll(output).toContain("Reloaded handlers.ts");
  expect((await logIn()).status).toBe(403);
});

test("the mock resumes from its file, also with a reloaded world, and says so", async ({
  directory,
  write,
  mock,
  orgkit,
}) => {
  write({ "world.json": worldOf("ada") });
  const args = ["--world", "./world.json", "--state", "./my.state", "--watch"];
  const first = await mock(args);
  expect(first.output()).toContain("  State     ./my.state: new, begun with 1 user\n");
  expect(await createUser(first.url, "cy")).toBe(201);
  write({ "world.json": worldOf("ada", "ben") });
  await expect.poll(first.output).toContain("Reloaded world.json");
  expect(await first.stop()).toBe(0);
  expect(readdirSync(directory).toSorted()).toStrictEqual(["my.state", "world.json"]);

  const second = await mock(args);
  expect(second.output()).toContain("  State     ./my.state: resumed with 3 users\n");
  expect(await namesOf(second.url)).toStrictEqual(["ada", "ben", "cy"]);
  expect(await createUser(second.url, "cy")).toBe(409);
  await second.stop();
  write({ "world.json": worldOf("eve") });
  expect((await orgkit(["mock", "--port", "0", ...args])).err).toContain("has changed since");
});

test("a file that cannot be used is reported with exit code 2", async ({ mock, orgkit }) => {
  const { url } = await mock(["--world", "empty", "--state", "./my.state"]);
  for (const [flags, problem] of [
    [["--port", "0", "--state", "./my.state"], "my.state: another process uses it; stop it, or name another file"],
    // After a port conflict, the file can still be used: it is found to be of another world.
    [["--port", new URL(url).port, "--state", "./other.state", "--world", "empty"], "the port is taken"],
    [["--port", "0", "--state", "./other.state"], "and this is demo"],
  ] as const) {
    const ended = await orgkit(["mock", ...flags]);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining(problem) });
  }
});

test("on a full disk the mock says so, loses no acknowledged write, and continues when there is room", async ({
  write,
  mock,
}) => {
  write({ "world.json": worldOf() });
  const args = ["--world", "./world.json", "--quiet", "--state", "./my.state"];
  const { url, pid, output, signal, ended } = await mock(args);
  const limit = (bytes: string): unknown => execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}`]);
  limit("200000:unlimited");
  const saved: string[] = [];
  let status = await createUser(url, "user-0");
  for (; status === 201; status = await createUser(url, `user-${saved.length}`)) saved.push(`user-${saved.length}`);
  expect(saved.length).toBeGreaterThan(5);
  expect(status).toBe(500);
  // A read would show what is not on disk.
  const read = await fetch(`${url}/api/v1/users`, { headers: watched });
  expect([read.status, await read.text()]).toStrictEqual([500, expect.stringContaining("the disk accepts no more")]);
  expect(output()).toContain("Cannot save the state: the mock answers no requests until it can.");

  // Makes room on the disk.
  limit("unlimited");
  expect(await createUser(url, "after")).toBe(201);
  expect(output()).toContain("The state is being saved again");
  limit("4096:unlimited");
  expect(await createUser(url, "late")).toBe(500);
  signal("SIGTERM");
  expect(await ended).toBe(2);

  const roomy = await mock(args);
  expect(await namesOf(roomy.url)).toEqual(expect.arrayContaining([...saved, "after"]));
  expect(roomy.output()).toMatch(/resumed with \d+ users/);
});

async function isReachable(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response !== undefined;
}

test("a signal completes the requests in flight, and exits with 0", async ({ mock }) => {
  const { url, signal, ended } = await mock();
  const call = (prefer: string): Promise<Response> =>
    fetch(`${url}/api/v1/users?per_page=50`, { headers: { ...bearer, prefer } });
  const whole = await (await call("")).text();
  // One has received its head, the other nothing: each would take ten more minutes.
  const trickling = await call('scenario="slow-body:ms=600000"');
  const late = call('scenario="latency:ms=600000"');
  const hanging = expect(call('scenario="hang"')).rejects.toThrow();
  const countRequests = async (): Promise<unknown> =>
    (await (await fetch(`${url}/_orgkit/journal?limit=0`)).json()).total;
  await expect.poll(countRequests).toBe(4);
  signal("SIGINT");
  expect(await trickling.text()).toBe(whole);
  expect(await (await late).text()).toBe(whole);
  await hanging;
  expect(await ended).toBe(0);
  expect(await isReachable(url)).toBe(false);
});

test("a second signal exits at once", async ({ mock }) => {
  const { url, signal, ended } = await mock();
  const { hostname, port } = new URL(url);
  const halfway = connect(Number(port), hostname).on("error", () => undefined);
  const head = `POST /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer.authorization}\r\ncontent-length: 9\r\n\r\n{`;
  await new Promise<void>((resolve) => halfway.write(head, () => resolve()));
  await fetch(url);
  signal("SIGTERM");
  await expect.poll(() => isReachable(url)).toBe(false);
  signal("SIGTERM");
  expect(await ended).toBe("SIGTERM");
});

const args = ["--world", "./world.json", "--watch"];

test("an edited world is reloaded, created users stay, and a broken edit is reported and keeps the last valid version", async ({
  write,
  mock,
}) => {
  write({ "world.json": worldOf("ada", "ben") });
  const { url, output } = await mock(args);
  expect(await createUser(url, "cy")).toBe(201);
  write({ "world.json": worldOf("ada", "ben", "dee") });
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  write({ "world.json": worldOf("ada").replace('"tokens"', '"tokns"') });
  // The file may have been read while it was written.
  await expect
    .poll(output)
    .toMatch(/Kept the last valid version[^]*world\.json:1:\d+ accounts\[0\]\.tokns: unknown key/);
  expect(await namesOf(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  write({ "world.json": worldOf("ada", "cy") });
  await expect.poll(output).toMatch(/dropped created user \S+ of acct_w: its email is taken/);
  expect(await namesOf(url)).toStrictEqual(["ada", "cy"]);
});

test("an edited config, and its dialect and world are reloaded", async ({ write, mock }) => {
  const config = (settings: object) => ({
    "orgkit.config.json": JSON.stringify({ mock: { watch: true, ...settings } }),
  });
  write(config({ world: "empty" }));
  const { url, output } = await mock();
  write({ "world.json": worldOf("ada", "ben"), "dialect.yaml": "name: mine\n" });
  write(config({ world: "./world.json", dialect: "./dialect.yaml", scenario: ["latency:ms=1"] }));
  await expect.poll(output).toContain("Reloaded orgkit.config.json");
  const state = await fetch(`${url}/_orgkit/state`);
  expect(await state.json()).toMatchObject({ scenarios: ["latency:ms=1"], world: { name: "watched" } });

  write({ "dialect.yaml": "paging: { users: { style: page, defaultSize: 1, maxSize: 1 } }\n" });
  await expect.poll(output).toContain("Reloaded dialect.yaml");
  expect(await namesOf(url)).toStrictEqual(["ada"]);
});

test("a config that is created later is adopted, and what it names is waited for", async ({ write, mock }) => {
  const { url, output } = await mock(["--watch"]);
  write({ "orgkit.config.json": JSON.stringify({ world: "./world.json" }) });
  await expect.poll(output).toContain("Kept the last valid version. Cannot use world");
  write({ "world.json": worldOf("ada") });
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["ada"]);
});

test("an edited base URL, seed and list of scenarios are adopted; other edits leave the scenarios that are active", async ({
  directory,
  write,
  mock,
}) => {
  linkPackages(directory, ["msw"]);
  const config = (settings: object) => ({
    "orgkit.config.json": JSON.stringify({ handlers: "./handlers.js", mock: { watch: true }, ...settings }),
    "handlers.js": `import { http, HttpResponse } from "msw";
      export default [http.get("https://api.example/y/login", () => HttpResponse.json("in"))];`,
  });
  write(config({ baseUrl: "https://api.example/x" }));
  const { url, output } = await mock();
  const state = async () => (await fetch(`${url}/_orgkit/state`)).json();
  const activate = async (...active: readonly string[]): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "PUT", headers, body: JSON.stringify({ active }) };
    expect((await fetch(`${url}/_orgkit/scenarios`, init)).status).toBe(200);
  };
  await activate("latency:ms=1");
  expect((await fetch(`${url}/login`)).status).toBe(404);
  write(config({ baseUrl: "https://api.example/y", seed: 5 }));
  await expect.poll(output).toContain("Reloaded orgkit.config.json");
  await expect.poll(async () => (await fetch(`${url}/login`)).status).toBe(200);
  expect(await state()).toMatchObject({ seed: 5, scenarios: ["latency:ms=1"] });
  write(config({ scenarios: ["latency:ms=2"] }));
  await expect.poll(async () => (await state()).scenarios).toEqual(["latency:ms=2"]);
  await activate();
  await fetch(`${url}/_orgkit/reset`, { method: "POST" });
  expect(await state()).toMatchObject({ seed: 1, scenarios: ["latency:ms=2"] });
});

test("--watch follows the swapped links of a mounted volume", async ({ directory, write, mock }) => {
  const at = (path: string): string => join(directory, path);
  write({ "v1/world.json": worldOf("ada") });
  symlinkSync("v1", at("..data"));
  symlinkSync("..data/world.json", at("world.json"));
  const { url, output } = await mock(args);
  write({ "v2/world.json": worldOf("ada", "ben") });
  symlinkSync("v2", at("..data_tmp"));
  renameSync(at("..data_tmp"), at("..data"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["ada", "ben"]);
});

test("a watched file that is gone is reported, and followed again when it is back", async ({
  directory,
  write,
  mock,
}) => {
  write({ "world.json": worldOf("ada") });
  const { url, output } = await mock(args);
  rmSync(join(directory, "world.json"));
  await expect.poll(output).toContain("Cannot watch world.json (no such file)");
  write({ "world.json": worldOf("eve") });
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["eve"]);
});
