import { operations } from "../../fixtures/contract/operations.ts";
import type { Level, Requirement } from "../../fixtures/contract/requirement.ts";
import type { Paint } from "../report/text.ts";
import { explain, type Explained } from "./explain.ts";

export const levelsInWords: Readonly<Record<Level, string>> = {
  stated: "the document says it",
  implied: "it follows from the document",
  declared: "the dialect says it; judged where one is given",
  observed: "the document is silent: recorded, never failed",
};

/** All about one requirement, for a terminal; `undefined` where there is no such id. */
export function explainText(id: string, paint: Paint): string | undefined {
  const explained = explain(id);
  if (explained === undefined) return undefined;
  const { requirement, curl } = explained;
  return [
    paint("bold", `${requirement.id}  ${requirement.rule}`),
    "",
    ...entry("Level", `${requirement.level}: ${levelsInWords[requirement.level]}`),
    ...entry("Section", requirement.sections.map((section) => `§${section}`).join(", ")),
    ...entry("On", requirement.operations.map((operation) => inWords(operation)).join("\n")),
    ...document(requirement),
    ...keyLines(explained),
    "",
    ...matter(explained, paint),
    ...entry("Try", curl),
    "",
  ].join("\n");
}

function inWords(operation: Requirement["operations"][number]): string {
  const { method, path } = operations[operation];
  return `${operation.padEnd(16)} ${method} ${path}`;
}

function document({ quote }: Requirement): readonly string[] {
  return quote === undefined ? [] : entry("Document", `“${quote}”`);
}

function keyLines({ key, requirement }: Explained): readonly string[] {
  if (key === undefined) return [];
  return entry(requirement.level === "observed" ? "Settled by" : "Key", `${key} (in the dialect)`);
}

function matter({ explanation }: Explained, paint: Paint): readonly string[] {
  if ("recorded" in explanation) {
    return [...entry("Recorded", explanation.recorded), ...entry("As in", explanation.example), ""];
  }
  return [
    ...entry("Why", explanation.why),
    "",
    ...entry("Passes", explanation.good, (text) => paint("green", text)),
    ...entry("Fails", explanation.bad, (text) => paint("red", text)),
    ...entry("Mend it", explanation.mend),
    "",
  ];
}

/** A label and its text, wrapped beside it. */
export function entry(
  label: string,
  text: string,
  colour: (line: string) => string = (line) => line,
): readonly string[] {
  // A line to be copied stays in one piece.
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
