import { parseArgs } from "node:util";
import type { TestInfo } from "@playwright/test";
import { obligationName, type Obligation } from "../requirements/catalogue.ts";

/** `AUTH-04 listInvoices: a request with an unknown token is rejected`. */
export function testTitle(obligation: Obligation): string {
  return `${obligationName(obligation)}: ${obligation.requirement.rule}`;
}

export function testTags({ requirement: { id, level }, operation }: Obligation): string[] {
  return [`@${id}`, `@${level}`, `@${operation}`];
}

type Pattern = RegExp | readonly RegExp[] | null | undefined;

/**
 * The obligations whose tests a run selects by its patterns, so that only what they need is asked for. A worker is not
 * told which tests the run has; where they were chosen otherwise, these may be too many, never too few: a test that is
 * not among them is judged with all.
 */
export function selectTests(
  all: readonly Obligation[],
  info: Pick<TestInfo, "config" | "project" | "titlePath">,
): readonly Obligation[] {
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
