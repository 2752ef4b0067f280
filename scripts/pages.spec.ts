import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "@playwright/test";
import { startPrism } from "../conformance/test-servers/prism.fixture.ts";
import metadata from "../package.json" with { type: "json" };
import { blocksOf, commandsOf, missingLine } from "./check/page-blocks.fixture.ts";
import { checkout, cli, run, startServer, type RunningServer } from "./cli.fixture.ts";
import { newProject, packedFile, removeProject, unpack } from "./release/packed.fixture.ts";

/**
 * Runs the commands of the pages unchanged, in a project with the packed orgkit, and compares the output with the
 * pages. Only hosts and ports differ, and `npx` is left out: it runs the same file.
 */
const token = "aurora-token-4f7a91";
let project: string;
const servers: RunningServer[] = [];

// Both pages use one project.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  project = newProject();
  unpack(await packedFile(), project, ["@playwright/test", "@stoplight/prism-http", "msw"]);
  const program = join(project, "node_modules/orgkit/dist/lib/orgkit.mjs");
  mkdirSync(join(project, "node_modules/.bin"));
  writeFileSync(join(project, "node_modules/.bin/orgkit"), `#!/bin/sh\nexec node ${program} "$@"\n`, { mode: 0o755 });
  copyFileSync(join(checkout, "fixtures/worlds/demo.yaml"), join(project, "my-world.yaml"));
  copyFileSync(join(checkout, "fixtures/dialect/dialects/reference.yaml"), join(project, "ours.yaml"));
  writeFileSync(
    join(project, "drifted.yaml"),
    "name: drifted\npaging: { users: { style: page, defaultSize: 10 } }\nstatuses: { failure: { refusedToken: 403 } }\n",
  );
});
test.afterAll(() => removeProject(project));
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** Commands use the project's packages first, then this Node. */
function searchPath(): string {
  const directories = [project, checkout].map((directory) => join(directory, "node_modules/.bin"));
  return [...directories, process.env["PATH"] ?? ""].join(delimiter);
}

/** A service that a page assumes. */
async function serve(...flags: readonly string[]): Promise<RunningServer> {
  const server = await startServer([process.execPath, cli], ["mock", "--port", "0", "--quiet", ...flags], project, {});
  servers.push(server);
  return server;
}

async function startOrgkit(
  command: string,
  environment: Readonly<Record<string, string>>,
  cwd = project,
): Promise<RunningServer> {
  const env = { PATH: searchPath(), ...environment, ORGKIT_PORT: "0" };
  const server = await startServer(["/bin/sh", "-c"], [`exec ${command}`], cwd, env);
  servers.push(server);
  return server;
}

interface Following {
  /** The local addresses of the hosts in commands. */
  readonly hosts: (command: string) => Readonly<Record<string, string>>;
  /** Commands with another exit code than 0. */
  readonly exits?: Readonly<Record<string, number>>;
  /** Files that exist before the page begins. */
  readonly before?: string;
}

/** Runs the blocks of a page. @returns each shown line that is not in the output */
async function follow(page: string, { hosts, exits = {}, before = "" }: Following): Promise<readonly string[]> {
  const environment: Record<string, string> = {};
  let written = settled(before);
  const notWritten: string[] = [];
  for (const block of blocksOf(readFileSync(join(checkout, page), "utf8"))) {
    const at = `${page}:${block.line}`;
    const missing = block.language === "text" ? missingLine(settled(block.text), written) : undefined;
    if (missing !== undefined) notWritten.push(`${at} ${missing}`);
    for (const command of block.language === "sh" ? commandsOf(block) : []) {
      const places = Object.entries(hosts(command));
      const here = places.reduce((text, [host, url]) => text.replaceAll(host, url), command);
      const output = await test.step(`${at} ${command}`, () => execute(here, environment, exits[command] ?? 0));
      written += settled(places.reduce((text, [host, url]) => text.replaceAll(url, host), output));
    }
  }
  return notWritten;
}

/** @returns the output; of a server, until it was ready or, of the proxy, with its report */
async function execute(command: string, environment: Record<string, string>, exit: number): Promise<string> {
  const [, name, value] = /^export (\w+)=(.*)$/.exec(command) ?? [];
  if (name !== undefined && value !== undefined) {
    environment[name] = value;
    return "";
  }
  const own = command.replace(/^npx |^npm ci && /, "");
  // It would run these tests.
  if (own === "npm test") return "";
  // Done before, with the packed file.
  if (own === "npm install --save-dev orgkit msw @playwright/test") return "";
  if (own === "npm start") return (await startOrgkit(metadata.scripts.start, environment, checkout)).output();
  if (own.startsWith("orgkit mock")) return (await startOrgkit(own, environment)).output();
  if (own.startsWith("orgkit proxy")) return useProxy(await startOrgkit(own, environment), exit);
  const env = { PATH: searchPath(), ...environment };
  const ended = await run("/bin/sh", ["-c", own], project, env);
  expect(ended, `${command}\n${ended.out}${ended.err}`).toMatchObject({ code: exit });
  return ended.out + ended.err;
}

/** Like a frontend that forgets a field. */
async function useProxy({ url, stop, output }: RunningServer, exit: number): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const list of ["users", "invoices", "invoices"]) await fetch(`${url}/api/v1/${list}`, { headers });
  await fetch(`${url}/api/v1/users`, { method: "POST", headers, body: JSON.stringify({ email: "a@new.example" }) });
  expect(await stop()).toBe(exit);
  return output();
}

/** Without parts that change in each run. */
function settled(text: string): string {
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010")
      // The duration and number of requests are not promised.
      .replaceAll(/\d+(?:\.\d+)? (ms|s|requests)\b/g, "0 $1")
      .replaceAll(/\d\d:\d\d:\d\d/g, "00:00:00")
      .replaceAll(/Bearer (?:[a-z\d]+-){2}[a-z\d]+/g, "Bearer …")
  );
}

/** The vendor's section about Prism, which accepts any token. */
async function judgePrism(): Promise<string> {
  const prism = await startPrism();
  const args = ["conform", prism.baseUrl];
  const judged = await run(process.execPath, [cli, ...args], project, { ORGKIT_TOKEN: token });
  await prism.stop();
  return judged.out;
}

test("README.md and conform.md: every command runs with the shown output", async () => {
  test.setTimeout(400_000);
  const staging = await serve();
  const broken = await serve("--scenario", "malformed-envelope:rule=ENV-05,on=listInvoices");
  const elsewhere = new Map([["proxy", broken.url]]);
  const hosts = (command: string): Record<string, string> => ({
    "https://staging.example/x": elsewhere.get(command.split(" ")[2] ?? "") ?? staging.url,
    "http://127.0.0.1:8080": staging.url,
  });
  const exits = {
    "npx orgkit proxy https://staging.example/x --dialect ./ours.yaml --out reports --fail-on-violation": 1,
  };
  expect(await follow("README.md", { hosts, exits, before: await judgePrism() })).toEqual([]);
  expect(await follow("conformance/run/conform.md", { hosts })).toEqual([]);
});

test("mocks/README.md: every command runs with the shown output", async () => {
  test.setTimeout(400_000);
  const mock = await startOrgkit("orgkit mock", {});
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "ada@new.example", name: "Ada" });
  await fetch(`${mock.url}/api/v1/users`, { method: "POST", headers, body });
  await fetch(`${mock.url}/api/v1/users`);
  await fetch(`${mock.url}/api/v1/users?page=x`, { headers });
  // A request is logged after its response, which may be a moment later.
  await expect.poll(() => mock.output()).toContain("page=x");
  const hosts = (): Record<string, string> => ({ "http://127.0.0.1:4010": mock.url });
  const missing = await follow("mocks/README.md", { hosts, before: mock.output() });
  // The output of an assertion is tested elsewhere.
  expect(
    missing.filter((line) => !line.includes('Expected: at least 1 request of {"operation":"createUser","status":201}')),
  ).toEqual([]);
});
