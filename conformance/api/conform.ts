import type { Report } from "../report/report.ts";
import type { ConformOptions } from "./conform-options.ts";

// Loaded on the first call, so that importing orgkit for the mock stays fast.

/**
 * Judges a target against the interface document, with the same checks as `orgkit conform`.
 * Prints nothing, writes no files, and never exits the process. Concurrent calls are independent.
 * @returns the report in the format of `report.json` ([schema](../report/report.schema.json)), whatever the verdict
 * @throws InputError if options are invalid; its `mistakes` list them with what was expected
 * @throws CannotJudge if the target does not respond, rejects the token, or does not serve the interface
 * @throws InternalError if orgkit itself failed
 * @throws the reason of the signal when it aborts
 * @example
 * const report = await conform({ baseUrl: "https://staging.example/x", token: process.env.STAGING_TOKEN ?? "" });
 * for (const { id, operation, message } of report.results.filter(({ status }) => status === "failed")) {
 *   console.log(`${id} ${operation}: ${message}`);
 * }
 */
export async function conform(options: ConformOptions): Promise<Report> {
  return (await import("../run/conform.ts")).conform(options);
}
