import { once } from "node:events";
import type { Command } from "commander";
import { sides } from "../../conformance/proxy/finding.ts";
import { openJudge, type Judged } from "../../conformance/proxy/judge.ts";
import { createMask } from "../../conformance/proxy/mask.ts";
import { judgingDocument } from "../../conformance/proxy/judging-document.ts";
import { composeProxyReport, type ProxyReport } from "../../conformance/proxy/proxy-report.ts";
import { proxyText } from "../../conformance/proxy/proxy-text.ts";
import { createTally } from "../../conformance/proxy/tally.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paintFor } from "../terminal.ts";
import { interruption } from "./interruption.ts";
import { noBaseUrl } from "./missing-settings.ts";
import { createCaptures } from "./proxy-capture.ts";
import { proxyFiles, writeProxyReports } from "./proxy-files.ts";
import { exchangeLines, lostLine } from "./proxy-log.ts";
import { proxyOptions, type ProxySettings } from "./proxy-options.ts";
import type { Passage } from "./proxy-pass.ts";
import { startProxy, type RunningProxy } from "./proxy-server.ts";
import { proxyStartupText } from "./proxy-startup.ts";
import { openUpstream, whyUnreachable, type Upstream } from "./proxy-upstream.ts";
import { readCa } from "./reach-options.ts";
import { prepareDirectory } from "./write-reports.ts";
import { rejectBadProxy } from "../../conformance/target/reject-bad-proxy.ts";

/** `orgkit proxy`: stands between a client and a target, and tells who of them breaks the contract. */
export function proxyCommand(version: string): Command {
  return defineCommand(
    {
      name: "proxy",
      summary: "watch what passes between a client and a target",
      description:
        "Passes every call on to a target and its reply back, unchanged, and judges both sides by the interface document, with Prism (npm i -D @stoplight/prism-http). It blocks nothing: it reports. The client's token passes through and is shown nowhere.",
      options: proxyOptions,
      exitCodes: {
        0: "no violation, or no --fail-on-violation",
        1: "violations, and --fail-on-violation",
        2: "wrong usage or config, the port cannot be had, or Prism is not installed",
        3: "the target cannot be reached, or --fail-on-violation and nothing was judged",
      },
    },
    ({ settings }) => watch(settings, version),
  );
}

/** @returns the exit code */
async function watch(settings: ProxySettings, version: string): Promise<number> {
  const { baseUrl, out } = settings;
  if (baseUrl === undefined) throw noBaseUrl();
  const dialect = settings.dialect === undefined ? undefined : await openDialect(settings.dialect);
  const document = judgingDocument(dialect);
  if (out !== undefined) prepareDirectory(out, proxyFiles);
  const judgedSides = settings.side === "both" ? sides : [settings.side];
  const judge = await openJudge({ baseUrl, document, dialect, sides: new Set(judgedSides) });
  const mask = createMask(baseUrl);
  const tally = createTally(mask);
  const paint = paintFor(process.stdout);
  const say = (text: string): void => void (settings.quiet || print(text));
  const judging = new Set<Promise<void>>();

  const upstream = openUpstream(baseUrl, connectionOf(settings));
  const passage: Passage = {
    upstream,
    capture: createCaptures(),
    onSeen: (seen) => {
      mask.learn(seen);
      const told = judge(seen)
        .catch((error: unknown) => notJudged(error))
        .then((judged) => say(exchangeLines(seen, judged, tally.add(seen, judged), mask, paint)))
        .finally(() => judging.delete(told));
      judging.add(told);
    },
    onLost: (call, reason) => {
      mask.learn(call);
      tally.lose(reason);
      say(lostLine(call, reason, mask, paint));
    },
  };
  const stop = interruption();
  const proxy = await open(settings, upstream, passage);
  const startedAt = new Date();
  print(proxyStartupText({ version, url: proxy.url, target: baseUrl, dialect: dialect?.name, settings }, paint));
  if (!stop.aborted) await once(stop, "abort");
  await proxy.close();
  await Promise.all(judging);
  await upstream.close();
  const durationMs = Date.now() - startedAt.getTime();
  const run = { version, baseUrl, dialect: dialect?.name, sides: [...judgedSides], startedAt, durationMs };
  const report = composeProxyReport(run, tally);
  print(`\n${proxyText(report, paint)}`);
  if (out !== undefined) for (const path of writeProxyReports(out, report, document)) print(`Report: ${path}`);
  return exitCode(report, settings);
}

/** A fault of ours or of Prism's says nothing of the call, and must not go unseen. */
function notJudged(error: unknown): Judged {
  const reason = error instanceof Error ? error.message : String(error);
  return { operation: undefined, findings: [], notJudged: `orgkit itself failed: ${reason}` };
}

function connectionOf({ timeout = 60_000, ca, insecure }: ProxySettings): Parameters<typeof openUpstream>[1] {
  rejectBadProxy(process.env);
  return { timeout, insecure, ...(ca === undefined ? {} : { ca: readCa(ca) }) };
}

/**
 * @throws CannotJudge where the target does not answer
 * @throws InputError where the port cannot be had
 */
async function open(settings: ProxySettings, upstream: Upstream, passage: Passage): Promise<RunningProxy> {
  const { host, port, allowedHost, allowOrigin } = settings;
  const problem = await whyUnreachable(upstream);
  if (problem !== undefined) {
    await upstream.close();
    throw new CannotJudge(`The target ${upstream.baseUrl} cannot be reached: ${problem}`);
  }
  try {
    return await startProxy({ host, port, allowedHosts: allowedHost, allowedOrigins: allowOrigin, passage });
  } catch (error) {
    await upstream.close();
    throw error;
  }
}

function exitCode({ violations, judged }: ProxyReport, { failOnViolation }: ProxySettings): number {
  if (!failOnViolation) return 0;
  if (violations.length > 0) return 1;
  return judged === 0 ? 3 : 0;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
