import type { Report } from "./report.ts";
import { composeRunReport } from "./run-report.ts";
import { visibleReport, type Paint } from "./text.ts";

const marks: Readonly<Record<Report["verdict"], readonly [mark: string, colour: "green" | "red" | "yellow"]>> = {
  conforming: ["✓", "green"],
  "non-conforming": ["✗", "red"],
  inconclusive: ["?", "yellow"],
};

/** The questions in which the targets of a run differ; empty where there are none. */
export function questionsText(reports: readonly Report[], paint: Paint): string {
  const { questions } = composeRunReport(reports.map(visibleReport));
  if (questions.length === 0) return "";
  const title = `Open questions (${questions.length}): where the targets differ and the document is silent`;
  return [paint("bold", title), ...questions.map(({ question }) => `  · ${question}`), ""].join("\n");
}

/** The targets of a run in one table. */
export function tableText(given: readonly Report[], paint: Paint): string {
  const reports = given.map(visibleReport);
  const width = Math.max(6, ...reports.map(({ target }) => target.name.length));
  const head = `  ${"target".padEnd(width + 2)} passed failed  not verified`;
  const rows = reports.map(({ target, verdict, summary, results, problem }) => {
    const [mark, colour] = marks[verdict];
    const notVerified = results.filter(({ reason, level }) => reason !== undefined && level !== "observed").length;
    const failing = [...new Set(results.filter(({ status }) => status === "failed").map(({ id }) => id))].join(", ");
    const counts = `${String(summary.passed).padStart(6)} ${String(summary.failed).padStart(6)} ${String(notVerified).padStart(13)}`;
    return `${paint(colour, `${mark} ${target.name.padEnd(width + 2)}`)} ${counts}  ${paint("dim", problem?.split("\n")[0] ?? failing)}`;
  });
  return [paint("dim", head), ...rows].join("\n");
}
