import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import type { TrafficExchange } from "../../conformance/proxy/exchange.ts";
import { judgingDocument, openRequestJudge } from "../../conformance/proxy/judge-request.ts";
import { TrafficJudge } from "../../conformance/proxy/traffic-judge.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { targetSchema } from "../../conformance/target/target.ts";
import { prettyJson } from "../../fixtures/values/json.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { writeWholeFile } from "../../fixtures/files/write-file.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { startProxy, type ProxyOptions } from "../proxy/proxy.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option } from "../settings/settings.ts";
import { interruption, paint, print, type Paint } from "../terminal/terminal.ts";
import { finish } from "./conform.ts";
import { conformOptions } from "./conform-options.ts";
import { readCa, requireBaseUrl } from "./target-options.ts";
import { listenOptions } from "./listen-options.ts";
import { prepareReports } from "./write-reports.ts";

const { baseUrl, dialect, out, timeout, ca, insecure } = conformOptions.shape;
const expectedOrigin = "expected an origin, for instance https://app.example";

/** The options of `orgkit proxy`, in the order of its help. */
export const proxyOptions = z.object({
  baseUrl,
  dialect: option(
    dialect,
    "-d, --dialect <name or file>",
    "also judge the target against its own dialect: record fields, status codes, the body of createUser",
  ),
  side: option(
    z.enum(["both", "request", "reply"], "expected both, request or reply").default("both"),
    "--side <both|request|reply>",
    "judge requests, responses, or both",
  ),
  failOnViolation: option(onOff, "--fail-on-violation", "exit with 1 if there was a violation"),
  out: option(out, "-o, --out <dir>", "write the reports of conform, and openapi.json, to this directory"),
  ...listenOptions.shape,
  allowOrigin: option(
    z.array(z.string().refine((origin) => URL.parse(origin)?.origin === origin, expectedOrigin)).default([]),
    "--allow-origin <origin>",
    "also allow pages of this origin, besides localhost; repeatable",
  ),
  timeout: option(
    timeout,
    "--timeout <ms>",
    "how long to wait for the target to start a response, and between its parts",
    { defaultText: "60000" },
  ),
  ca,
  insecure,
  quiet: option(onOff, "-q, --quiet", "print only the report, not every request"),
});

type ProxySettings = z.output<typeof proxyOptions>;

/** The document that the JSON pointers in a report refer to. */
const openApiFile = "openapi.json";

/** `orgkit proxy`: forwards traffic between a client and a target, and reports which of them breaks the contract. */
export default defineCommand(
  {
    name: "proxy",
    summary: "judge live traffic between a client and a target",
    description:
      "Forwards requests to a target and its responses back, unchanged, and judges both against the interface document, with Prism (npm i -D @stoplight/prism-http). It reports violations and blocks nothing. The client's token is forwarded, but never shown.",
    options: proxyOptions,
    exitCodes: {
      0: "no violations, or no --fail-on-violation",
      1: "violations, with --fail-on-violation",
      2: "wrong usage or config, port in use, or Prism not installed",
      3: "the target could not be reached, or nothing was judged with --fail-on-violation",
    },
  },
  async ({ settings, version }) => {
    const { out: directory, side, failOnViolation } = settings;
    const target = requireBaseUrl(settings.baseUrl);
    const declared = settings.dialect === undefined ? undefined : await openDialect(settings.dialect);
    if (directory !== undefined) prepareReports(directory, [openApiFile]);
    const stop = interruption();
    const judge = new TrafficJudge({
      target: targetSchema.parse({
        baseUrl: target,
        allowWrites: false,
        dialect: declared && writtenDialect(declared),
      }),
      judgeRequest: side === "reply" ? undefined : await openRequestJudge(declared),
      judgesReplies: side !== "request",
    });
    const log = settings.quiet ? {} : logTraffic(target, judge);
    const proxy = await startProxy({
      ...settings,
      baseUrl: target,
      judge,
      allowedHosts: settings.allowedHost,
      allowedOrigins: settings.allowOrigin,
      timeout: settings.timeout ?? 60_000,
      ca: readCa(settings.ca),
      ...log,
    });
    print(startupText(settings, { version, url: proxy.url, dialect: declared?.name }, paint));
    if (!stop.aborted) await once(stop, "abort");
    const report = await proxy.close();
    print("");
    finish(report, { out: directory });
    if (directory !== undefined) {
      const path = join(directory, openApiFile);
      writeWholeFile(path, prettyJson(judgingDocument(declared)));
      print(`Document: ${path}`);
    }
    if (!failOnViolation) return 0;
    if (report.summary.failed + (report.traffic?.clientViolations?.length ?? 0) > 0) return 1;
    return report.traffic?.used === 0 ? 3 : 0;
  },
);

const judgedInWords = {
  both: "requests and responses",
  request: "requests",
  reply: "responses",
};

/** The output when it is ready. */
function startupText(
  { baseUrl: target = "", host, side, insecure: isInsecure }: ProxySettings,
  {
    version,
    url,
    dialect: name,
  }: { readonly version: string; readonly url: string; readonly dialect: string | undefined },
  colour: Paint,
): string {
  const warnings = [
    ...(/\/api\/v1\/?$/.test(target) ? ["The base URL ends with /api/v1: leave that out"] : []),
    ...(isInsecure ? ["Insecure  any certificate of the target is accepted"] : []),
    ...(isLoopback(host) ? [] : [`Reachable from other machines: listening on ${host}`]),
  ];
  return [
    `${colour("bold", "orgkit")} ${version} forwards requests and judges them against the ${contract.title} ${contract.version}`,
    "",
    `  Base URL  ${colour("cyan", url)}`,
    `  Target    ${target}`,
    `  Dialect   ${name ?? `none ${colour("dim", "give --dialect to judge what the target declares")}`}`,
    `  Judged    ${judgedInWords[side]}`,
    ...warnings.map((warning) => colour("yellow", `  ${warning}`)),
    "",
    colour("dim", "  Stop with Ctrl+C for the report"),
    "",
  ].join("\n");
}

/** One exchange on one line, with each violation below it: in full the first time, then only by name. */
function logTraffic(target: string, { mask }: TrafficJudge): Partial<Pick<ProxyOptions, "onJudged" | "onLost">> {
  const line = ({ method, url }: TrafficExchange["request"], rest: string): string => {
    const time = paint("dim", new Date().toTimeString().slice(0, 8));
    return `${time} ${visibleLine(`${method} ${mask.url(url.slice(target.length))}`)} ${rest}`.trimEnd();
  };
  return {
    onJudged({ request, response: { status } }, { operation = "", violations, notJudged }) {
      const what = notJudged === undefined ? operation : `not judged: ${visibleLine(notJudged)}`;
      const code = paint(status >= 200 && status < 300 ? "green" : "yellow", String(status));
      print(line(request, `${code} ${paint("dim", what)}`));
      for (const { side, operation: of = "no operation", rule, message, isNew } of violations) {
        const name = paint("red", `  ✗ ${side} of ${of} ${rule}`);
        print(`${name} ${isNew ? visibleLine(message) : paint("dim", "again")}`);
      }
    },
    onLost: (request, reason) => print(line(request, paint("yellow", `no response: ${visibleLine(reason)}`))),
  };
}
