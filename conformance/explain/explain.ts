import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationPath, operations } from "../../fixtures/contract/operations.ts";
import { keysByRequirement } from "../../fixtures/dialect/keys.ts";
import { findRequirement } from "../checks/catalogue.ts";
import type { Level, Requirement } from "../checks/requirement.ts";
import { curlLine } from "../report/curl.ts";
import type { Paint } from "../report/text.ts";

/** A requirement with everything to show about it. */
export interface Explained {
  readonly requirement: Requirement;
  /** The dialect key that declares it, or that decides its open point. */
  readonly key?: string | undefined;
  /** A command that sends the decisive request. */
  readonly curl: string;
}

/** Explains one requirement, whatever the letter case of its id; `undefined` if it is unknown. */
export function explain(id: string): Explained | undefined {
  const requirement = findRequirement(id.trim().toUpperCase());
  return requirement && { requirement, key: keyOf(requirement), curl: curlOf(requirement) };
}

let declared: ReadonlyMap<string, string> | undefined;

function keyOf(requirement: Requirement): string | undefined {
  if (requirement.level === "declared") return (declared ??= keysByRequirement()).get(requirement.id);
  if (requirement.level !== "observed") return undefined;
  return openPoints.find((point) => point.id === requirement.openPoint)?.key;
}

function curlOf({ operations: [first = "listUsers"], call = {} }: Requirement): string {
  const operation = call.operation ?? first;
  const { method: standard, record } = operations[operation];
  const { authorization = "Bearer $ORGKIT_TOKEN", method = standard, query } = call;
  const path = call.path ?? operationPath(operation, `${record.toUpperCase()}_ID`);
  const body = call.body ?? (method === "POST" ? '{"email":"ada@example.com","name":"Ada"}' : undefined);
  return curlLine({
    request: {
      method,
      // A placeholder for the reader's base URL.
      url: `https://staging.example${path}${query === undefined ? "" : `?${query}`}`,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    },
  });
}

export const levelsInWords: Readonly<Record<Level, string>> = {
  stated: "the document says it",
  implied: "it follows from the document",
  declared: "the dialect says it; judged where one is given",
  observed: "the document is silent: recorded, never failed",
};

/** The explanation of one requirement, for a terminal; `undefined` if the id is unknown. */
export function explainText(id: string, paint: Paint): string | undefined {
  const explained = explain(id);
  if (explained === undefined) return undefined;
  const { requirement, key, curl } = explained;
  const { level, quote } = requirement;
  return [
    paint("bold", `${requirement.id}  ${requirement.rule}`),
    "",
    ...entry("Level", `${level}: ${levelsInWords[level]}`),
    ...entry("Section", requirement.sections.map((section) => `§${section}`).join(", ")),
    ...entry("On", requirement.operations.map((operation) => inWords(operation)).join("\n")),
    ...(quote === undefined ? [] : entry("Document", `“${quote}”`)),
    ...(key === undefined ? [] : entry(level === "observed" ? "Settled by" : "Key", `${key} (in the dialect)`)),
    "",
    ...matter(requirement, paint),
    ...entry("Try", curl),
    "",
  ].join("\n");
}

function inWords(operation: Requirement["operations"][number]): string {
  const { method, path } = operations[operation];
  return `${operation.padEnd(16)} ${method} ${path}`;
}

function matter(requirement: Requirement, paint: Paint): readonly string[] {
  if (requirement.level === "observed") {
    return [...entry("Recorded", requirement.recorded), ...entry("As in", requirement.example), ""];
  }
  return [
    ...entry("Why", requirement.why),
    "",
    ...entry("Passes", requirement.good, (text) => paint("green", text)),
    ...entry("Fails", requirement.bad, (text) => paint("red", text)),
    ...entry("Fix", requirement.fix),
    "",
  ];
}

/** A label and its text, wrapped beside it. */
export function entry(
  label: string,
  text: string,
  colour: (line: string) => string = (line) => line,
): readonly string[] {
  // Commands stay on one line, so that they can be copied.
  const lines = label === "Try" ? [text] : text.split("\n").flatMap((line) => wrapped(line, 92));
  return lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(12)}${colour(line)}`);
}

function wrapped(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** The names most similar to a mistyped one in any letter case, best first; at most five. */
export function closestNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.trim().toUpperCase();
  return names
    .map((name) => ({ name, distance: distanceBetween(wanted, name.toUpperCase()) }))
    .filter(({ distance }) => distance <= 3)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/** How many characters to insert, delete or replace (Levenshtein distance). */
function distanceBetween(a: string, b: string): number {
  // A larger difference in length cannot be similar, so the distance is not computed.
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
