import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { openPrism } from "../../conformance/proxy/prism.ts";
import {
  type Violation,
  TrafficJudge,
  type JudgedExchange,
  type TrafficReport,
} from "../../conformance/proxy/traffic-judge.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { writeWholeFile } from "../../fixtures/files/write-file.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { prettyJson } from "../../fixtures/values/json.ts";
import { counted } from "../../fixtures/values/text.ts";
import { startProxy } from "../proxy/proxy.ts";
import { integer, onOff, option } from "../../fixtures/settings/settings.ts";
import { maxTimeout } from "../../fixtures/values/timers.ts";
import { interruption, paint, print } from "../terminal/terminal.ts";
import { conformCommandOptions, prepareReports } from "./conform-options.ts";
import { defineCommand } from "./define-command.ts";
import { listenOptions } from "./shared-options.ts";

const { baseUrl, dialect, out, ca, cert, key, insecure } = conformCommandOptions.shape;
const expectedOrigin = "expected an origin, for instance https://app.example";

/** The options of `orgkit proxy`, in the order of its help. */
export const proxyOptions = z.object({
  baseUrl,
  dialect: option(dialect, {
    flags: "-d, --dialect <name or file>",
    description: "also judge the target against its own dialect: record fields, status codes, the body of createUser",
  }),
  failOnViolation: option(onOff, {
    flags: "--fail-on-violation",
    description: "exit with 1 if there was a violation",
  }),
  out: option(out, {
    flags: "-o, --out <dir>",
    description: "write violations.json to this directory",
  }),
  ...listenOptions,
  allowOrigin: option(
    z.array(z.string().refine((origin) => URL.parse(origin)?.origin === origin, expectedOrigin)).default([]),
    { flags: "--allow-origin <origin>", description: "also allow pages of this origin, besides localhost; repeatable" },
  ),
  timeout: option(integer("whole milliseconds", 1, maxTimeout).default(60_000), {
    flags: "--timeout <ms>",
    description: "how long to wait for the target to start a response, and between its parts",
  }),
  ca,
  cert,
  key,
  insecure,
  quiet: option(onOff, { flags: "-q, --quiet", description: "print only the report, not every request" }),
});

const reportFile = "violations.json";

/** `orgkit proxy`: forwards traffic between a client and a target, and reports which of them breaks the contract. */
export default defineCommand(
  {
    name: "proxy",
    summary: "judge live traffic between a client and a target",
    description:
      "Forwards requests to a target and its responses back, unchanged, and judges both against the interface document, with Prism (npm i -D @stoplight/prism-http). It reports violations and blocks nothing. The client's token is forwarded, but never shown.",
    options: proxyOptions,
    fromProject: ["baseUrl", "dialect"],
    exitCodes: {
      0: "no violations, or no --fail-on-violation",
      1: "violations, with --fail-on-violation",
      2: "wrong usage or config, port in use, or Prism not installed",
      3: "the target could not be reached, or nothing was judged with --fail-on-violation",
    },
  },
  async ({ settings, version }) => {
    const { baseUrl: target, host, insecure: isInsecure, out: directory, failOnViolation } = settings;
    const declared = settings.dialect === undefined ? undefined : await openDialect(settings.dialect);
    if (directory !== undefined) prepareReports(directory, [reportFile]);
    const stop = interruption();
    const judge = new TrafficJudge(target, await openPrism(declared));
    const proxy = await startProxy({
      ...settings,
      judge,
      allowedHosts: settings.allowedHost,
      allowedOrigins: settings.allowOrigin,
      ...(settings.quiet ? {} : { onJudged: printExchange }),
    });
    print(
      `${paint("bold", "orgkit")} ${version} forwards requests and judges them against the ${contract.title} ${contract.version}`,
      "",
      `  Base URL  ${paint("cyan", proxy.url)}`,
      `  Target    ${target}`,
      `  Dialect   ${declared?.name ?? `none ${paint("dim", "give --dialect to judge what the target declares")}`}`,
    );
    const warn = (text: string): void => print(paint("yellow", `  ${text}`));
    if (/\/api\/v1\/?$/.test(target)) warn("The base URL ends with /api/v1: leave that out");
    if (isInsecure) warn("Insecure  any certificate of the target is accepted");
    if (!isLoopback(host)) warn(`Reachable from other machines: listening on ${host}`);
    print("", paint("dim", "  Stop with Ctrl+C for the report"), "");
    if (!stop.aborted) await once(stop, "abort");
    await proxy.close();
    const report = judge.report();
    print("", reportText(report));
    if (directory !== undefined) {
      const about = { kit: { name: "orgkit", version }, baseUrl: target, dialect: declared?.name ?? null };
      writeWholeFile(join(directory, reportFile), prettyJson({ ...about, ...report }));
      print(`Report: ${join(directory, reportFile)}`);
    }
    if (!failOnViolation) return 0;
    if (report.violations.length > 0) return 1;
    return report.judged === 0 ? 3 : 0;
  },
);

function printExchange({ exchange, violations, notJudged }: JudgedExchange): void {
  const time = paint("dim", new Date().toTimeString().slice(0, 8));
  print(
    `${time} ${visibleLine(exchange)}${notJudged === undefined ? "" : paint("dim", ` not judged: ${visibleLine(notJudged)}`)}`,
  );
  for (const violation of violations) print(`  ${violationText(violation)}`);
}

function violationText({ by, operation, rule, message }: Violation): string {
  return `${paint("red", `✗ ${by}:`)} ${operation ?? "no operation"}, ${rule}: ${visibleLine(message)}`;
}

/** All violations, and what was judged. */
function reportText({ exchanges, judged, notJudged, violations }: TrafficReport): string {
  const byClient = violations.filter(({ by }) => by === "client").length;
  return [
    ...violations.map((violation) => {
      const { count, first } = violation;
      return `${violationText(violation)}\n  ${paint("dim", `${counted(count, "exchange")}, first ${visibleLine(first)}`)}`;
    }),
    `${judged} of ${counted(exchanges, "exchange")} judged.`,
    ...Object.entries(notJudged).map(([reason, count]) => `Not judged: ${visibleLine(reason)} (${count}).`),
    violations.length === 0
      ? paint("green", `✓ no violation in ${counted(judged, "exchange")}`)
      : paint("red", `✗ ${byClient} by the client, ${violations.length - byClient} by the service`),
    "",
  ].join("\n");
}
