import { sides, type Passed, type Side } from "../../conformance/proxy/finding.ts";
import type { Judge, Judged } from "../../conformance/proxy/judge.ts";
import { createMask, type Mask } from "../../conformance/proxy/mask.ts";
import { createTally, type ProxyReport, type Tally } from "../../conformance/proxy/proxy-report.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { withAdvice } from "../../conformance/target/no-reply.ts";
import { listenForRequests, type ListenOptions } from "./server.ts";
import { openUpstream, type Upstream, type UpstreamOptions } from "./upstream.ts";

export interface ProxyOptions extends ListenOptions, UpstreamOptions {
  readonly baseUrl: string;
  readonly judge: Judge;
  /** Whose violations to look for; both by default. */
  readonly sides?: readonly Side[];
  readonly onJudged?: (exchange: Passed, judged: Judged, counted: ReturnType<Tally["add"]>, mask: Mask) => void;
  readonly onLost?: (request: Passed["request"], reason: string, mask: Mask) => void;
}

export interface RunningProxy {
  /** With the actual port and without a trailing slash. */
  readonly url: string;
  /** Accepts no new requests, waits some seconds for those in flight, and returns the report. */
  close(version: string, dialect: string | undefined): Promise<ProxyReport>;
}

/**
 * Forwards requests between clients and a target, unchanged, and judges them.
 * @throws CannotJudge if the target does not respond
 * @throws InputError if it cannot listen on host and port
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { baseUrl, judge, sides: judgedSides = sides, onJudged, onLost } = options;
  const mask = createMask();
  const tally = createTally(mask);
  const judging = new Set<Promise<void>>();
  const startedAt = new Date();
  const upstream = openUpstream(baseUrl, options);
  const onPassed = async (exchange: Passed): Promise<void> => {
    mask.learn(exchange);
    const judged = await judge(exchange).catch(notJudged);
    const findings = judged.findings.filter(({ side }) => judgedSides.includes(side));
    const counted = tally.add(exchange, { ...judged, findings });
    onJudged?.(exchange, judged, counted, mask);
  };
  try {
    await reach(baseUrl, upstream);
    const server = await listenForRequests(options, {
      baseUrl,
      upstream,
      onPassed: (exchange) => {
        const done = onPassed(exchange).finally(() => judging.delete(done));
        judging.add(done);
      },
      onLost: (request, reason) => {
        mask.learn({ request });
        tally.lose(reason);
        onLost?.(request, reason, mask);
      },
    });
    return {
      url: server.url,
      async close(version, dialect) {
        await server.close();
        await Promise.all(judging);
        await upstream.close();
        const durationMs = Date.now() - startedAt.getTime();
        return tally.report({
          version,
          target: { baseUrl, dialect: dialect ?? null },
          sides: [...judgedSides],
          startedAt,
          durationMs,
        });
      },
    };
  } catch (error) {
    await upstream.close();
    throw error;
  }
}

/** A fault of orgkit or Prism is unrelated to the exchange, and must be visible. */
function notJudged(error: unknown): Judged {
  const reason = error instanceof Error ? error.message : String(error);
  return { operation: undefined, findings: [], notJudged: `orgkit itself failed: ${reason}` };
}

/** Checks that the target responds, whatever the response. */
async function reach(baseUrl: string, upstream: Upstream): Promise<void> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { body } = await upstream.send({ method: "GET", path: "/api/v1/users", headers: [], body: null, signal });
    body.on("error", () => {}).destroy();
  } catch (error) {
    throw new CannotJudge(`The target ${baseUrl} cannot be reached: ${withAdvice(upstream.explain(error))}`);
  }
}
