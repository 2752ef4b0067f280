import { isObject } from "../../fixtures/json.ts";
import type { Report } from "../report/report.ts";
import type { ConformAllOptions, ConformOptions, ConformRecordedOptions } from "./conform-options.ts";

// The judge is loaded with the first call: whoever imports orgkit for the mock alone does not wait for it.

/**
 * Judges a target against the interface document, as `orgkit conform` does: with the same checks.
 * With `har`, judges recorded traffic instead, and sends nothing: the verdict is then never `conforming`.
 * Prints nothing, writes nothing into the working directory, never ends the process. Calls do not disturb each other.
 * @returns the report in the shape of `report.json` ([schema](../report/report.schema.json)), whatever the verdict is
 * @throws InputError if an option is wrong; its `mistakes` say which, and what was expected
 * @throws CannotJudge if the target cannot be reached, accepts the token nowhere, or is not the interface
 * @throws InternalError if orgkit itself failed
 * @throws the reason of the signal, once that aborts
 * @example
 * const report = await conform({ baseUrl: "https://staging.example/x", token: process.env.STAGING_TOKEN ?? "" });
 * for (const { id, operation, message } of report.results.filter(({ status }) => status === "failed")) {
 *   console.log(`${id} ${operation}: ${message}`);
 * }
 */
export async function conform(options: ConformOptions | ConformRecordedOptions): Promise<Report> {
  if (isRecorded(options)) return (await import("../har/judge-traffic.ts")).judgeTraffic(options);
  return (await import("../run/conform.ts")).conform(options);
}

function isRecorded(options: ConformOptions | ConformRecordedOptions): options is ConformRecordedOptions {
  return isObject(options) && "har" in options;
}

/**
 * Judges several targets in one run, `workers` at a time.
 * @returns a report of each, in the order given; one that cannot be judged says why as its `problem`
 * @throws as `conform` does, but for CannotJudge
 * @example
 * const token = process.env.STAGING_TOKEN ?? "";
 * const [staging, next] = await conformAll({
 *   targets: [
 *     { name: "staging", baseUrl: "https://staging.example/x", token },
 *     { name: "next", baseUrl: "https://next.example/x", token },
 *   ],
 * });
 */
export async function conformAll(options: ConformAllOptions): Promise<readonly Report[]> {
  return (await import("../run/conform.ts")).conformAll(options);
}
