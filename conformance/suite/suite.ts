import * as playwright from "@playwright/test";
import { getCallSites, parseArgs } from "node:util";
import { compileFunction } from "node:vm";
import type { TestInfo, TestType } from "@playwright/test";
import { obligationName, obligations, type Obligation } from "../requirements/catalogue.ts";
import { levels } from "../requirements/requirement.ts";
import { exchangeText } from "../report/view.ts";
import type { Report, Result } from "../report/report.ts";
import { failureText } from "../report/text.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { summarize } from "../target/exchange.ts";
import { type ConformanceOptions, type Obstacle, openTarget, type OpenTarget } from "./open-target.ts";
import { startRun } from "./open-target.ts";

export type { ConformanceOptions } from "./open-target.ts";

declare module "@playwright/test" {
  interface PlaywrightTestOptions {
    /** The target that the tests of `orgkit/suite` judge. */
    conformance?: ConformanceOptions;
  }
}

/** Without the fixtures of browsers, which take longer than the tests of a usual run. */
const base: TestType<object, object> = playwright._baseTest ?? playwright.test;

const test = base.extend<{ conformance: ConformanceOptions }>({ conformance: [{}, { option: true }] });

const all = obligations(levels);

/** The targets of this worker, and what the run asks about each. */
const openTargets = new Map<string, { readonly target: OpenTarget; readonly selected: readonly Obligation[] }>();

/** The report on the target of a test, with the result of its obligation. */
function judge(options: ConformanceOptions, info: TestInfo, obligation?: Obligation): Promise<Report | Obstacle> {
  const { file, project, config, repeatEachIndex, titlePath } = info;
  const { baseURL } = project.use;
  const key = JSON.stringify([file, titlePath.slice(0, -1), project.name, repeatEachIndex, options, baseURL]);
  const open = openTargets.get(key) ?? {
    target: openTarget(key, { baseUrl: baseURL, ...options }, config.configFile),
    selected: selectTests(info),
  };
  openTargets.set(key, open);
  const isIn = obligation === undefined ? open.selected.length > 0 : open.selected.includes(obligation);
  return open.target(info, isIn ? open.selected : all);
}

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
    for (const obligation of all) {
      define(testTitle(obligation), testDetails(obligation), async ({ conformance: options }, info) => {
        const report = await judge(options, info, obligation);
        if ("obstacle" in report) return reportObstacle(report, info);
        const { id } = obligation.requirement;
        const result = report.results.find((one) => one.id === id && one.operation === obligation.operation);
        if (result === undefined) throw new Error(`${obligationName(obligation)} was not judged`);
        return reportResult(result, info);
      });
    }
    define("verdict: at least one requirement could be verified", {}, async ({ conformance: options }, info) => {
      const report = await judge(options, info);
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

function testDetails(obligation: Obligation): Details {
  const { sections, quote } = obligation.requirement;
  return {
    tag: testTags(obligation),
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

/** `AUTH-04 listInvoices: a request with an unknown token is rejected`. */
function testTitle(obligation: Obligation): string {
  return `${obligationName(obligation)}: ${obligation.requirement.rule}`;
}

function testTags({ requirement: { id, level }, operation }: Obligation): string[] {
  return [`@${id}`, `@${level}`, `@${operation}`];
}

type Pattern = RegExp | readonly RegExp[] | null | undefined;

/**
 * The obligations whose tests a run selects by its patterns, so that only what they need is asked for. A worker is not
 * told which tests the run has; where they were chosen otherwise, these may be too many, never too few: a test that is
 * not among them is judged with all.
 */
function selectTests(info: Pick<TestInfo, "config" | "project" | "titlePath">): readonly Obligation[] {
  const { config, project } = info;
  const { values } = parseArgs({
    args: [...config.argv],
    strict: false,
    options: { grep: { type: "string", short: "g" }, "grep-invert": { type: "string" } },
  });
  const wanted: readonly Pattern[] = [toPattern(values.grep), config.grep, project.grep];
  const unwanted: readonly Pattern[] = [toPattern(values["grep-invert"]), config.grepInvert, project.grepInvert];
  return all.filter((obligation) => {
    // As Playwright composes what patterns are looked for in.
    const text = [project.name, ...info.titlePath.slice(0, -1), testTitle(obligation), ...testTags(obligation)].join(
      " ",
    );
    const matches = (pattern: Pattern): boolean => [pattern ?? []].flat().some((one) => text.search(one) >= 0);
    return wanted.every((one) => one === undefined || matches(one)) && !unwanted.some(matches);
  });
}

/** A pattern of the command line: `AUTH-04`, or `/auth-04/i`. */
function toPattern(given: string | boolean | undefined): RegExp | undefined {
  if (typeof given !== "string") return undefined;
  const [, source, flags] = /^\/(.*)\/([gi]*)$/.exec(given) ?? [];
  return source === undefined ? new RegExp(given, "i") : new RegExp(source, flags);
}
