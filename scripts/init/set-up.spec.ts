import { expect } from "@playwright/test";
import { createServer, type InlineConfig, type ViteDevServer } from "vite";
import { checkout } from "../cli.fixture.ts";
import { packedFile, unpack } from "../release/packed.fixture.ts";
import {
  component,
  headers,
  openAsPerson,
  playwrightFiles,
  test as base,
  type UserProject,
} from "./user-project.fixture.ts";

/** Runs each file written by `orgkit init` in its tool; Next and Storybook are in `frameworks.spec.ts`. */
interface ViteProject extends UserProject {
  /** Serves it with Vite until the test ends. */
  readonly serve: (config?: InlineConfig) => Promise<{ readonly server: ViteDevServer; readonly site: string }>;
}

const test = base.extend<{ viteProject: ViteProject }>({
  viteProject: async ({ project }, use) => {
    const { directory } = project;
    unpack(await packedFile(), directory, ["vite", "vitest", "@playwright/test", "msw", "react", "react-dom"]);
    const servers: ViteDevServer[] = [];
    // An earlier build in this process sets NODE_ENV to "production", and Vite would not run in development mode.
    delete process.env["NODE_ENV"];
    await use({
      ...project,
      serve: async (config = {}) => {
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
});

const needed = { vite: "*", vitest: "*", "@playwright/test": "*", orgkit: "*", msw: "*" };

/** `api` is the service's base URL in the application, `base` the path below which Vite serves it. */
const kinds = {
  "TypeScript by Node's rules, an API below a path of its own origin": {
    language: "ts",
    manifest: { type: "module", devDependencies: needed },
    api: "/service",
    base: "/",
    files: { ".env": "VITE_API_URL=/service\n", "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" } }' },
  },
  "JavaScript, CommonJS, an API elsewhere, below a base": {
    language: "js",
    manifest: { devDependencies: needed },
    api: "https://api.example/tenant/x",
    base: "/sub/",
    files: { ".env": "VITE_API_URL=https://api.example/tenant/x\n" },
  },
} as const;

/** A page that sends a request to the service when it loads. @param hook code that runs first */
function application(main: string, api: string, hook: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    "index.html": `<!doctype html><title>app</title><p></p><script type="module" src="/${main}"></script>`,
    [main]: `${hook.join("\n")}
const response = await fetch("${api}/api/v1/users", { headers: ${headers} });
document.querySelector("p").textContent = response.ok ? (await response.json()).meta.total + " users" : response.status;
`,
  };
}

for (const [name, { language, manifest, api, base: path, files }] of Object.entries(kinds)) {
  test(`files written by init work in Vite, Vitest, Playwright and the command line: ${name}`, async ({
    mock,
    page,
    viteProject: { init, runTool, serve, write },
  }) => {
    const main = `src/main.${language}`;
    write({
      ...files,
      "package.json": JSON.stringify(manifest),
      ...application(main, api),
      ...playwrightFiles(language),
    });
    const { [main]: hook = [] } = await init();
    write(application(main, api, hook));

    const { site } = await serve({ base: path });
    const tested = Promise.all([
      runTool("vitest/vitest.mjs", ["run", "src/mocks"]),
      runTool("@playwright/test/cli.js", ["test"], { SITE: site }),
      // Once is enough: the two languages differ only in a type.
      ...(language === "ts"
        ? []
        : [
            runTool("@playwright/test/cli.js", ["test", "-c", "conformance", "--reporter=line"], {
              ORGKIT_BASE_URL: (await mock()).url,
              ORGKIT_TOKEN: "aurora-token-4f7a91",
            }),
          ]),
    ]);
    await openAsPerson(page, site);
    await expect(page.getByText("47 users")).toBeVisible({ timeout: 30_000 });
    const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(script).toBe(`${site}mockServiceWorker.js`);
    for (const [index, ended] of (await tested).entries()) {
      const passed = [/1 passed/, /2 passed/, /\d{2} passed/][index] ?? "";
      expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(passed) });
    }

    // Without a config it would ask for a base URL, too.
    const { err } = await runTool("orgkit/dist/lib/orgkit.mjs", ["conform"]);
    expect(err).toMatch(/^Cannot use these settings:\n {2}ORGKIT_TOKEN: .*\n$/);
  });
}

test("files written by init work in JavaScript with another bundler", async ({ page, viteProject }) => {
  const main = "src/main.js";
  viteProject.write({ "package.json": '{ "type": "module" }', ...application(main, "") });
  const { [main]: hook } = await viteProject.init();
  viteProject.write(application(main, "", hook));
  const { site } = await viteProject.serve({ define: { "process.env.NODE_ENV": '"development"' } });
  await openAsPerson(page, site);
  await expect(page.getByText("47 users")).toBeVisible({ timeout: 30_000 });
});

/** Like Next, the server renders the application first; like Storybook, loaders run before each story. */
const frameworkFiles = {
  "package.json": JSON.stringify({ devDependencies: { next: "*", storybook: "*", typescript: "*", orgkit: "*" } }),
  "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx" } }',
  "app/layout.tsx": "",
  "app/page.tsx": component("Page"),
  "server.tsx": `import { prerender } from "react-dom/static";
import Layout from "./app/layout";
import Page from "./app/page";

const { prelude } = await prerender(<Layout><Page /></Layout>);
export const html = await new Response(prelude).text();
`,
  "client.tsx": `import { hydrateRoot } from "react-dom/client";
import Layout from "./app/layout";
import Page from "./app/page";

hydrateRoot(document.getElementById("root"), <Layout><Page /></Layout>);
`,
  "stories.html": '<!doctype html><body><script type="module" src="/stories.ts"></script>',
  "stories.ts": `import preview from "./.storybook/preview";

const shown = [];
for (const parameters of [{}, { orgkit: { scenarios: ["server-errors:status=503"] } }, {}]) {
  const loaded = await Promise.all(preview.loaders.map((loader) => loader({ parameters })));
  const { status } = await fetch("/api/v1/users", { headers: ${headers} });
  shown.push(status, Object.keys(Object.assign({}, ...loaded)).join());
}
document.body.textContent = shown.join(" ");
`,
};

test("files written by init for Next and Storybook start the mock before effects run, and before each story", async ({
  page,
  viteProject: { init, serve, write },
}) => {
  write(frameworkFiles);
  const { "app/layout.tsx": provider = [], ".storybook/preview.ts": preview = [] } = await init();
  write({
    "app/layout.tsx": `${provider[0]}\nexport default function Layout({ children }) {\n  return ${provider[2]};\n}\n`,
    ".storybook/preview.ts": `${preview[0]}\nexport default { ${preview[2]} };\n`,
  });
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
  await expect(page.getByText("200 simulation 503 simulation 200 simulation")).toBeVisible({ timeout: 30_000 });
});
