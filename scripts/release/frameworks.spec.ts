import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { preview } from "vite";
import { component, openAsPerson, playwrightFiles, test as base } from "../init/user-project.fixture.ts";
import { install, packedFile } from "./packed.fixture.ts";
import { openTranscript } from "./transcript.ts";

/** The parts of `orgkit init` for Next and Storybook, in both languages: only `npm run test:package` installs them. */
const isWanted = process.env["ORGKIT_PACKAGE_NODES"] !== undefined;

/** Vite sets NODE_ENV when it runs in this process. */
const environment = { NEXT_TELEMETRY_DISABLED: "1", STORYBOOK_DISABLE_TELEMETRY: "1", NODE_ENV: "" };

const test = base.extend<{ transcript: ReturnType<typeof openTranscript> }>({
  transcript: async ({ project }, use) => {
    const transcript = openTranscript(project.directory, environment);
    await use(transcript);
    await transcript.end();
  },
});

/** `entry` is the file for the provider, `entryText` the text around it. */
const nextKinds = {
  "app router in TypeScript, by Turbopack, as create-next-app configures it": {
    language: "ts",
    bundler: "turbopack",
    files: {
      "next.config.ts": "export default { cacheComponents: true, partialPrefetching: true };\n",
      "app/page.tsx": component("Page"),
    },
    entry: "app/layout.tsx",
    entryText: (importLine: string, provider: string) => `${importLine}
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>${provider}</body></html>;
}
`,
    packages: ["typescript@5", "@types/node@24", "@types/react@19", "@types/react-dom@19"],
  },
  "pages router in JavaScript, by webpack": {
    language: "js",
    bundler: "webpack",
    files: { "src/pages/index.js": component("Page") },
    entry: "src/pages/_app.js",
    entryText: (importLine: string, provider: string) => `${importLine}
export default function App({ Component, pageProps }) {
  return ${provider};
}
`,
    packages: [],
  },
} as const;

for (const [name, { language, bundler, files, entry, entryText, packages }] of isWanted
  ? Object.entries(nextKinds)
  : []) {
  test(`Next: ${name}`, async ({ page, project: { directory, init, runTool, write }, transcript }) => {
    test.setTimeout(600_000);
    write({
      "package.json": JSON.stringify({ private: true }),
      "public/favicon.ico": "",
      ...files,
      [entry]: "",
      ...playwrightFiles(language),
    });
    install(directory, [await packedFile(), "msw", "@playwright/test", "next", "react", "react-dom", ...packages]);
    const { [entry]: [importLine = "", , provider = ""] = [] } = await init();
    write({ [entry]: entryText(importLine, provider) });

    const [, site = ""] = await transcript.start(`npx next dev --${bundler} --port 0`, /Local:\s+(http\S+)/);
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await openAsPerson(page, site);
    await expect(page.getByText("47 users")).toBeVisible({ timeout: 60_000 });
    expect(errors).toEqual([]);
    const tested = await runTool("@playwright/test/cli.js", ["test"], { SITE: site });
    expect(tested).toMatchObject({ code: 0, out: expect.stringContaining("2 passed") });
    await transcript.end();

    await transcript.run(`npx next build --${bundler}`);
    const built = globSync(".next/{static,server}/**/*.js", { cwd: directory });
    expect(built.length).toBeGreaterThan(0);
    const withMock = built.filter((file) =>
      /createSimulation|Aurora Cycles/.test(readFileSync(join(directory, file), "utf8")),
    );
    expect(withMock).toEqual([]);
  });
}

const story = `import Users from "./users";

export default { component: Users };
export const All = {};
export const Down = { parameters: { orgkit: { scenarios: ["server-errors:status=503"] } } };
`;

for (const language of isWanted ? (["ts", "js"] as const) : []) {
  test(`Storybook: ${language}`, async ({ page, project: { directory, init, write }, transcript }) => {
    test.setTimeout(600_000);
    const files = { [`src/users.${language}x`]: component("Users"), [`src/users.stories.${language}`]: story };
    write({ "package.json": JSON.stringify({ private: true }), ...files });
    const packages = ["storybook", "@storybook/react-vite", "vite", "react", "react-dom", "msw"];
    install(directory, [await packedFile(), ...packages, ...(language === "ts" ? ["typescript"] : [])]);
    const hooks = await init();
    const [loader = "", , loaders = ""] = hooks[`.storybook/preview.${language}`] ?? [];
    const main = `.storybook/main.${language === "js" ? "mjs" : language}`;
    const [served = ""] = hooks[main] ?? [];
    write({
      [`.storybook/preview.${language}`]: `${loader}\nexport default { ${loaders} };\n`,
      [main]: `export default {
  stories: ["../src/**/*.stories.@(js|ts)"],
  framework: "@storybook/react-vite",
  ${served}
};
`,
    });
    await transcript.run("npx storybook build --quiet");
    const server = await preview({ root: directory, build: { outDir: "storybook-static" }, preview: { port: 0 } });
    const [url = ""] = server.resolvedUrls?.local ?? [];
    for (const [id, text] of [
      ["all", "47 users"],
      ["down", "503"],
    ] as const) {
      await openAsPerson(page, `${url}iframe.html?id=users--${id}&viewMode=story`);
      await expect(page.getByText(text)).toBeVisible({ timeout: 30_000 });
    }
    await server.close();
  });
}
