import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { connect, type OutgoingHttpHeaders } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test as base } from "@playwright/test";
import { createServer, preview, type InlineConfig, type Plugin } from "vite";
import { certificate } from "../../fixtures/network/certificate.fixture.ts";
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

const listen = { host: "127.0.0.1", port: 0 };

/** Gives a project only these handlers of its own. */
function useHandlers(project: string, ...list: readonly string[]): void {
  writeFileSync(join(project, "orgkit.config.yaml"), "handlers: ./all.ts\n");
  writeFileSync(
    join(project, "all.ts"),
    `import { http, HttpResponse, delay, passthrough } from "msw";\nexport default [${list.join()}];`,
  );
}

/** Vite in a project with the plugin, a preview or with more settings; `messages` is what it prints. */
async function serve(project: string, isPreview = false, more: InlineConfig = {}) {
  const messages: string[] = [];
  const log = (message: string): void => void messages.push(message);
  const customLogger = {
    info: log,
    warn: log,
    warnOnce: log,
    error: log,
    clearScreen: () => undefined,
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  // By default all of them would write to one cache, in the linked packages.
  const cacheDir = join(project, ".vite");
  const common: InlineConfig = {
    configFile: false,
    root: project,
    cacheDir,
    plugins: [orgkit()],
    customLogger,
    ...more,
  };
  const server = isPreview
    ? await preview({ ...common, preview: listen })
    : await (await createServer({ ...common, server: { ...listen, ...more.server } })).listen();
  const url = new URL(server.resolvedUrls?.local[0] ?? "").origin;
  return { server, url, messages: () => messages.join("\n"), close: () => server.close() };
}

for (const isPreview of [false, true]) {
  test(`${isPreview ? "vite preview" : "the dev server"} answers as the project file says, below its prefix, and shows the console`, async ({
    project,
  }) => {
    const { url, close } = await serve(project, isPreview);
    const service = `${url}/tenant/x`;
    const headers = { authorization: `Bearer ${(await (await logIn(service)).json()).token}` };
    const users = await fetch(`${service}/api/v1/users`, { headers });
    expect(await users.json()).toMatchObject({ data: [{ id: "u1" }, { id: "u2" }], meta: { total: 3 } });
    const titles = ["/", "/users", "/_orgkit/"].map(async (path) => {
      const shown = await fetch(url + path, { headers: { accept: "text/html" } });
      return /<title>(\w+)/.exec(await shown.text())?.[1];
    });
    expect(await Promise.all(titles)).toEqual(["app", "app", "orgkit"]);
    await close();
  });
}

test("what handlers match and do not respond to is left to Vite, also the application's first page", async ({
  project,
}) => {
  useHandlers(
    project,
    'http.all("*/users.txt", () => passthrough())',
    'http.all("*", async () => { await delay(1); })',
  );
  mkdirSync(join(project, "public"));
  writeFileSync(join(project, "public/users.txt"), "from Vite");
  const { url, close } = await serve(project);
  const headers = { accept: "text/html", authorization: "Bearer aurora-token-4f7a91" };
  const texts = ["/", "/users.txt", "/_orgkit?x"].map(async (path) => (await fetch(url + path, { headers })).text());
  expect(await Promise.all(texts)).toEqual([
    expect.stringContaining("<title>app"),
    "from Vite",
    expect.stringContaining("<title>orgkit"),
  ]);
  expect((await fetch(`${url}/api/v1/users`, { headers })).status).toBe(200);
  await close();
});

test("handlers match by the body, and Vite's own middlewares get the bodies that they leave", async ({ project }) => {
  const isOurs = 'async ({ request }) => (await request.text()).includes("ours")';
  useHandlers(
    project,
    'http.post("*/passed", () => passthrough())',
    `http.post(${isOurs}, () => HttpResponse.text("handled"))`,
  );
  const echo: Plugin = {
    name: "echo",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response) => {
        void text(request).then((body) => response.end(`Vite got ${body.length}`));
      });
    },
  };
  const { url, close } = await serve(project, false, { plugins: [orgkit(), echo] });
  const post = async (path: string, body: BodyInit): Promise<string> => {
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    return (await fetch(url + path, init)).text();
  };
  const streamed = new Blob(["x".repeat(200_000), "y".repeat(100_000)]).stream();
  expect(await post("/form", "is ours")).toBe("handled");
  expect(await post("/form", "is ours".padEnd(3_000_000))).toBe("handled");
  expect(await post("/form", "")).toBe("Vite got 0");
  expect(await post("/form", "theirs")).toBe("Vite got 6");
  expect(await post("/passed", "x".repeat(100_000))).toBe("Vite got 100000");
  expect(await post("/passed", streamed)).toBe("Vite got 300000");
  expect(await post("/passed", "x".repeat(3_000_000))).toBe("Vite got 3000000");
  await close();
});

test("an edited world, and a module that the handlers import, are reloaded, and created users stay", async ({
  project,
}) => {
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./people.yaml\nhandlers: ./handlers.ts\n");
  writeFileSync(join(project, "status.ts"), "export const status = 401;\n");
  const handlers = readFileSync(join(project, "handlers.ts"), "utf8").replace("{ status: 401 }", "{ status }");
  writeFileSync(join(project, "handlers.ts"), `import { status } from "./status.ts";\n${handlers}`);
  const { url, messages, close } = await serve(project);
  const headers = { authorization: "Bearer our-token-1", "content-type": "application/json" };
  const body = '{"email":"new@x.example","name":"New"}';
  expect((await fetch(`${url}/api/v1/users`, { method: "POST", headers, body })).status).toBe(201);
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    writeFileSync(join(project, file), readFileSync(join(project, file), "utf8").replace(from, to));
    await expect.poll(messages).toContain(`Reloaded\n  ${join(project, file)}`);
  };
  await edit("people.yaml", "ada@x.example", "eve@x.example");
  const { data } = await (await fetch(`${url}/api/v1/users`, { headers })).json();
  expect(data.map(({ email }: { email: string }) => email)).toEqual(
    expect.arrayContaining(["eve@x.example", "new@x.example"]),
  );
  expect((await logIn(url)).status).toBe(401);
  await edit("status.ts", "401", "403");
  expect((await logIn(url)).status).toBe(403);
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./none.yaml\n");
  await expect.poll(messages).toContain("Kept the last valid version. Cannot use world");
  await close();
});

test("an edited base URL, seed and list of scenarios are adopted; other edits leave the scenarios that are active", async ({
  project,
}) => {
  const { url, messages, close } = await serve(project);
  const config = join(project, "orgkit.config.yaml");
  const given = readFileSync(config, "utf8");
  const users = { headers: { authorization: "Bearer our-token-1", accept: "text/html" } };
  const state = async () => (await fetch(`${url}/_orgkit/state`)).json();
  const activate = async (...active: readonly string[]): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "PUT", headers, body: JSON.stringify({ active }) };
    expect((await fetch(`${url}/_orgkit/scenarios`, init)).status).toBe(200);
  };
  await activate("empty-lists");
  writeFileSync(config, `${given.replace("tenant/x", "tenant/y")}seed: 5\n`);
  await expect.poll(messages).toContain("Reloaded");
  expect((await fetch(`${url}/tenant/y/api/v1/users`, users)).headers.get("content-type")).toContain("json");
  expect(await (await fetch(`${url}/tenant/x/api/v1/users`, users)).text()).toContain("<title>app");
  expect(await state()).toMatchObject({ seed: 5, scenarios: ["empty-lists"] });
  writeFileSync(config, `${given}scenarios: [maintenance]\n`);
  await expect.poll(async () => (await state()).scenarios).toEqual(["maintenance"]);
  await activate();
  await fetch(`${url}/_orgkit/reset`, { method: "POST" });
  expect(await state()).toMatchObject({ seed: 1, scenarios: ["maintenance"] });
  writeFileSync(config, "baseUrl: /api/v1\n");
  await expect.poll(messages).toContain("Kept the last valid version. Cannot use the mock");
  await close();
});

test("a project file that is created while the dev server runs is adopted, and what it names is waited for", async ({
  project,
}) => {
  const config = join(project, "orgkit.config.yaml");
  const given = readFileSync(config, "utf8");
  rmSync(config);
  const { url, messages, close } = await serve(project);
  const headers = { authorization: "Bearer our-token-1" };
  expect((await fetch(`${url}/api/v1/users`, { headers })).status).toBe(401);
  writeFileSync(config, given.replace("./people.yaml", "./later.yaml"));
  await expect.poll(messages).toContain("Kept the last valid version. Cannot use world");
  const world = join(project, "later.yaml");
  writeFileSync(world, "accounts: [{ id: ours, name: Ours, tokens: [our-token-1], usrs: [] }]\n");
  await expect.poll(messages).toContain("usrs: unknown key");
  writeFileSync(world, readFileSync(join(project, "people.yaml")));
  await expect.poll(messages).toContain(`Reloaded\n  ${world}`);
  expect((await fetch(`${url}/tenant/x/api/v1/users`, { headers })).status).toBe(200);
  await close();
});

test("edited server code of the application is Vite's to update", async ({ project }) => {
  const app = join(project, "render.ts");
  writeFileSync(app, "export const text = 1;\n");
  const { server, url, messages, close } = await serve(project);
  if ("ssrLoadModule" in server) await server.ssrLoadModule(app);
  await fetch(`${url}/api/v1/users`);
  writeFileSync(app, "export const text = 2;\n");
  if ("watcher" in server) await once(server.watcher, "change");
  appendFileSync(join(project, "people.yaml"), "# edited\n");
  await expect.poll(messages).toContain(`Reloaded\n  ${join(project, "people.yaml")}`);
  expect(messages()).not.toContain(app);
  await close();
});

test("over HTTP/2, as Vite speaks it where it has a certificate, requests and broken responses are the same", async ({
  project,
}) => {
  const { url, close } = await serve(project, false, {
    plugins: [orgkit({ world: "demo", baseUrl: "/", dialect: { createUser: { location: "{{origin}}/new" } } })],
    server: { https: certificate },
  });
  const client = connect(url, { rejectUnauthorized: false });
  const ask = async (headers: OutgoingHttpHeaders, body = ""): Promise<unknown> => {
    const authorized = { ":path": "/api/v1/users", authorization: "Bearer aurora-token-4f7a91", ...headers };
    const sent = client.request(authorized, { endStream: body === "" });
    if (body !== "") sent.end(body);
    try {
      const [answered] = await once(sent, "response");
      await text(sent);
      return answered["location"] ?? answered[":status"];
    } catch {
      return "broken";
    }
  };
  const creation = { ":method": "POST", "content-type": "application/json" };
  expect(await ask({})).toBe(200);
  expect(await ask(creation, '{"email":"new@x.example","name":"New"}')).toBe(`${url}/new`);
  for (const scenario of ["lost-response", "reset", "truncated-body"]) {
    expect(await ask({ prefer: `scenario="${scenario}"` })).toBe("broken");
  }
  // Only the one request is broken, not its connection.
  expect(await ask({})).toBe(200);
  client.close();
  await close();
});

test("a mistake in the project fails the requests for the mock, not the application", async ({ project }) => {
  writeFileSync(join(project, "orgkit.config.yaml"), "world: ./none.yaml\n");
  const { url, messages, close } = await serve(project);
  const statuses = ["/", "/api/v1/users", "/_orgkit/"].map(async (path) => (await fetch(url + path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 500, 500]);
  expect(messages()).toContain("Cannot use world");
  await close();
});

test("a page gets the project as a module", async ({ project }) => {
  const { server, close } = await serve(project);
  const { default: options } = "ssrLoadModule" in server ? await server.ssrLoadModule("orgkit/project") : {};
  expect(options).toMatchObject({
    baseUrl: "https://api.example/tenant/x",
    dialect: { statuses: { failure: { refusedToken: 403 } } },
    world: { accounts: [{ id: "ours" }] },
    ownScenarios: { "short-list": expect.any(Function) },
  });
  await close();
});
