import { expect, test, vi } from "vitest";

// Only browsers can load it, and only its names matter here.
vi.mock("msw/browser", () => ({ setupWorker: vi.fn<() => void>() }));

const judge = ["CannotJudge", "InputError", "InternalError", "conform", "learn"];
const simulation = ["Collection", "InputError", "Query", "createSimulation", "frozenClock", "openSandbox"];

const entries: readonly (readonly [name: string, load: () => Promise<object>, names: readonly string[]])[] = [
  ["orgkit", () => import("./index.ts"), [...new Set([...judge, ...simulation, "startServer"])].toSorted()],
  ["orgkit in a browser", () => import("../mocks/index.ts"), simulation],
  ["orgkit/conformance", () => import("../conformance/index.ts"), judge],
  ["orgkit/msw", () => import("../mocks/adapters/msw-handlers.ts"), ["createHandlers"]],
  ["orgkit/node", () => import("../mocks/adapters/node.ts"), ["setupServer"]],
  ["orgkit/browser", () => import("../mocks/adapters/browser.ts"), ["setupWorker"]],
  ["orgkit/project", () => import("../mocks/adapters/project-options.ts"), ["default"]],
  ["orgkit/playwright", () => import("../mocks/adapters/playwright.ts"), ["expect", "serveRoutes", "test"]],
  ["orgkit/vite", () => import("../mocks/adapters/vite.ts"), ["orgkit"]],
  ["orgkit/vitest", () => import("../mocks/adapters/vitest.ts"), ["createTest"]],
];

test.each(entries)("the exports of %s are a promise", async (_, load, names) => {
  expect(Object.keys(await load()).toSorted()).toEqual(names);
});
