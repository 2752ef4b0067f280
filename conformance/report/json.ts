import type { Report } from "./report.ts";
import { mapLeaves } from "./visible.ts";

/** Response headers whose value changes each time. */
const volatileHeaders: ReadonlySet<string> = new Set(
  `age alt-svc cf-ray content-length date etag expires last-modified nel report-to
  correlation-id request-id server-timing set-cookie trace-id traceparent tracestate via
  ratelimit ratelimit-remaining ratelimit-reset x-ratelimit-remaining x-ratelimit-reset
  x-rate-limit-remaining x-rate-limit-reset x-amz-cf-id x-amzn-requestid x-amzn-trace-id
  x-b3-spanid x-b3-traceid x-cache x-cache-hits x-cloud-trace-context x-correlation-id
  x-envoy-upstream-service-time x-request-id x-response-time x-runtime x-served-by x-timer x-trace-id`.split(/\s+/),
);

const varies = "(varies)";

/** Members of a body that identify a request. */
const requestIds = /("(?:request|trace|correlation|span|transaction|error)[_-]?id"\s*:\s*)"[^"\\]*"/gi;

const dateTimes = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?/g;

/** The maximum difference between the clocks of orgkit and the target. */
const clocksMs = 60_000;

/**
 * A report without values that change between two runs on an unchanged target, so that reports can be diffed: volatile
 * headers, exact durations, generated values, and timestamps within the run. The time of the run and the created users
 * stay: readers look these up.
 */
export function maskVolatile(report: Report): Report {
  const mask = maskOf(report);
  const text = (value: string, name: string): string => {
    const lower = name.toLowerCase();
    // In seconds, `Retry-After` is a rule of the target; as a date, it changes each time.
    const isVolatile = lower === "retry-after" ? !/^\d+$/.test(value) : volatileHeaders.has(lower);
    return isVolatile ? varies : mask(value);
  };
  const { results, choices } = report;
  return {
    ...report,
    ...mapLeaves({ results, choices }, text, (value, name) => (name === "ms" ? roundedUp(value) : value)),
  };
}

/** Values of parameters by which a request passes caches. */
const fresh = /\borgkit-[0-9a-f]{8}\b/g;

function maskOf({ runId, startedAt, durationMs, created }: Report): (text: string) => string {
  const ids = new Set(created.flatMap(({ received }) => idsIn(received)));
  const unique = new RegExp(`${runId.replaceAll(/\W/g, "\\$&")}-[0-9a-f]{8}`, "g");
  const start = Date.parse(startedAt);
  const isNow = (timestamp: string): boolean => {
    const time = timestampOf(timestamp);
    return time >= start - clocksMs && time <= start + durationMs + clocksMs;
  };
  return (text) =>
    text
      .replaceAll(unique, "{{unique}}")
      .replaceAll(fresh, "{{fresh}}")
      .replaceAll(dateTimes, (timestamp) => (isNow(timestamp) ? "(now)" : timestamp))
      .replaceAll(requestIds, `$1"${varies}"`)
      .replaceAll(newId, (literal, id: string) => (ids.has(id) ? literal.replace(id, "{{id}}") : literal));
}

/** The value of an `id` in JSON, or at the end of a path. */
const newId = /(?:"id"\s*:\s*"?|\/)([\w.~-]+)(?=["/,}\s]|$)/g;

/** The ids of created users, which change each time. */
function idsIn(received: string): readonly string[] {
  return [...received.matchAll(/"id"\s*:\s*"?([\w.~-]+)/g)].map(([, id = ""]) => id);
}

/** A date-time without a zone counts as UTC, whatever the local zone. */
function timestampOf(timestamp: string): number {
  const iso = timestamp.replace(" ", "T");
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

/** Rounded up to 100, 300, 1000, … ms, so that similar durations are equal. */
function roundedUp(ms: number): number {
  let step = 100;
  while (ms > step) step = String(step).startsWith("1") ? step * 3 : (step / 3) * 10;
  return step;
}

/** JSON for files to diff: indented, with sorted members and a final line break. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), undefined, 2) ?? "null"}\n`;
}

/** A cache: results share exchanges. */
const copies = new WeakMap<object, object>();

/** By code unit, so that the text does not depend on a locale. From entries, so that `__proto__` stays a member. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy =
    copies.get(value) ??
    (Array.isArray(value)
      ? value.map(sorted)
      : Object.fromEntries(
          Object.entries(value)
            .map(([name, member]) => [name, sorted(member)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        ));
  copies.set(value, copy);
  return copy;
}
