import type { LearnedDialect } from "../api/learn-options.ts";
import { visibleLine } from "../report/visible.ts";
import { missingLines } from "./texts.ts";
import { maxRequests } from "./learn-from.ts";

/** A format of Node's `styleText`. */
type Paint = (format: "bold" | "dim" | "green" | "yellow", text: string) => string;

/** The output at the end of a run: what was learned, what was not and why, and which users were created. */
export function learnedText(
  { baseUrl, keys, missing, requests, created }: LearnedDialect,
  { out, paint }: { readonly out: string; readonly paint: Paint },
): string {
  const sure = keys.filter(({ confidence }) => confidence === "certain").length;
  const isBlind = !keys.some(({ key }) => /^(?:paging|records)\./.test(key));
  const missed = missingLines(new Map(missing.map(({ key, reason, give }) => [key, { message: reason, give }])));
  const effort = `in ${requests} of at most ${maxRequests} requests`;
  return [
    `Learned ${paint("bold", baseUrl)}`,
    "",
    ...(missed.length === 0
      ? []
      : [
          `Not learned (${missing.length} keys): the default is used`,
          ...missed.map((line) => `  – ${visibleLine(line)}`),
          "",
        ]),
    ...(created.length === 0
      ? []
      : [
          `Created (${created.length} of the organization's users)`,
          ...created.map((made) => `  – ${visibleLine(made)}`),
          "",
        ]),
    ...(isBlind ? [`${paint("yellow", "?")} neither list could be read, so almost nothing was learned`] : []),
    `${isBlind ? paint("yellow", "?") : paint("green", "✓")} ${keys.length} keys, ${sure} certain and ${keys.length - sure} likely, ${effort}`,
    `Wrote ${paint("bold", out)}: each key lists the requests that show it`,
  ].join("\n");
}
