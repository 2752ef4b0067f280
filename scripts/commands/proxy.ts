import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { openHarFile } from "../../conformance/har/write.ts";
import { sides, type Passed } from "../../conformance/proxy/finding.ts";
import { judgingDocument, openJudge } from "../../conformance/proxy/judge.ts";
import type { Mask } from "../../conformance/proxy/mask.ts";
import type { ProxyReport } from "../../conformance/proxy/proxy-report.ts";
import { proxyText, violationName } from "../../conformance/proxy/proxy-text.ts";
import { visibleLine } from "../../conformance/report/visible.ts";
import { prettyJson } from "../../fixtures/json.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { writeWholeFile } from "../../fixtures/write-file.ts";
import { isLoopback } from "../../fixtures/loopback.ts";
import { startProxy, type ProxyOptions } from "../proxy/proxy.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option, text } from "../settings/settings.ts";
import { interruption, paint, print, type Paint } from "../terminal.ts";
import { conformOptions } from "./conform-options.ts";
import { readCa, requireBaseUrl } from "./target-options.ts";
import { prepareNewFile } from "./write-new-file.ts";
import { prepareDirectory } from "./write-reports.ts";
import { listenOptions } from "./listen-options.ts";

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
    z.enum(["both", ...sides], "expected both, request or reply").default("both"),
    "--side <both|request|reply>",
    "judge requests, responses, or both",
  ),
  failOnViolation: option(onOff, "--fail-on-violation", "exit with 1 if there was a violation"),
  out: option(out, "-o, --out <dir>", "write proxy.json and openapi.json to this directory"),
  har: option(
    text("expected a file").optional(),
    "--har <file>",
    "record the traffic in a HAR file, with secrets masked, for orgkit conform",
    // ORGKIT_HAR has the files that conform reads.
    { variable: "ORGKIT_PROXY_HAR" },
  ),
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

/** The output files of a run; JSON pointers in the report refer to `openapi.json`. */
const forms: Readonly<Record<string, (report: ProxyReport, declared: Dialect | undefined) => string>> = {
  "proxy.json": prettyJson,
  "openapi.json": (_, declared) => prettyJson(judgingDocument(declared)),
};

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
    if (directory !== undefined) prepareDirectory(directory, Object.keys(forms));
    const { har } = settings;
    if (har !== undefined) prepareNewFile({ what: "HAR", at: "--har", path: har, force: false });
    const stop = interruption();
    const log = settings.quiet ? {} : logging(target);
    const recorded = har === undefined ? undefined : openHarFile(har, version);
    const proxy = await startProxy({
      ...settings,
      baseUrl: target,
      judge: await openJudge({ baseUrl: target, dialect: declared }),
      allowedHosts: settings.allowedHost,
      allowedOrigins: settings.allowOrigin,
      timeout: settings.timeout ?? 60_000,
      ca: readCa(settings.ca),
      sides: side === "both" ? sides : [side],
      ...log,
      onJudged(exchange, ...judged) {
        recorded?.add(exchange, new Date(Date.now() - exchange.response.ms));
        log.onJudged?.(exchange, ...judged);
      },
    });
    print(startupText(settings, { version, url: proxy.url, dialect: declared?.name }, paint));
    if (!stop.aborted) await once(stop, "abort");
    const report = await proxy.close(version, declared?.name);
    recorded?.close();
    print("", proxyText(report, paint));
    if (har !== undefined) print(`Recorded: ${har}`);
    for (const [name, form] of directory === undefined ? [] : Object.entries(forms)) {
      const path = join(directory ?? "", name);
      writeWholeFile(path, form(report, declared));
      print(`Report: ${path}`);
    }
    if (!failOnViolation) return 0;
    if (report.violations.length > 0) return 1;
    return report.judged === 0 ? 3 : 0;
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
function logging(target: string): Partial<Pick<ProxyOptions, "onJudged" | "onLost">> {
  const line = ({ method, url }: Passed["request"], mask: Mask, rest: string): string => {
    const time = paint("dim", new Date().toTimeString().slice(0, 8));
    return `${time} ${visibleLine(`${method} ${mask.url(url.slice(target.length))}`)} ${rest}`.trimEnd();
  };
  return {
    onJudged({ request, response: { status } }, { operation = "", notJudged }, counted, mask) {
      const what = notJudged === undefined ? operation : `not judged: ${visibleLine(notJudged)}`;
      const code = paint(status >= 200 && status < 300 ? "green" : "yellow", String(status));
      print(line(request, mask, `${code} ${paint("dim", what)}`));
      for (const { isNew, ...finding } of counted) {
        const name = paint("red", `  ✗ ${visibleLine(violationName(finding))}`);
        print(`${name} ${isNew ? visibleLine(finding.found) : paint("dim", "again")}`);
      }
    },
    onLost: (request, reason, mask) =>
      print(line(request, mask, paint("yellow", `no response: ${visibleLine(reason)}`))),
  };
}
