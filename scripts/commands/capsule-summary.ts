import { visibleLine } from "../../conformance/report/visible.ts";
import type { Capsule } from "../../mocks/simulation/recording/capsule.ts";

/** What is in a capsule, line by line. */
export function capsuleSummary(capsule: Capsule): readonly string[] {
  const { world, dialect, seed, sandbox, scenarios, steps, from } = capsule;
  const lines = [
    `World      ${visibleLine(world.name)}, seed ${seed}${sandbox === undefined ? "" : `; sandbox of ${visibleLine(sandbox.account)}`}`,
    `Dialect    ${visibleLine(dialect.name)}`,
    ...[from?.scenarios ?? scenarios]
      .filter(({ length }) => length > 0)
      .map((texts) => `Scenarios  ${visibleLine(texts.join(" "))}`),
    `Steps      ${stepsText(capsule)}`,
    ...(steps.length === 0 ? [] : [`Time       ${timeText(capsule)}`]),
    ...(from === undefined
      ? []
      : [
          `Before     ${count(from.calls, "earlier call", "earlier calls")} dropped: it begins from the records they left`,
        ]),
  ];
  return lines.map((line) => `  ${line}`);
}

function stepsText({ steps }: Capsule): string {
  const has = (key: string): number => steps.filter((step) => key in step).length;
  const parts = [
    count(has("edit"), "edit", "edits"),
    count(has("use"), "change of scenarios", "changes of scenarios"),
    count(has("restore"), "snapshot put back", "snapshots put back"),
  ];
  return [count(has("call"), "call", "calls"), ...parts.filter((part) => !part.startsWith("0 "))].join(", ");
}

function count(number: number, one: string, several: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
}

/** From the first call to the last, by the simulation's clock. */
function timeText({ steps }: Capsule): string {
  const moments = steps.flatMap((step) => ("call" in step ? [new Date(step.call.at).toISOString()] : []));
  const [first] = moments;
  const last = moments.at(-1);
  return first === last ? (first ?? "no call") : `${first} to ${last}`;
}
