import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createServer, type InlineConfig, type ViteDevServer } from "vite";
import { blocksOf } from "../check/page-blocks.fixture.ts";
import { checkout, run, test as base, type Ended } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { packedFile, unpack } from "../release/packed.fixture.ts";

type Files = Readonly<Record<string, string>>;

interface UserProject {
  readonly write: (files: Files) => void;
  readonly read: (path: string) => string;
  /** Runs a program of an installed package. */
  readonly runTool: (file: string, args: readonly string[], environment?: Files) => Promise<Ended>;
  /** Serves it with Vite until the test ends. */
  readonly serve: (config?: InlineConfig) => Promise<{ readonly server: ViteDevServer; readonly site: string }>;
}

const test = base.extend<{ project: UserProject; installed: UserProject }>({
  project: async ({ directory }, use) => {
    const servers: ViteDevServer[] = [];
    await use({
      write: (files) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(directory, path)), { recursive: true });
          writeFileSync(join(directory, path), text);
        }
      },
      read: (path) => readFileSync(join(directory, path), "utf8"),
      runTool: (file, args, environment = {}) =>
        run(process.execPath, [join(directory, "node_modules", file), ...args], directory, environment),
      serve: async (config = {}) => {
        // A build in this process sets NODE_ENV to "production", and Vite would not run in development mode.
        delete process.env["NODE_ENV"];
        const server = await createServer({
          root: directory,
          configFile: false,
          logLevel: "warn",
          // If Vite finds dependencies late, it reloads the page.
          optimizeDeps: { noDiscovery: true },
          ...config,
          // Linked packages are outside of the project.
          server: { host: "127.0.0.1", port: 0, fs: { allow: [directory, checkout] } },
        });
        servers.push(server);
        await server.listen();
        return { server, site: server.resolvedUrls?.local[0] ?? "" };
      },
    });
    for (const server of servers) await server.close();
    delete process.env["NODE_ENV"];
  },
  installed: async ({ project, directory }, use) => {
    unpack(await packedFile(), directory, ["vite", "vitest", "@playwright/test", "msw", "react", "react-dom"]);
    await use(project);
  },
});

/** A package.json with these packages. */
function manifest(packages: readonly string[], more: object = {}): Files {
  const devDependencies = Object.fromEntries(packages.map((name) => [name, "*"]));
  return { "package.json": JSON.stringify({ ...more, devDependencies }) };
}

const allTools = ["vite", "vitest", "@playwright/test"];
const headers = '{ authorization: "Bearer aurora-token-4f7a91" }';

/** Opens a page like a person's browser: Playwright's own reveals that it is automated. */
async function openAsPerson(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "webdriver", { value: false }));
  await page.goto(url);
}

test("init writes what a project's tools need, once", async ({ directory, orgkit, project: { read, write } }) => {
  write({ ...manifest(["vite", "vitest"]), "src/main.js": "" });
  const dry = await orgkit(["init", "--dry-run"]);
  expect(dry).toMatchObject({ code: 0, err: "", out: expect.stringContaining('createSimulation({ world: "demo" })') });
  expect(readdirSync(directory).toSorted()).toEqual(["package.json", "src"]);

  const { out } = await orgkit(["init"]);
  const written = ["public/mockServiceWorker.js", "browser.js", "vitest.js", "sample.test.js"];
  expect([...out.matchAll(/create {3}(?:src\/orgkit\/)?(\S+)/g)].map(([, path]) => path)).toEqual(written);
  expect(out).toContain("npm install -D orgkit msw");

  write({ "src/orgkit/browser.js": "mine", "public/mockServiceWorker.js": "/* Mock Service Worker 1 */" });
  const again = await orgkit(["init"]);
  expect(again.out).toMatch(/replace {2}public[^]*differs {2}src\/orgkit\/browser\.js[^]*keep {5}src\/orgkit\/vitest/);
  expect(read("src/orgkit/browser.js")).toBe("mine");
  await orgkit(["init", "--force"]);
  expect(read("src/orgkit/browser.js")).toContain("startMock");
  expect((await orgkit(["init"])).out).not.toMatch(/create|replace|differs/);
});

test("init says where the base URL comes from, and what contradicts it", async ({ orgkit, project: { write } }) => {
  write({
    ...manifest(["vite"]),
    ".env": "VITE_MAPS_API_URL=https://maps.example\nVITE_API_URL=https://a.example/api/v1/\n",
  });
  const found = await orgkit(["init", "--dry-run"]);
  expect(found.out).toMatch(/^Base URL {2}https:\/\/a\.example by VITE_API_URL in \.env\n/);
  expect(found.out).toContain('new URL("https://a.example", location.origin)');
  const given = await orgkit(["init", "--dry-run", "--base-url", "/x/"]);
  expect(given.out).toMatch(/^Base URL {2}\/x\nCareful: VITE_API_URL in \.env is https:\/\/a\.example;/);
  for (const url of ["a.example", "ftp://a.example", "https://me:secret@a.example", "https://a.example/?x"]) {
    expect(await orgkit(["init", "--base-url", url])).toMatchObject({
      code: 2,
      err: expect.stringContaining("expected an absolute URL"),
    });
  }
});

test("a directory without any of the tools is rejected", async ({ directory, orgkit, project: { write } }) => {
  write({ "package.json": "{}" });
  expect(await orgkit(["init"])).toMatchObject({ code: 2, err: expect.stringContaining("none of vite, vitest") });
  expect(readdirSync(directory)).toEqual(["package.json"]);
});

test("configurations are not edited: init says how to keep Vitest from Playwright's tests", async ({
  orgkit,
  project: { write },
}) => {
  write({ ...manifest(allTools), "vite.config.js": "export default { test: { globals: true } };" });
  const { out } = await orgkit(["init"]);
  expect(out).toContain("Keep Vitest from Playwright's tests, in vite.config.js");
  expect(out).not.toContain("create   vitest.config");
});

/** A page that sends a request to the service when it loads. @param hook code that runs first */
function application(main: string, api: string, hook = ""): Files {
  return {
    "index.html": `<!doctype html><title>app</title><p></p><script type="module" src="/${main}"></script>`,
    [main]: `${hook}
const response = await fetch("${api}/api/v1/users", { headers: ${headers} });
document.querySelector("p").textContent = response.ok ? (await response.json()).meta.total + " users" : response.status;
`,
  };
}

const playwrightText = `export default {
  testDir: "./e2e",
  reporter: "line",
  use: { baseURL: process.env.SITE, launchOptions: ${JSON.stringify(playwrightConfig.use?.launchOptions)} },
};
`;

/** `api` is the service's base URL in the application, `base` the path below which Vite serves it. */
const kinds = {
  "TypeScript, an API below a path of its own origin": {
    language: "ts",
    more: { type: "module" },
    api: "/service",
    base: "/",
    files: { "tsconfig.json": "{}", "vite.config.ts": "export default {};\n" },
  },
  "JavaScript, CommonJS, an API elsewhere, below a base": {
    language: "js",
    more: {},
    api: "https://api.example/tenant/x",
    base: "/sub/",
    files: {},
  },
} as const;

for (const [name, { language, more, api, base: path, files }] of Object.entries(kinds)) {
  test(
    `what init writes works in Vite, Vitest and Playwright: ${name}`,
    { tag: language === "ts" ? [] : "@slow" },
    async ({ page, installed: { runTool, serve, write } }) => {
      const main = `src/main.${language}`;
      write({
        ...files,
        ...manifest([...allTools, "orgkit", "msw"], more),
        ...application(main, api),
        ".env": `VITE_API_URL=${api}\n`,
        "playwright.config.mjs": playwrightText,
      });
      const { code, err, out } = await runTool("orgkit/dist/lib/orgkit.mjs", ["init"]);
      expect({ code, err }, out).toEqual({ code: 0, err: "" });
      const [, hook] = /, in \S+:\n\n([^]*?)\n\n(?= {2}\d)/.exec(out) ?? [];
      write(application(main, api, hook));
      const { site } = await serve({ base: path });
      await openAsPerson(page, site);
      await expect(page.getByText("47 users")).toBeVisible({ timeout: 30_000 });
      const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      expect(script).toBe(`${site}mockServiceWorker.js`);
      // All tests of the project: Vitest must not find those of Playwright.
      const tested = [
        await runTool("vitest/vitest.mjs", ["run"]),
        await runTool("@playwright/test/cli.js", ["test"], { SITE: site }),
      ];
      for (const ended of tested) expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
    },
  );
}

/** The code of a recipe in the page, by its language. */
function recipe(language: string): string {
  const blocks = blocksOf(readFileSync(join(checkout, "scripts/init/README.md"), "utf8"));
  return blocks.find((block) => block.language === language)?.text ?? "";
}

/** Like Next, the server renders the application first; like Storybook, loaders run before each story. */
test(
  "the recipes start the mock before effects of Next run, and before each story",
  { tag: "@slow" },
  async ({ page, installed: { runTool, serve, write } }) => {
    const app = 'import { MockProvider } from "./mock-provider";\nimport Page from "./page";\n';
    write({
      ...manifest(["vite"]),
      "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx" } }',
      "mock-provider.tsx": recipe("tsx"),
      "preview.ts": recipe("ts"),
      "page.tsx": `import { useEffect, useState } from "react";
export default function Page() {
  const [text, setText] = useState("loading");
  useEffect(() => {
    void fetch("/api/v1/users", { headers: ${headers} })
      .then(async (response) => setText((await response.json()).meta.total + " users"));
  }, []);
  return <p>{text}</p>;
}
`,
      "server.tsx": `import { prerender } from "react-dom/static";
${app}
const { prelude } = await prerender(<MockProvider><Page /></MockProvider>);
export const html = await new Response(prelude).text();
`,
      "client.tsx": `import { hydrateRoot } from "react-dom/client";
${app}
hydrateRoot(document.getElementById("root"), <MockProvider><Page /></MockProvider>);
`,
      "stories.html": '<!doctype html><body><script type="module" src="/stories.ts"></script>',
      "stories.ts": `import preview from "./preview";
const shown = [];
for (const parameters of [{}, { orgkit: { scenarios: ["server-errors:status=503"] } }, {}]) {
  await Promise.all(preview.loaders.map((loader) => loader({ parameters })));
  shown.push((await fetch("/api/v1/users", { headers: ${headers} })).status);
}
document.body.textContent = shown.join(" ");
`,
    });
    await runTool("orgkit/dist/lib/orgkit.mjs", ["init"]);
    const { server, site } = await serve({
      define: { "process.env.NODE_ENV": '"development"' },
      optimizeDeps: { noDiscovery: true, include: ["react", "react-dom/client", "react/jsx-dev-runtime"] },
    });
    const { html } = await server.ssrLoadModule("/server.tsx");
    expect(html).toContain("<p>loading</p>");
    write({ "index.html": `<div id="root">${html}</div><script type="module" src="/client.tsx"></script>` });
    await openAsPerson(page, site);
    await expect(page.getByText("47 users")).toBeVisible({ timeout: 30_000 });
    await page.goto(`${site}stories.html`);
    await expect(page.getByText("200 503 200")).toBeVisible({ timeout: 30_000 });
  },
);
