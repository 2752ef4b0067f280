import type { Report } from "./report.ts";
import { viewReport } from "./view.ts";

/**
 * The workflow commands that show a report in GitHub Actions, one per line of standard output: an error for each
 * problem, a warning if something was not verified, a notice with the verdict.
 */
export function githubAnnotations(report: Report): readonly string[] {
  const { report: shown, verdict, extent, problems, notVerified, advice = "" } = viewReport(report);
  return [
    ...problems.map(({ title, source, facts, failures }) => {
      const lines = [...failures.flatMap((failure) => failure.facts), ...facts].map(
        ([label, text]) => `${label}: ${text}`,
      );
      return command("error", title, [...lines, source].join("\n"));
    }),
    ...(shown.problem !== undefined
      ? [command("warning", "orgkit could not judge", shown.problem)]
      : shown.complete
        ? []
        : [command("warning", "orgkit: incomplete", `${notVerified} not verified. ${advice}`.trim())]),
    command("notice", `orgkit ${shown.target.name}`, `${verdict}: ${extent}`),
  ];
}

/** One workflow command; title and message are escaped, so that they cannot end it or start another. */
function command(kind: "error" | "warning" | "notice", title: string, message: string): string {
  const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${kind} title=${escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(message)}`;
}
