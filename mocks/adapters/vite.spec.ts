import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test as base } from "@playwright/test";
import { createServer, preview, type InlineConfig } from "vite";
import { orgkit } from "./vite.ts";

const example = fileURLToPath(new URL("example-project", import.meta.url));
const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));
const page = "<!doctype html><title>app</title>";

const test = base.extend<{ project: string }>({
  // oxlint-disable-next-line no-empty-pattern
  project: async ({}, use) => {
    const project = mkdtempSync(join(tmpdir(), "orgkit-vite-"));
    cpSync(example, project, { recursive: true });
    for (const file of ["index.html", "dist/index.html"]) {
      mkdirSync(join(project, file, ".."), { recursive: true });
      writeFileSync(join(project, file), page);
    }
    symlinkSync(packages, join(project, "node_modules"), "dir");
    await use(project);
    rmSync(project, { recursive: true, maxRetries: 5 });
  },
});

const logIn = (url: string) => fetch(`${url}/login`, { method: "POST", body: '{"email":"ada@x.example"}' });

interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const listen = { host: "127.0.0.1", port: 0 };

const servers = {
  "the dev server": async (config: InlineConfig) => {
    const server = await createServer({ ...config, server: listen });
    await server.listen();
    return { url: new URL(server.resolvedUrls?.local[0] ?? "").origin, close: () => server.close() };
  },
  "vite preview": async (config: InlineConfig) => {
    const server = await preview({ ...config, preview: listen });
    return { url: new URL(server.resolvedUrls?.local[0] ?? "").origin, close: () => server.close() };
  },
} satisfies Record<string, (config: InlineConfig) => Promise<Served>>;

for (const [name, open] of Object.entries(servers)) {
  test(`${name} answers as the project file says, below its prefix, and shows the console`, async ({ project }) => {
    const config: InlineConfig = { configFile: false, root: project, logLevel: "silent", plugins: [orgkit()] };
    const { url, close } = await open(config);
    const service = `${url}/tenant/x`;
    const headers = { authorization: `Bearer ${(await (await logIn(service)).json()).token}` };
    const users = await fetch(`${service}/api/v1/users`, { headers });
    expect(await users.json()).toMatchObject({ data: [{ id: "u1" }, { id: "u2" }], meta: { total: 3 } });
    expect((await fetch(`${service}/api/v1/users/u3`, { method: "DELETE", headers })).status).toBe(204);
    expect((await fetch(`${service}/api/v1/users?export=1`, { headers })).status).toBe(503);
    const accept = { accept: "text/html" };
    const pages = await Promise.all(["/", "/users", "/_orgkit/"].map((path) => fetch(url + path, { headers: accept })));
    expect(
      (await Promise.all(pages.map((response) => response.text()))).map((text) => /<title>(\w+)/.exec(text)?.[1]),
    ).toEqual(["app", "app", "orgkit"]);
    const journal = await (await fetch(`${url}/_orgkit/journal`)).json();
    expect(journal).toMatchObject({ entries: expect.arrayContaining([]) });
    await close();
  });
}

test("an edited world, and edited handlers, are reloaded, and created users stay", async ({ project }) => {
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./people.yaml\nhandlers: ./handlers.ts\n");
  const messages: string[] = [];
  const { url, close } = await servers["the dev server"]({
    configFile: false,
    root: project,
    plugins: [orgkit()],
    customLogger: logger(messages),
  });
  const headers = { authorization: "Bearer our-token-1", "content-type": "application/json" };
  const body = '{"email":"new@x.example","name":"New"}';
  expect((await fetch(`${url}/api/v1/users`, { method: "POST", headers, body })).status).toBe(201);
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    writeFileSync(join(project, file), readFileSync(join(project, file), "utf8").replace(from, to));
    await expect.poll(() => messages.join("\n")).toContain(`Reloaded\n  ${join(project, file)}`);
  };
  await edit("people.yaml", "ada@x.example", "eve@x.example");
  const { data } = await (await fetch(`${url}/api/v1/users`, { headers })).json();
  expect(data.map(({ email }: { email: string }) => email)).toEqual(
    expect.arrayContaining(["eve@x.example", "new@x.example"]),
  );
  await edit("handlers.ts", "status: 401", "status: 403");
  expect((await logIn(url)).status).toBe(403);
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./none.yaml\n");
  await expect.poll(() => messages.join("\n")).toContain("Kept the last valid version. Cannot use world");
  await close();
});

test("a mistake in the project fails the requests for the mock, not the application", async ({ project }) => {
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./none.yaml\n");
  const messages: string[] = [];
  const plugins = [orgkit()];
  const config: InlineConfig = { configFile: false, root: project, plugins, customLogger: logger(messages) };
  const { url, close } = await servers["the dev server"](config);
  const statuses = ["/", "/api/v1/users", "/_orgkit/"].map(async (path) => (await fetch(url + path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 500, 500]);
  expect(messages.join("\n")).toContain("Cannot use world");
  await close();
});

test("a module that the handlers import is reloaded, and a page gets the project as a module", async ({ project }) => {
  writeFileSync(join(project, "status.ts"), "export const status = 401;\n");
  const handlers = readFileSync(join(project, "handlers.ts"), "utf8").replace("{ status: 401 }", "{ status }");
  writeFileSync(join(project, "handlers.ts"), `import { status } from "./status.ts";\n${handlers}`);
  const messages: string[] = [];
  const server = await createServer({
    configFile: false,
    root: project,
    plugins: [orgkit()],
    customLogger: logger(messages),
    server: listen,
  });
  await server.listen();
  const service = `${new URL(server.resolvedUrls?.local[0] ?? "").origin}/tenant/x`;
  const logInUnknown = () => fetch(`${service}/login`, { method: "POST", body: '{"email":"nobody@x.example"}' });
  expect((await logInUnknown()).status).toBe(401);
  writeFileSync(join(project, "status.ts"), "export const status = 403;\n");
  await expect.poll(() => messages.join("\n")).toContain(`Reloaded\n  ${join(project, "status.ts")}`);
  expect((await logInUnknown()).status).toBe(403);
  const { default: options } = await server.ssrLoadModule("orgkit/project");
  expect(options).toMatchObject({
    baseUrl: "https://api.example/tenant/x",
    dialect: { statuses: { failure: { refusedToken: 403 } } },
    world: { accounts: [{ id: "ours" }] },
    ownScenarios: { "short-list": expect.any(Function) },
  });
  await server.close();
});

function logger(messages: string[]): NonNullable<InlineConfig["customLogger"]> {
  const log = (text: string): void => void messages.push(text);
  return {
    info: log,
    warn: log,
    warnOnce: log,
    error: log,
    clearScreen: () => undefined,
    hasErrorLogged: () => false,
    hasWarned: false,
  };
}
