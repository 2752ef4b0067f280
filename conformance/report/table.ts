import type { Report } from "./report.ts";
import { composeRunReport } from "./run-report.ts";
import { visibleReport, type Paint } from "./text.ts";

const marks: Readonly<Record<Report["verdict"], readonly [mark: string, colour: "green" | "red" | "yellow"]>> = {
  conforming: ["✓", "green"],
  "non-conforming": ["✗", "red"],
  inconclusive: ["?", "yellow"],
};

/** The targets of a run in one table, then the questions in which they differ. */
export function tableText(given: readonly Report[], paint: Paint): string {
  const reports = given.map(visibleReport);
  const { questions } = composeRunReport(reports);
  const width = Math.max(6, ...reports.map(({ target }) => target.name.length));
  const head = `  ${"target".padEnd(width + 2)} passed failed  not verified`;
  const rows = reports.map(({ target, verdict, summary, results, problem }) => {
    const [mark, colour] = marks[verdict];
    const notVerified = results.filter(({ reason, level }) => reason !== undefined && level !== "observed").length;
    const failing = [...new Set(results.filter(({ status }) => status === "failed").map(({ id }) => id))].join(", ");
    const counts = `${String(summary.passed).padStart(6)} ${String(summary.failed).padStart(6)} ${String(notVerified).padStart(13)}`;
    return `${paint(colour, `${mark} ${target.name.padEnd(width + 2)}`)} ${counts}  ${paint("dim", problem?.split("\n")[0] ?? failing)}`;
  });
  const asked =
    questions.length === 0
      ? []
      : [
          "",
          paint("bold", `Open questions (${questions.length}): where the targets differ and the document is silent`),
          ...questions.map(({ question }) => `  · ${question}`),
        ];
  return [paint("dim", head), ...rows, ...asked].join("\n");
}
