import { visibleLine } from "../report/visible.ts";
import type { Paint } from "../report/text.ts";
import type { BehaviorDifference } from "./behavior.ts";
import type { Comparison, Difference, UnknownValue } from "./compare.ts";
import type { RequirementChange } from "./compare-reports.ts";

/** The differences in words, with the evidence of both sides; then what is known on one side only. */
export function diffText(comparison: Comparison, paint: Paint): string {
  const { a, b, differences, perhaps, choices, requirements, unknown, behaviors, ofMock = [] } = comparison;
  return [
    `A  ${a.name} ${paint("dim", `(${a.kind})`)}`,
    `B  ${b.name} ${paint("dim", `(${b.kind})`)}`,
    "",
    ...requirements.flatMap((change) => changeLines(change, paint)),
    ...differences.flatMap((difference) => differenceLines(difference, "red", paint)),
    ...behaviors.flatMap((difference) => behaviorLines(difference, paint)),
    ...choices.map(({ words, section }) => `${paint("red", "✗")} ${words} ${paint("dim", section)}`),
    ...(choices.length === 0 ? [] : [""]),
    ...(perhaps.length === 0
      ? []
      : [paint("bold", `Possibly different (${perhaps.length}): likely, not certain, on one side`)]),
    ...perhaps.flatMap((difference) => differenceLines(difference, "yellow", paint)),
    ...(ofMock.length === 0
      ? []
      : [paint("bold", `orgkit mock with the dialect responds differently (${ofMock.length}): not counted`)]),
    ...ofMock.flatMap((difference) => behaviorLines(difference, paint)),
    ...unknownLines(unknown, "A", paint),
    ...unknownLines(unknown, "B", paint),
    verdict(comparison, paint),
  ].join("\n");
}

function changeLines({ id, operation, rule, a, b }: RequirementChange, paint: Paint): readonly string[] {
  return [
    `${paint("red", `✗ ${id} ${operation}`)} ${a.status} in A, ${b.status} in B ${paint("dim", rule)}`,
    `    A  ${said(a.message, a.evidence)}`,
    `    B  ${said(b.message, b.evidence)}`,
    "",
  ];
}

function differenceLines(difference: Difference, colour: "red" | "yellow", paint: Paint): readonly string[] {
  const { words, key, section, a, b } = difference;
  return [
    `${paint(colour, "✗")} ${visibleLine(words, 500)} ${paint("dim", `${key}, ${section}`)}`,
    ...[a, b].map(({ knowledge, evidence }, index) => {
      const guess = knowledge === "likely" ? "likely: " : "";
      return `    ${index === 0 ? "A" : "B"}  ${guess}${said("", evidence)}`;
    }),
    "",
  ];
}

/** How many of the keys known on one side only to list. */
const maxNamed = 24;

function behaviorLines({ words, a, b, others }: BehaviorDifference, paint: Paint): readonly string[] {
  const more = others === 0 ? "" : paint("dim", ` (and of ${others} other requests)`);
  return [`${paint("red", "✗")} ${visibleLine(words, 500)}${more}`, `    A  ${a}`, `    B  ${b}`, ""];
}

function said(message: string, evidence: readonly string[]): string {
  return visibleLine([message, evidence.join("; ")].filter(Boolean).join(" · "), 240);
}

function unknownLines(unknown: readonly UnknownValue[], side: "A" | "B", paint: Paint): readonly string[] {
  const keys = unknown.filter(({ by }) => by === side).map(({ key }) => key);
  if (keys.length === 0) return [];
  const rest = keys.length > maxNamed ? ` and ${keys.length - maxNamed} more (--json names them)` : "";
  const named = shortened(keys.slice(0, maxNamed)).join(", ");
  return [paint("dim", `Unknown in ${side} (${keys.length}): ${named}${rest}`), ""];
}

/** `paging.users.maxSize, .oversize`: a key under the same parent as the one before is shortened. */
function shortened(keys: readonly string[]): readonly string[] {
  return keys.map((key, index) => {
    const parent = key.slice(0, key.lastIndexOf(".") + 1);
    const before = keys[index - 1] ?? "";
    const isSibling = parent !== "" && before.startsWith(parent) && !before.slice(parent.length).includes(".");
    return isSibling ? `.${key.slice(parent.length)}` : key;
  });
}

function verdict({ same, compared, differences, choices, requirements, behaviors }: Comparison, paint: Paint): string {
  if (compared === 0) return paint("yellow", "? no key is known on both sides, so nothing was compared");
  if (same) return paint("green", `✓ no differences (${compared} compared)`);
  const count = differences.length + choices.length + requirements.length + behaviors.length;
  return paint("red", `✗ ${count} ${count === 1 ? "difference" : "differences"} (${compared} compared)`);
}
