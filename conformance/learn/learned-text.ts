import type { Composed } from "./compose.ts";
import { createdText } from "./created-text.ts";
import { missingLines } from "./missing-lines.ts";
import type { Learned } from "./learn.ts";
import { mostRequests } from "./learning.ts";

/** As `styleText` of Node takes it. */
type Paint = (format: "bold" | "dim" | "green" | "yellow", text: string) => string;

/** What a command says at the end of a run: what was learned, what was not and why, what was left behind. */
export function learnedText(
  { baseUrl, requests, created }: Learned,
  { found, unset }: Composed,
  { out, paint }: { readonly out: string; readonly paint: Paint },
): string {
  const sure = [...found.values()].filter(({ confidence }) => confidence === "certain").length;
  const missed = missingLines(unset).map((line) => `  – ${line}`);
  const users = created.map((made) => `  – ${createdText(made)}`);
  return [
    `Learned ${paint("bold", baseUrl)}`,
    "",
    ...(missed.length === 0 ? [] : [`Not told (${unset.size} keys), so the default holds`, ...missed, ""]),
    ...(users.length === 0 ? [] : [`Created (${users.length} of the organization's users)`, ...users, ""]),
    `${paint("green", "✓")} ${found.size} keys, ${sure} certain and ${found.size - sure} likely, in ${requests} of at most ${mostRequests} requests`,
    `Wrote ${paint("bold", out)}: each key names the calls that show it`,
  ].join("\n");
}
