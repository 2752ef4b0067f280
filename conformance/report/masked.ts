import type { Exchange } from "../target/exchange.ts";
import type { Report } from "./report.ts";

/** Response headers whose value is another one each time. */
const volatileHeaders: ReadonlySet<string> = new Set(
  `age alt-svc cf-ray content-length date etag expires last-modified nel report-to
  correlation-id request-id server-timing set-cookie trace-id traceparent tracestate via
  ratelimit ratelimit-remaining ratelimit-reset x-ratelimit-remaining x-ratelimit-reset
  x-rate-limit-remaining x-rate-limit-reset x-amz-cf-id x-amzn-requestid x-amzn-trace-id
  x-b3-spanid x-b3-traceid x-cache x-cache-hits x-cloud-trace-context x-correlation-id
  x-envoy-upstream-service-time x-request-id x-response-time x-runtime x-served-by x-timer x-trace-id`.split(/\s+/),
);

const varies = "(varies)";

/** Members of a body that name one request among all. */
const requestIds = /("(?:request|trace|correlation|span|transaction|error)[_-]?id"\s*:\s*)"[^"\\]*"/gi;

const dateTimes = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?/g;

/** How far the clocks of the two ends may be apart. */
const clocksMs = 60_000;

/**
 * A report without what differs between two runs on an unchanged target, so that the reports of two runs diff cleanly:
 * volatile headers, exact times, the values the run made up, and moments within the run. When it was and what was
 * created stay: these are what a reader looks up.
 */
export function maskVolatile(report: Report): Report {
  const text = maskOf(report);
  const masked = new Map<Exchange, Exchange>();
  const exchange = (given: Exchange): Exchange => {
    const known = masked.get(given) ?? maskExchange(given, text);
    masked.set(given, known);
    return known;
  };
  return {
    ...report,
    results: report.results.map((result) => ({
      ...result,
      message: text(result.message),
      ...(result.reason === undefined ? {} : { reason: text(result.reason) }),
      evidence: result.evidence.map(exchange),
      ...(result.curl === undefined ? {} : { curl: text(result.curl) }),
    })),
    choices: report.choices.map((point) => ({
      ...point,
      choices: point.choices.map(({ operation, choice }) => ({ operation, choice: text(choice) })),
    })),
  };
}

type Mask = (text: string) => string;

function maskOf({ runId, startedAt, durationMs, created }: Report): Mask {
  const ids = new Set(created.flatMap(({ received }) => idsIn(received)));
  const unique = new RegExp(`${runId.replaceAll(/\W/g, "\\$&")}-[0-9a-f]{8}`, "g");
  const from = Date.parse(startedAt) - clocksMs;
  const to = Date.parse(startedAt) + durationMs + clocksMs;
  const isNow = (moment: string): boolean => {
    const time = momentOf(moment);
    return time >= from && time <= to;
  };
  const known = new Map<string, string>();
  const mask: Mask = (text) =>
    text
      .replaceAll(unique, "{{unique}}")
      .replaceAll(dateTimes, (moment) => (isNow(moment) ? "(now)" : moment))
      .replaceAll(requestIds, `$1"${varies}"`)
      .replaceAll(newId, (literal, id: string) => (ids.has(id) ? literal.replace(id, "{{id}}") : literal));
  return (text) => {
    const masked = known.get(text) ?? mask(text);
    known.set(text, masked);
    return masked;
  };
}

/** The value of an `id` in JSON, or at the end of a path. */
const newId = /(?:"id"\s*:\s*"?|\/)([\w.~-]+)(?=["/,}\s]|$)/g;

/** The ids of users that a run created, which are others each time. */
function idsIn(received: string): readonly string[] {
  return [...received.matchAll(/"id"\s*:\s*"?([\w.~-]+)/g)].map(([, id = ""]) => id);
}

/** A date-time that names no zone is taken as UTC, whatever the zone of this machine is. */
function momentOf(moment: string): number {
  const iso = moment.replace(" ", "T");
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

function maskExchange({ request, response, noReply }: Exchange, text: Mask): Exchange {
  return {
    request: {
      ...request,
      url: text(request.url),
      ...(request.body === undefined ? {} : { body: text(request.body) }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, maskHeader(name, value, text)]),
            ),
            body: text(response.body),
            ms: roundedUp(response.ms),
          },
        }),
    ...(noReply === undefined ? {} : { noReply: { ...noReply, message: text(noReply.message) } }),
  };
}

function maskHeader(name: string, value: string, text: Mask): string {
  const lower = name.toLowerCase();
  if (volatileHeaders.has(lower)) return varies;
  // In seconds it is a rule of the target, as a date it is another one each time.
  if (lower === "retry-after") return /^\d+$/.test(value) ? value : varies;
  return text(value);
}

/** Up to 100, 300, 1000, … ms: a reply of the same speed has the same number. */
function roundedUp(ms: number): number {
  let step = 100;
  while (ms > step) step = String(step).startsWith("1") ? step * 3 : (step / 3) * 10;
  return step;
}
