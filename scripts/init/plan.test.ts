import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputErrorOf, openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { isWritten, writeFiles, type PlannedFile } from "./files.ts";
import { planFiles, setupOf, type Choices } from "./plan.ts";
import { readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";
import { tools, type Tool } from "./tools.ts";

const outside = openTemporaryFolder();

function plan(folder: string, choices: Partial<Choices> = {}): readonly PlannedFile[] {
  const project = readProject(folder, "npm");
  return planFiles(project, setupOf(project, { ...project, baseUrl: "/", ...choices }));
}

/** What is done, one line a file. */
function actions(files: readonly PlannedFile[]): readonly string[] {
  return files.map(({ action, path }) => `${action} ${path}`);
}

function textOf(files: readonly PlannedFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? "";
}

describe("what is written depends on what is there", () => {
  const vite = packageText(["vite", "typescript"], { type: "module" });

  test.each([
    [
      "Vite in TypeScript",
      { "package.json": vite, "src/main.tsx": "" },
      ["public/mockServiceWorker.js", "src/mocks/simulation.ts", "src/mocks/browser.ts", "orgkit.config.ts"],
    ],
    [
      "Vite and Vitest in JavaScript",
      { "package.json": packageText(["vite", "vitest"], { type: "module" }), "src/main.jsx": "" },
      [
        "public/mockServiceWorker.js",
        "src/mocks/simulation.js",
        "src/mocks/browser.js",
        "src/mocks/vitest.js",
        "src/mocks/simulation.test.js",
        "orgkit.config.js",
      ],
    ],
    [
      "Next, which has no package of modules, with Playwright",
      { "package.json": packageText(["next", "typescript", "@playwright/test"]), "tests/a.spec.ts": "" },
      [
        "public/mockServiceWorker.js",
        "mocks/simulation.ts",
        "mocks/browser.ts",
        "mocks/mock-provider.tsx",
        "tests/fixtures.ts",
        "conformance/playwright.config.ts",
        "conformance/interface.conformance.ts",
        "orgkit.config.json",
      ],
    ],
    [
      "Storybook",
      { "package.json": packageText(["storybook"], { type: "module" }), "src/x.js": "", "static/x.png": "" },
      [
        "static/mockServiceWorker.js",
        "src/mocks/simulation.js",
        "src/mocks/browser.js",
        "src/mocks/storybook.js",
        "orgkit.config.js",
      ],
    ],
    [
      "Vitest alone, which has no browser",
      { "package.json": packageText(["vitest"], { type: "module" }) },
      ["mocks/simulation.js", "mocks/vitest.js", "mocks/simulation.test.js", "orgkit.config.js"],
    ],
    [
      "no tool that is known",
      { "package.json": packageText(["webpack"]) },
      ["public/mockServiceWorker.js", "mocks/simulation.js", "mocks/browser.js", "orgkit.config.json"],
    ],
  ])("%s", (_, files, paths) => {
    const planned = plan(openTestProject(files).folder);
    expect(actions(planned)).toStrictEqual([...paths.map((path) => `create ${path}`), "change package.json"]);
  });

  test("no package.json is made where there is none", () => {
    expect(actions(plan(openTestProject().folder))).not.toContainEqual(expect.stringContaining("package.json"));
  });

  test("a tool can be left out, and one that is not found be chosen", () => {
    const { folder } = openTestProject({ "package.json": vite });
    const planned = actions(plan(folder, { tools: new Set(["playwright"]) }));
    expect(planned).toContain("create e2e/fixtures.ts");
    expect(planned).not.toContain("create public/mockServiceWorker.js");
  });

  test("the base URL stands in one file, and is a target of its own where it is absolute", () => {
    const { folder } = openTestProject({ "package.json": vite, "src/main.ts": "" });
    const planned = plan(folder, { baseUrl: "https://api.example/x" });
    expect(textOf(planned, "src/mocks/simulation.ts")).toContain('baseUrl = "https://api.example/x";');
    expect(textOf(planned, "src/mocks/browser.ts")).toContain("setupWorker(simulation, { baseUrl });");
    expect(textOf(planned, "orgkit.config.ts")).toContain('conform: { baseUrl: "https://api.example/x" }');
    const ofOwnOrigin = plan(folder);
    expect(textOf(ofOwnOrigin, "src/mocks/browser.ts")).toContain("new URL(baseUrl, location.origin)");
    expect(textOf(ofOwnOrigin, "orgkit.config.ts")).toContain("http://127.0.0.1:4010");
  });
});

describe("what is there is spared", () => {
  test("a second run finds everything as it would write it, with whatever breaks of lines", () => {
    const { folder, read, write } = openTestProject({ "package.json": packageText(["vite", "vitest"]) });
    writeFiles(plan(folder));
    write("mocks/browser.js", read("mocks/browser.js").replaceAll("\n", "\r\n"));
    expect(plan(folder).filter(({ action }) => action !== "keep")).toStrictEqual([]);
  });

  const found = ["vite", "vitest", "@playwright/test", "storybook"];

  test.each([
    ["Vite in TypeScript", packageText([...found, "typescript"], { type: "module" }), "/"],
    ["Next in JavaScript", packageText(["next"]), "https://api.example/x"],
    ["no tool that is known", packageText(["webpack"]), "/x"],
  ])(
    "what a run wrote is its own to a run for other tools, and suits those that were found: %s",
    (_, text, baseUrl) => {
      for (const first of [undefined, ...tools]) {
        for (const second of [undefined, ...tools]) {
          const { folder } = openTestProject({ "package.json": text });
          const choices = (tool: Tool | undefined): Partial<Choices> =>
            tool === undefined ? { baseUrl } : { baseUrl, tools: new Set([tool]) };
          writeFiles(plan(folder, choices(first)));
          const again = plan(folder, choices(second));
          const isAllThere =
            first === undefined && (second === undefined || readProject(folder, "npm").tools.has(second));
          const unwanted = again.filter(({ action }) => action === "leave" || (isAllThere && action !== "keep"));
          expect(actions(unwanted), `${first ?? "all"}, then ${second ?? "all"}`).toStrictEqual([]);
        }
      }
    },
  );

  test("another base URL is written to the files that nobody edited", () => {
    const { folder, write } = openTestProject({ "package.json": packageText(["vite", "vitest"]) });
    writeFiles(plan(folder));
    write("mocks/vitest.js", "// mine");
    expect(actions(plan(folder, { baseUrl: "https://api.example" }).filter(isWritten))).toStrictEqual([
      "change mocks/simulation.js",
      "change mocks/browser.js",
      "change mocks/simulation.test.js",
      "change orgkit.config.json",
    ]);
  });

  test("a file of other content is left, a worker script of another msw replaced", () => {
    const { folder } = openTestProject({
      "package.json": packageText(["vite"], { scripts: { mock: "msw serve" } }),
      "mocks/simulation.js": "// mine",
      "public/mockServiceWorker.js": "/* Mock Service Worker. */",
    });
    const planned = plan(folder);
    expect(actions(planned.filter(({ action }) => action !== "create"))).toStrictEqual([
      "replace public/mockServiceWorker.js",
      "leave mocks/simulation.js",
      "change package.json",
    ]);
    expect(planned.at(-1)?.note).toBe("scripts conform; your script mock stays");
  });

  test.each(["orgkit.config.ts", "orgkit.config.yaml"])("beside %s no other config is written", (name) => {
    const { folder } = openTestProject({ [name]: "" });
    expect(actions(plan(folder)).filter((line) => line.includes("config"))).toStrictEqual([]);
  });

  test("a file of the user's that has the worker script's name is told", () => {
    const { folder } = openTestProject({ "public/mockServiceWorker.js": "mine" });
    expect(inputErrorOf(() => plan(folder))).toContain("a file of yours has this name");
  });
});

describe("nothing is written out of the project", () => {
  test.each(["../elsewhere", "/tmp/elsewhere"])("a public folder %s is refused", (publicFolder) => {
    const { folder } = openTestProject();
    expect(inputErrorOf(() => plan(folder, { publicFolder }))).toContain("it leads out of the project");
  });

  test("nor through a link, or over a folder", () => {
    const { folder } = openTestProject({ "mocks/simulation.js/x": "" });
    expect(inputErrorOf(() => plan(folder))).toContain("mocks/simulation.js: it is no file");
    symlinkSync(outside.path, join(folder, "public"));
    expect(inputErrorOf(() => plan(folder))).toContain(`it leads out of the project (${outside.path}`);
  });

  test("a link within the project is followed, and stays a link", () => {
    const { folder, read } = openTestProject({ "assets/x.png": "" });
    symlinkSync("assets", join(folder, "public"));
    const planned = plan(folder).filter(isWritten);
    writeFiles(planned);
    expect(read("assets/mockServiceWorker.js")).toBe(planned[0]?.text);
  });
});
