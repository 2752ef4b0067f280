import { findRequirement } from "../checks/catalogue.ts";
import { gainOf, overviewOf, resultName, verdictLine } from "./overview.ts";
import type { Report } from "./report.ts";
import { visible } from "./visible.ts";

/** GitHub shows ten per step and fifty per job. */
const maxFailures = 50;

/**
 * The workflow commands that show a report in GitHub Actions, one per line of standard output: an error for each
 * failure, a warning if something was not verified, a notice with the verdict.
 */
export function githubAnnotations(report: Report): readonly string[] {
  const { failures } = overviewOf(report);
  const rest = failures.length - maxFailures;
  return [
    ...failures.slice(0, maxFailures).map((failure) => {
      const rule = findRequirement(failure.id)?.rule ?? "";
      const message = `${failure.message}\nRule (${failure.level}, ${failure.section}): ${rule}`;
      return command("error", resultName(failure), message);
    }),
    ...(rest > 0
      ? [command("error", "orgkit", `${rest} more ${rest === 1 ? "failure is" : "failures are"} in the report`)]
      : []),
    ...incomplete(report),
    command("notice", `orgkit ${report.target.name}`, verdictLine(report)),
  ];
}

function incomplete(report: Report): readonly string[] {
  if (report.problem !== undefined) return [command("warning", "orgkit could not judge", report.problem)];
  if (report.complete) return [];
  const give = report.missing.map((lack) => `${lack.give} (${gainOf(lack)})`);
  const remedy = give.length === 0 ? "" : `; to verify more, give ${give.join(", ")}`;
  return [command("warning", "orgkit: incomplete", `${overviewOf(report).notVerified.length} not verified${remedy}`)];
}

/** One workflow command; title and message are escaped, so that they cannot end it or start another. */
function command(kind: "error" | "warning" | "notice", title: string, message: string): string {
  const property = data(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${property}::${data(message)}`;
}

function data(text: string): string {
  return visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
