import { counted } from "../../fixtures/counted.ts";
import { visibleLine } from "../../conformance/report/visible.ts";
import type { Recording } from "../../mocks/simulation/recorder/recording.ts";

/** The content of a recording, line by line. */
export function recordingSummary(recording: Recording): readonly string[] {
  const { world, dialect, seed, sandbox, scenarios, steps, from } = recording;
  const lines = [
    `World      ${visibleLine(world.name)}, seed ${seed}${sandbox === undefined ? "" : `; sandbox of ${visibleLine(sandbox.account)}`}`,
    `Dialect    ${visibleLine(dialect.name)}`,
    ...[from?.scenarios ?? scenarios]
      .filter(({ length }) => length > 0)
      .map((texts) => `Scenarios  ${visibleLine(texts.join(" "))}`),
    `Steps      ${stepsText(recording)}`,
    ...(steps.length === 0 ? [] : [`Time       ${timeText(recording)}`]),
    ...(from === undefined
      ? []
      : [`Before     ${counted(from.calls, "earlier request")} dropped: it starts with the records they left`]),
  ];
  return lines.map((line) => `  ${line}`);
}

const kinds = { call: "request", edit: "edit", use: "scenario change", restore: "restored snapshot" };

function stepsText({ steps }: Recording): string {
  const counts = Object.entries(kinds).map(
    ([key, noun]) => [steps.filter((step) => key in step).length, noun] as const,
  );
  return counts
    .filter(([count, noun]) => count > 0 || noun === "request")
    .map(([count, noun]) => counted(count, noun))
    .join(", ");
}

/** From the first request to the last, by the simulation's clock. */
function timeText({ steps }: Recording): string {
  const timestamps = steps.flatMap((step) => ("call" in step ? [new Date(step.call.at).toISOString()] : []));
  const [first] = timestamps;
  const last = timestamps.at(-1);
  return first === last ? (first ?? "no request") : `${first} to ${last}`;
}
