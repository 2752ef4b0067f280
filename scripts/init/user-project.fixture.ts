import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { run, test as base, type Ended } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";

/** A user's project with `orgkit init`. */
export interface UserProject {
  readonly directory: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** Runs a program of an installed package. */
  readonly runTool: (
    file: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Ended>;
  /** Runs `orgkit init --yes`. @returns the code to paste, line by line, by file */
  readonly init: () => Promise<Readonly<Record<string, readonly string[]>>>;
}

export const test = base.extend<{ project: UserProject }>({
  project: async ({ directory }, use) => {
    const runTool: UserProject["runTool"] = (file, args, environment = {}) =>
      run(process.execPath, [join(directory, "node_modules", file), ...args], directory, environment);
    await use({
      directory,
      runTool,
      write: (files) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(directory, path)), { recursive: true });
          writeFileSync(join(directory, path), text);
        }
      },
      init: async () => {
        const { code, out, err } = await runTool("orgkit/dist/lib/orgkit.mjs", ["init", "--yes"]);
        expect({ code, err }, out).toEqual({ code: 0, err: "" });
        const hooks = [...out.matchAll(/, in (\S+):\n\n([^]*?)\n\n(?= {2}\d)/g)];
        return Object.fromEntries(
          hooks.map(([, file = "", text = ""]) => [file, text.replaceAll(/^ {7}/gm, "").split("\n")]),
        );
      },
    });
  },
});

/** Opens a page like a person's browser: Playwright's own reveals that it is automated. */
export async function openAsPerson(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "webdriver", { value: false }));
  await page.goto(url);
}

/** A token of the mock. */
export const headers = '{ authorization: "Bearer aurora-token-4f7a91" }';

/** A client component that sends a request when it is mounted. */
export function component(name: string): string {
  return `"use client";
import { useEffect, useState } from "react";

export default function ${name}() {
  const [text, setText] = useState("loading");
  useEffect(() => {
    void fetch("/api/v1/users", { headers: ${headers} })
      .then(async (response) => setText(response.ok ? (await response.json()).meta.total + " users" : String(response.status)));
  }, []);
  return <p>{text}</p>;
}
`;
}

/** A Playwright config whose pages are at `SITE`, and a test with the fixtures of `orgkit init`. */
export function playwrightFiles(language: "ts" | "js"): Readonly<Record<string, string>> {
  return {
    "playwright.config.mjs": `export default {
  testDir: "./e2e",
  reporter: "line",
  // With the first page, a bundler transforms all modules.
  expect: { timeout: 30_000 },
  use: { baseURL: process.env.SITE, launchOptions: ${JSON.stringify(playwrightConfig.use?.launchOptions)} },
};
`,
    [`e2e/users.spec.${language}`]: `import { expect, test } from "./fixtures${language === "js" ? ".js" : ""}";

test("the app shows its users", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByText("47 users")).toBeVisible();
});

test("the app shows what went wrong", async ({ page, simulation }) => {
  simulation.use("server-errors:status=503");
  await page.goto("./");
  await expect(page.getByText("503")).toBeVisible();
  await expect(simulation).toHaveReceived({ operation: "listUsers", status: 503 });
});
`,
  };
}
