import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputErrorOf, openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { isWritten, writeFiles, type PlannedFile } from "./files.ts";
import { planFiles, setupOf, type Choices } from "./plan.ts";
import { readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";
import { tools, type Tool } from "./tools.ts";

function plan(directory: string, choices: Partial<Choices> = {}): readonly PlannedFile[] {
  const project = readProject(directory, "npm");
  return planFiles(project, setupOf(project, { ...project, baseUrl: "/", ...choices }));
}

/** The planned changes, one line per file. */
function actions(files: readonly PlannedFile[]): readonly string[] {
  return files.map(({ action, path }) => `${action} ${path}`);
}

const modules = { type: "module" };
const vite = packageText(["vite", "typescript"], modules);
const worker = "public/mockServiceWorker.js";

test.each([
  [
    "Vite in TypeScript",
    { "package.json": vite, "src/main.tsx": "" },
    "public/mockServiceWorker.js src/mocks/simulation.ts src/mocks/browser.ts orgkit.config.ts",
  ],
  [
    "Next, which has no package of modules, with Playwright",
    { "package.json": packageText(["next", "typescript", "@playwright/test"]), "tests/a.spec.ts": "" },
    "public/mockServiceWorker.js mocks/simulation.ts mocks/browser.ts mocks/mock-provider.tsx tests/fixtures.ts conformance/playwright.config.ts conformance/interface.conformance.ts orgkit.config.json",
  ],
  [
    "Storybook",
    { "package.json": packageText(["storybook"], modules), "static/x.png": "" },
    "static/mockServiceWorker.js mocks/simulation.js mocks/browser.js mocks/storybook.js orgkit.config.js",
  ],
  [
    "Vitest alone, which has no browser",
    { "package.json": packageText(["vitest"], modules) },
    "mocks/simulation.js mocks/vitest.js mocks/simulation.test.js orgkit.config.js",
  ],
  [
    "no tool that is known",
    { "package.json": packageText(["webpack"]) },
    "public/mockServiceWorker.js mocks/simulation.js mocks/browser.js orgkit.config.json",
  ],
])("written files: %s", (_, files, paths) => {
  const created = paths.split(" ").map((path) => `create ${path}`);
  expect(actions(plan(openTestProject(files).directory))).toStrictEqual([...created, "change package.json"]);
});

test("package.json is not created", () => {
  expect(actions(plan(openTestProject().directory))).not.toContainEqual(expect.stringContaining("package.json"));
});

test("a found tool can be left out, and another one chosen", () => {
  const { directory } = openTestProject({ "package.json": vite });
  const planned = actions(plan(directory, { tools: new Set(["playwright"]) }));
  expect(planned).toContain("create e2e/fixtures.ts");
  expect(planned).not.toContain(`create ${worker}`);
});

test("the base URL is in one file, and the target of conform if it is absolute", () => {
  const { directory } = openTestProject({ "package.json": vite });
  const texts = (choices: Partial<Choices>): string =>
    plan(directory, choices)
      .map(({ path, text }) => `${path}:\n${text}`)
      .join("");
  const elsewhere = texts({ baseUrl: "https://api.example/x" });
  expect(elsewhere).toContain('baseUrl = "https://api.example/x";');
  expect(elsewhere).toContain("setupWorker(simulation, { baseUrl });");
  expect(elsewhere).toContain('conform: { baseUrl: "https://api.example/x" }');
  expect(elsewhere.split("api.example")).toHaveLength(3);
  expect(texts({})).toMatch(/new URL\(baseUrl, location.origin\)[^]*http:\/\/127.0.0.1:4010/);
});

describe("existing content is kept", () => {
  const found = ["vite", "vitest", "@playwright/test", "storybook"];

  test.each([
    ["Vite in TypeScript", packageText([...found, "typescript"], modules), "/"],
    ["Next in JavaScript", packageText(["next"]), "https://api.example/x"],
    ["no tool that is known", packageText(["webpack"]), "/x"],
  ])(
    "files of an earlier run are updated by a run for other tools, and fit all found tools: %s",
    (_, text, baseUrl) => {
      const choices = (tool: Tool | undefined): Partial<Choices> =>
        tool === undefined ? { baseUrl } : { baseUrl, tools: new Set([tool]) };
      for (const first of [undefined, ...tools]) {
        const { directory } = openTestProject({ "package.json": text });
        writeFiles(plan(directory, choices(first)));
        for (const second of [undefined, ...tools]) {
          const isAllThere =
            first === undefined && (second === undefined || readProject(directory, "npm").tools.has(second));
          const unwanted = plan(directory, choices(second)).filter(
            ({ action }) => action === "leave" || (isAllThere && action !== "keep"),
          );
          expect(actions(unwanted), `${first ?? "all"}, then ${second ?? "all"}`).toStrictEqual([]);
        }
      }
    },
  );

  test("another base URL is written to unedited files, and line breaks are not edits", () => {
    const { directory, read, write } = openTestProject({ "package.json": packageText(["vite", "vitest"]) });
    writeFiles(plan(directory));
    write("mocks/browser.js", read("mocks/browser.js").replaceAll("\n", "\r\n"));
    expect(plan(directory).filter(isWritten)).toStrictEqual([]);
    write("mocks/vitest.js", "// mine");
    expect(actions(plan(directory, { baseUrl: "https://api.example" }).filter(isWritten))).toStrictEqual([
      "change mocks/simulation.js",
      "change mocks/browser.js",
      "change mocks/simulation.test.js",
      "change orgkit.config.json",
    ]);
  });

  test("a file with other content is skipped, a worker script of another msw replaced", () => {
    const { directory } = openTestProject({
      "package.json": packageText(["vite"], { scripts: { mock: "msw serve" } }),
      "mocks/simulation.js": "// mine",
      [worker]: "/* Mock Service Worker. */",
      "orgkit.config.yaml": "",
    });
    const planned = plan(directory);
    expect(actions(planned)).toStrictEqual([
      `replace ${worker}`,
      "leave mocks/simulation.js",
      "create mocks/browser.js",
      "change package.json",
    ]);
    expect(planned.at(-1)?.note).toBe("scripts conform; your script mock stays");
  });
});

describe("nothing is written", () => {
  const outside = openTemporaryDirectory();

  test.each([
    ["../elsewhere", {}, "it leads out of the project"],
    ["/tmp/elsewhere", {}, "it leads out of the project"],
    ["linked", {}, `it leads out of the project (${outside.path}`],
    ["public", { "mocks/simulation.js/x": "" }, "mocks/simulation.js: it is not a file"],
    ["public", { [worker]: "mine" }, "your own file has this name"],
  ])("outside of the project, or over other tools' files: %s, %j", (publicDirectory, files, problem) => {
    const { directory } = openTestProject(files);
    symlinkSync(outside.path, join(directory, "linked"));
    expect(inputErrorOf(() => plan(directory, { publicDirectory }))).toContain(problem);
  });

  test("a link within the project is followed, and stays a link", () => {
    const { directory, read } = openTestProject({ "assets/x.png": "" });
    symlinkSync("assets", join(directory, "public"));
    const planned = plan(directory).filter(isWritten);
    writeFiles(planned);
    expect(read("assets/mockServiceWorker.js")).toBe(planned[0]?.text);
  });
});
