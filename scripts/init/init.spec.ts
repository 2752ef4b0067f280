import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { createServer } from "vite";
import { checkout, run, test } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { linkPackages, packedFile, unpack } from "../release/packed.fixture.ts";

type Files = Readonly<Record<string, string>>;

function manifest(...packages: readonly string[]): Files {
  const devDependencies = Object.fromEntries(packages.map((name) => [name, "*"]));
  return { "package.json": JSON.stringify({ type: "module", devDependencies }) };
}

test("init writes what a project's tools need, once", async ({ directory, orgkit, write, read }) => {
  write({ ...manifest("vite", "vitest"), "src/main.js": "" });
  const dry = await orgkit(["init", "--dry-run"]);
  expect(dry).toMatchObject({ code: 0, err: "", out: expect.stringContaining("dialect: reference") });
  expect(readdirSync(directory).toSorted()).toEqual(["package.json", "src"]);

  const { out } = await orgkit(["init", "--worker"]);
  const written = ["orgkit.config.yaml", "public/mockServiceWorker.js", "browser.js", "sample.test.js"];
  expect([...out.matchAll(/create {3}(?:src\/orgkit\/)?(\S+)/g)].map(([, path]) => path)).toEqual(written);
  expect(out).toContain("npm install -D orgkit msw");

  write({ "src/orgkit/browser.js": "mine", "public/mockServiceWorker.js": "/* Mock Service Worker 1 */" });
  const again = await orgkit(["init", "--worker"]);
  expect(again.out).toMatch(
    /keep {5}orgkit\.config\.yaml[^]*replace {2}public[^]*differs {2}src\/orgkit\/browser\.js[^]*keep {5}src\/orgkit\/sample/,
  );
  expect(read("src/orgkit/browser.js")).toBe("mine");
  await orgkit(["init", "--worker", "--force"]);
  expect(read("src/orgkit/browser.js")).toContain("startMock");
});

test("init says where the base URL comes from, and what contradicts it", async ({ orgkit, write }) => {
  const env = "VITE_MAPS_API_URL=https://maps.example\nVITE_API_URL=https://a.example/api/v1/\n";
  write({ ...manifest("vite"), ".env": env, ".env.test": "VITE_API_URL=https://test.example" });
  const found = await orgkit(["init", "--dry-run"]);
  expect(found.out).toMatch(/^Base URL {2}https:\/\/a\.example from VITE_API_URL in \.env\n/);
  expect(found.out).toContain('baseUrl: "https://a.example"');
  const given = await orgkit(["init", "--dry-run", "--base-url", "/x/"]);
  expect(given.out).toMatch(/^Base URL {2}\/x\nCareful: VITE_API_URL in \.env is https:\/\/a\.example;/);
  for (const url of ["a.example", "https://me:secret@a.example"]) {
    expect(await orgkit(["init", "--base-url", url])).toMatchObject({
      code: 2,
      err: expect.stringContaining("expected an absolute URL"),
    });
  }
  write({ "orgkit.config.yaml": "baseUrl: https://b.example" });
  expect((await orgkit(["init", "--dry-run"])).out).toMatch(
    /^Base URL {2}https:\/\/b\.example from orgkit\.config\.yaml\n/,
  );
});

test("init finds the base URL as the Vite of the project does", async ({ directory, orgkit, write }) => {
  linkPackages(directory, ["vite"]);
  write({
    ...manifest("vite"),
    ".env.development": "VITE_API_URL=https://${VITE_NAME}.example",
    ".env.local": "VITE_API_URL=https://local.example\nVITE_NAME=b",
  });
  expect((await orgkit(["init", "--dry-run"])).out).toMatch(
    /^Base URL {2}https:\/\/b\.example from VITE_API_URL, as Vite/,
  );
});

test("a directory without any of the tools is rejected, and a configuration is not edited", async ({
  orgkit,
  write,
}) => {
  write(manifest());
  expect(await orgkit(["init"])).toMatchObject({ code: 2, err: expect.stringContaining("none of vite, vitest") });
  write({ ...manifest("vite", "vitest", "@playwright/test"), "vite.config.js": "export default () => ({});" });
  const { out } = await orgkit(["init"]);
  expect(out).toContain("Keep Vitest from Playwright's tests, in vite.config.js");
  expect(out).not.toContain("create   vitest.config");
});

/** A page that sends a request to the service when it loads. @param hook code that runs first */
function application(hook: string): Files {
  return {
    "index.html": `<!doctype html><title>app</title><p></p><script type="module" src="/src/main.ts"></script>`,
    "src/main.ts": `${hook}
const headers = { authorization: "Bearer aurora-token-4f7a91" };
const response = await fetch("/service/api/v1/users", { headers });
document.querySelector("p").textContent = response.ok ? (await response.json()).meta.total + " users" : response.status;
`,
  };
}

for (const flags of [[], ["--worker"]]) {
  test(
    `what init ${flags.join()} writes works in Vite, Vitest and Playwright`,
    { tag: "@slow" },
    async ({ directory, page, write }) => {
      unpack(await packedFile(), directory, ["vite", "vitest", "@playwright/test", "msw"]);
      const runTool = (file: string, args: readonly string[], environment: Files = {}) =>
        run(process.execPath, [join(directory, "node_modules", file), ...args], directory, environment);
      const use = { launchOptions: playwrightConfig.use?.launchOptions };
      write({
        ...manifest("vite", "vitest", "@playwright/test", "orgkit", "msw"),
        ...application(""),
        "tsconfig.json": "{}",
        "vite.config.ts": "export default {};\n",
        ".env": "VITE_API_URL=/service\n",
        "playwright.config.mjs": `const use = { baseURL: process.env.SITE, ...${JSON.stringify(use)} };
export default { testDir: "./e2e", reporter: "line", use };
`,
      });
      const { code, err, out } = await runTool("orgkit/dist/lib/orgkit.mjs", ["init", ...flags]);
      expect({ code, err }, out).toEqual({ code: 0, err: "" });
      const [, file = "", shown = ""] = /, in (\S+):\n\n([^]*?)\n\n(?= {2}\d)/.exec(out) ?? [];
      write(file === "vite.config.ts" ? { [file]: shown } : application(shown));
      // The build of the package sets it to "production", and Vite would not run in development mode.
      delete process.env["NODE_ENV"];
      const server = await createServer({
        root: directory,
        configFile: join(directory, "vite.config.ts"),
        logLevel: "warn",
        // If Vite finds dependencies late, it reloads the page.
        optimizeDeps: { noDiscovery: true },
        // Linked packages are outside of the project.
        server: { host: "127.0.0.1", port: 0, fs: { allow: [directory, checkout] } },
      });
      await server.listen();
      const site = server.resolvedUrls?.local[0] ?? "";
      // Like a person's browser: Playwright's own reveals that it is automated.
      await page.addInitScript(() => Object.defineProperty(navigator, "webdriver", { value: false }));
      const modulesOfNode: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("__vite-browser-external")) modulesOfNode.push(request.url());
      });
      await page.goto(site);
      await expect.soft(page.getByText("47 users")).toBeVisible();
      expect(modulesOfNode).toEqual([]);
      // All tests of the project: Vitest must not find those of Playwright.
      const tested = [
        await runTool("vitest/vitest.mjs", ["run"]),
        await runTool("@playwright/test/cli.js", ["test"], { SITE: site }),
      ];
      for (const ended of tested) expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
      await server.close();
    },
  );
}
