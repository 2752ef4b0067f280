import { getCallSites } from "node:util";
import { compileFunction } from "node:vm";
import {
  test as playwrightTest,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from "@playwright/test";
import { obligationName, obligations, type Obligation } from "../requirements/catalogue.ts";
import { levels } from "../requirements/requirement.ts";
import { exchangeText } from "../report/exchanges.ts";
import type { Result } from "../report/report.ts";
import { failureText } from "../report/text.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { summarize } from "../target/exchange.ts";
import { type ConformanceOptions, type Obstacle, openTarget, type OpenTarget } from "./open-target.ts";
import { startRun } from "./run-state.ts";

export type { ConformanceOptions } from "./open-target.ts";

declare module "@playwright/test" {
  interface PlaywrightTestOptions {
    /** The target that the tests of `orgkit/suite` judge. */
    conformance?: ConformanceOptions;
  }
}

/** Playwright's own `test`, which does not have the option yet. */
const base: TestType<
  PlaywrightTestArgs & Omit<PlaywrightTestOptions, "conformance">,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = playwrightTest;

interface WorkerFixtures {
  /** Targets stay open for all tests of a worker. */
  readonly openTargets: Map<string, OpenTarget>;
}

const test = base.extend<{ conformance: ConformanceOptions; target: OpenTarget }, WorkerFixtures>({
  conformance: [{}, { option: true }],
  openTargets: [
    // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const targets = new Map<string, OpenTarget>();
      await use(targets);
    },
    { scope: "worker" },
  ],
  target: async ({ conformance: options, baseURL, openTargets }, use, info) => {
    const suite = info.titlePath.slice(0, -1);
    const key = JSON.stringify([info.file, suite, info.project.name, info.repeatEachIndex, options, baseURL]);
    const target = openTargets.get(key) ?? (await openTarget(key, options, baseURL, info.config.configFile));
    openTargets.set(key, target);
    await use(target);
  },
});

/** Milliseconds for one test: a target may be slow, or have a rate limit. */
const timeout = 600_000;

/**
 * Defines the conformance tests, one for each requirement and operation. They judge the target that `use.conformance`
 * of their Playwright project names. Tokens come from the environment variables `ORGKIT_TOKEN` and `ORGKIT_TOKEN_B`.
 * @example
 * // conformance.spec.ts
 * import { conformance } from "orgkit/suite";
 * conformance();
 */
export function conformance(): void {
  startRun();
  const define = defineHere();
  test.describe(() => {
    // One worker at a time sends requests to a target, in the order that checks need.
    test.describe.configure({ mode: "default", timeout });
    for (const obligation of obligations(levels)) {
      define(testTitle(obligation), testDetails(obligation), async ({ target }, info) => {
        const report = await target(info.testId, info.retry);
        if ("obstacle" in report) return reportObstacle(report, info);
        const { id } = obligation.requirement;
        const result = report.results.find((one) => one.id === id && one.operation === obligation.operation);
        if (result === undefined) throw new Error(`${obligationName(obligation)} was not judged`);
        return reportResult(result, info);
      });
    }
    define("verdict: at least one requirement could be verified", {}, async ({ target }, info) => {
      const report = await target(info.testId, info.retry);
      if ("obstacle" in report) return reportObstacle(report, info);
      if (report.summary.passed + report.summary.failed > 0) return;
      throw errorAt(
        info,
        "No requirement could be verified: each was skipped or inconclusive, for the reason in its test.",
      );
    });
  });
}

type Define = (title: string, details: Details, body: Parameters<typeof test>[2]) => void;
type Details = Parameters<typeof test>[1];

/**
 * Calls `test` so that Playwright reports the position of the `conformance()` call, where reports and editors link to.
 */
function defineHere(): Define {
  const site = getCallSites(3, { sourceMap: false })[2];
  if (site === undefined) return test;
  const define = compileFunction("test(title, details, body)", ["test", "title", "details", "body"], {
    filename: site.scriptName,
    lineOffset: site.lineNumber - 1,
    columnOffset: site.columnNumber - 1,
  });
  return (...given) => void Reflect.apply(define, undefined, [test, ...given]);
}

/** `AUTH-04 listInvoices: a request with an unknown token is rejected`. */
function testTitle(obligation: Obligation): string {
  return `${obligationName(obligation)}: ${obligation.requirement.rule}`;
}

function testDetails({ requirement, operation }: Obligation): Details {
  const { id, level, sections, quote } = requirement;
  return {
    tag: [`@${id}`, `@${level}`, `@${operation}`],
    annotation: [
      { type: "section", description: sections.map((section) => `§${section}`).join(", ") },
      ...(quote === undefined ? [] : [{ type: "document", description: `“${quote}”` }]),
    ],
  };
}

/** A target that cannot be judged fails only one test, since the others would repeat the message. */
function reportObstacle({ obstacle, isFirst }: Obstacle, info: TestInfo): void {
  info.skip(!isFirst, "the target cannot be judged; one test of it fails and says why");
  throw errorAt(info, obstacle);
}

async function reportResult(result: Result, info: TestInfo): Promise<void> {
  const { status, evidence } = result;
  const message = visibleLine(result.message);
  info.annotations.push({ type: status, description: message });
  for (const exchange of evidence) {
    await info.attach(visibleLine(summarize(exchange), 120), {
      body: exchangeText(exchange),
      contentType: "text/plain",
    });
  }
  info.skip(status === "skipped" || status === "inconclusive", message);
  if (status !== "failed") return;
  throw errorAt(info, failureText(result));
}

/** An error whose stack is the position of the test: orgkit's own frames do not help the reader. */
function errorAt({ file, line, column }: TestInfo, message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at conformance (${file}:${line}:${column})`;
  return error;
}
