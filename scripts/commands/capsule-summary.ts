import type { Capsule } from "../../mocks/capsule/capsule.ts";
import { printable } from "../terminal.ts";

/** What is in a capsule, line by line. */
export function capsuleSummary(capsule: Capsule): readonly string[] {
  const { world, dialect, seed, sandbox, scenarios, steps, from } = capsule;
  const lines = [
    `World      ${world.name}, seed ${seed}${sandbox === undefined ? "" : `; sandbox of ${sandbox.account}`}`,
    `Dialect    ${dialect.name}`,
    ...[from?.scenarios ?? scenarios]
      .filter(({ length }) => length > 0)
      .map((texts) => `Scenarios  ${texts.join(" ")}`),
    `Steps      ${stepsText(capsule)}`,
    ...(steps.length === 0 ? [] : [`Time       ${timeText(capsule)}`]),
    ...(from === undefined
      ? []
      : [`Before     ${count(from.calls, "earlier call")} dropped: it begins from the records they left`]),
  ];
  return lines.map((line) => `  ${printable(line)}`);
}

function stepsText({ steps }: Capsule): string {
  const has = (key: string): number => steps.filter((step) => key in step).length;
  const parts: readonly (readonly [number, string])[] = [
    [has("edit"), "edit"],
    [has("use"), "change of scenarios"],
    [has("restore"), "restored snapshot"],
  ];
  return [
    count(has("call"), "call"),
    ...parts.filter(([number]) => number > 0).map(([number, noun]) => count(number, noun)),
  ].join(", ");
}

function count(number: number, noun: string): string {
  const plural = noun.replace(/^(change)?/, (word) => (word === "" ? "" : `${word}s`));
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural === noun ? `${noun}s` : plural}`;
}

/** From the first call to the last, by the simulation's clock. */
function timeText({ steps }: Capsule): string {
  const moments = steps.flatMap((step) => ("call" in step ? [new Date(step.call.at).toISOString()] : []));
  const [first] = moments;
  const last = moments.at(-1);
  return first === last ? (first ?? "no call") : `${first} to ${last}`;
}
