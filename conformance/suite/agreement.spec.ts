import { dialectNames } from "../../fixtures/dialect/load.ts";
import type { TargetOptions } from "../api/conform-options.ts";
import type { Finding } from "../report/report.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { readTarget } from "../run/read-conform-options.ts";
import { optionsFor, type IndependentServer } from "../test-servers/independent-server.ts";
import { mockServer } from "../test-servers/mock-server.ts";
import { brokenServers, conformingServers } from "../test-servers/servers.ts";
import { expect, test, type NativeResults, type NativeRun } from "./native-run.fixture.ts";
import type { ConformanceOptions } from "./suite.ts";

test.describe.configure({ mode: "parallel" });

interface KnownTarget {
  readonly options: TargetOptions;
  stop(): Promise<void>;
}

async function start(server: IndependentServer): Promise<KnownTarget> {
  const running = await server.start();
  return { options: optionsFor(server, running), stop: running.stop };
}

/** Each target as a Playwright project of one run, with its secrets in separate variables. */
function together(targets: Readonly<Record<string, KnownTarget>>): Pick<NativeRun, "projects" | "env"> {
  const projects: Record<string, ConformanceOptions> = {};
  const env: Record<string, string> = {};
  const variable = (value: string): string => {
    const name = `SECRET_${Object.keys(env).length}`;
    env[name] = value;
    return name;
  };
  for (const [name, { options }] of Object.entries(targets)) {
    const { token, secondToken = "", headers = {}, ...rest } = options;
    const tokenVariables = { first: variable(token), second: variable(secondToken) };
    const headerVariables = Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, variable(value)]),
    );
    projects[name] = { ...rest, tokenVariables, headerVariables };
  }
  return { projects, env };
}

/** The outcomes of `conform`, one per line. */
async function outcomesOf({ options }: KnownTarget): Promise<readonly string[]> {
  const { findings } = await judgeTarget(await readTarget(options));
  return findings.map(outcomeLine).toSorted();
}

function outcomeLine({ id, operation, status }: Pick<Finding, "id" | "operation" | "status">): string {
  return `${id} ${operation}: ${status}`;
}

/** The outcomes of a project's native tests, and how Playwright shows them. */
function nativeOutcomes({ tests }: NativeResults, project: string): readonly string[] {
  const shownAs: Readonly<Record<string, string>> = { observed: "passed", inconclusive: "skipped" };
  return tests
    .filter((one) => one.project === project && one.name !== "verdict")
    .map(({ name, status, annotations }) => {
      const found = annotations.map(({ type }) => type).find((type) => statuses.has(type)) ?? "nothing";
      return `${name}: ${found}${(shownAs[found] ?? found) === status ? "" : `, shown as ${status}`}`;
    })
    .toSorted();
}

const statuses = new Set(["passed", "failed", "skipped", "inconclusive", "observed"]);

// Half an hour for every dialect and every server: npm run test:suite.
const slow = { tag: "@slow" };

test("conform and the native tests agree on every outcome on the mock", slow, async ({ runNatively }) => {
  const mocks = Object.fromEntries(
    await Promise.all(
      dialectNames().map(async (name) => [name, await start(mockServer({ id: name, speaks: name }))] as const),
    ),
  );
  const native = await runNatively(together(mocks));
  expect(native.exitCode, native.output).toBe(0);
  for (const [name, mock] of Object.entries(mocks)) {
    expect.soft(nativeOutcomes(native, name), name).toEqual(await outcomesOf(mock));
    await mock.stop();
  }
});

/** Which rules can be verified on these depends on time or chance; which fail does not. */
const timing = new Set([
  "accepted-then-visible",
  "closes-idle-connections",
  "others-leave",
  "shuffled-pages",
  "total-of-the-page@listUsers",
  "visible-after-2-s",
]);

test(
  "conform and the native tests agree on independent servers, and on the exit code",
  slow,
  async ({ runNatively }) => {
    test.setTimeout(3_600_000);
    for (const group of chunks([...conformingServers, ...brokenServers], 12)) {
      // Each way has its own server, since a run may create users.
      const startAll = async (): Promise<Record<string, KnownTarget>> =>
        Object.fromEntries(await Promise.all(group.map(async (one) => [one.id, await start(one)] as const)));
      const [forNative, forConform] = [await startAll(), await startAll()];
      const native = await runNatively(together(forNative));
      await Promise.all(
        Object.entries(forConform).map(async ([name, target]) => {
          const expected = await outcomesOf(target);
          const found = nativeOutcomes(native, name);
          const isCompared = (line: string): boolean => !timing.has(name) || line.includes("failed");
          expect.soft(found.filter(isCompared), name).toEqual(expected.filter(isCompared));
        }),
      );
      for (const target of Object.values(forNative)) await target.stop();
      for (const target of Object.values(forConform)) await target.stop();
      for (const { id, breaks } of group) {
        const failed = native.tests.filter(({ project, status }) => project === id && status === "failed");
        expect.soft(failed.length > 0, `${id}: ${failed.map(({ name }) => name).join(", ")}`).toBe(breaks.length > 0);
      }
      expect.soft(native.exitCode).toBe(group.some(({ breaks }) => breaks.length > 0) ? 1 : 0);
    }
  },
);

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
