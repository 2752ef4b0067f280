import { basename } from "node:path";
import { z } from "zod";
import { matchPath } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { jsonOf } from "../../fixtures/values/json.ts";
import { readText } from "../../fixtures/input/read-text.ts";
import { pathBelow, type TrafficExchange } from "../proxy/exchange.ts";
import { matchRequest } from "../proxy/match-request.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { readEntry, withPlainOrigin, type HarEntryContent } from "./entry.ts";

/** The traffic of the interface in HAR files. */
export interface HarTraffic {
  readonly baseUrl: string;
  readonly files: string[];
  /** Those complete enough to judge, in the order of the files. */
  readonly exchanges: readonly TrafficExchange[];
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
  /** What was redacted, which base URLs there are. */
  readonly notes: string[];
}

/** The maximum size of a HAR file in bytes. */
const maxBytes = 100e6;

/**
 * Opens HAR files of browsers, Playwright, proxies and load tools. Nothing outside of the files is opened.
 * @param givenUrl the base URL; by default that of most requests to the interface
 * @throws InputError if a file cannot be read, is larger than 100 MB or not a HAR file, or no request is to the interface
 */
export function openHar(files: readonly string[], givenUrl?: string): HarTraffic {
  const entries = files.map(readEntries);
  const bases = countBaseUrls(entries.flat());
  const baseUrl = givenUrl === undefined ? bases[0]?.base : withPlainOrigin(givenUrl);
  const leftOut = new Map<string, { reason: string; count: number }>();
  const filesWithoutTokens: string[] = [];
  const exchanges = entries.flatMap((content, index) => {
    const complete = content.flatMap((entry) => {
      const reason = reasonToLeaveOut(entry, baseUrl);
      if (reason === undefined) return entry.exchange ?? [];
      // Of several entries, the source of the first is shown.
      const sameReason = leftOut.get(reason) ?? {
        reason: reason + (entry.url === undefined ? ` (${entry.source})` : ""),
        count: 0,
      };
      leftOut.set(reason, { ...sameReason, count: sameReason.count + 1 });
      return [];
    });
    const hasNoTokens = lacksAllTokens(complete);
    if (hasNoTokens || complete.some(usesPlaceholder)) filesWithoutTokens.push(basename(files[index] ?? ""));
    return complete.map((exchange) =>
      hasNoTokens || usesPlaceholder(exchange) ? withPlaceholder(exchange) : exchange,
    );
  });
  if (baseUrl === undefined || exchanges.length === 0) {
    const problems = [
      baseUrl === undefined
        ? "it has no requests of the interface (…/api/v1/users, …)"
        : `no request in it went to ${baseUrl}/api/v1/… and got a complete response`,
      ...[...leftOut.values()].map(({ reason, count }) => `left out: ${reason} (${count})`),
    ];
    const at = files.map((file) => basename(file)).join(", ");
    throw new InputError(
      `HAR "${files.join('", "')}"`,
      problems.map((problem) => ({ at, problem })),
    );
  }
  const notes: string[] = [];
  if (givenUrl === undefined && bases.length > 1) {
    const counts = bases.slice(0, 5).map(({ base, count }) => `${base} (${count})`);
    notes.push(
      `requests went to ${bases.length} base URLs, ${counts.join(", ")}; the first is used; set another as the base URL`,
    );
  }
  if (filesWithoutTokens.length > 0) {
    notes.push(
      `${filesWithoutTokens.join(", ")}: \`Authorization\` was left out by the tool that recorded it, so rejected tokens show nothing`,
    );
  }
  return { baseUrl, files: files.map((file) => basename(file)), exchanges, leftOut: [...leftOut.values()], notes };
}

const harSchema = z.object({ log: z.object({ entries: z.array(z.json()) }) });

/** @throws InputError if it is not a HAR file */
function readEntries(file: string): readonly HarEntryContent[] {
  const unusable = (problem: string): InputError => new InputError(`HAR "${file}"`, [{ at: file, problem }]);
  if (file.toLowerCase().endsWith(".zip")) throw unusable("it is a ZIP archive; unpack it and give the HAR file");
  const text = readText(file, "HAR", maxBytes).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw unusable("it is empty");
  const json = jsonOf(text);
  if (json === undefined) throw unusable("it is not JSON, or cut off");
  const { data } = harSchema.safeParse(json);
  if (data === undefined) throw unusable("it has no log.entries");
  return data.log.entries.map((entry, index) => readEntry(entry, `entry ${index + 1} of ${basename(file)}`));
}

/** The base URLs of requests to the interface, and how many went to each; the most frequent first. */
function countBaseUrls(entries: readonly HarEntryContent[]): readonly { base: string; count: number }[] {
  const bases = entries.flatMap(({ url }) => findBaseUrl(url ?? "") ?? []);
  return [...Map.groupBy(bases, (base) => base)]
    .map(([base, all]) => ({ base, count: all.length }))
    .toSorted((left, right) => right.count - left.count);
}

/** The base URL of an address of the interface: the part before `/api/v1/users`. */
function findBaseUrl(url: string): string | undefined {
  const { origin, pathname = "" } = URL.parse(url) ?? {};
  const at = pathname.indexOf("/api/v1/");
  return at < 0 || matchPath(pathname.slice(at)) === undefined ? undefined : origin + pathname.slice(0, at);
}

function reasonToLeaveOut(
  { exchange, problem, url }: HarEntryContent,
  baseUrl: string | undefined,
): string | undefined {
  if (url === undefined) return problem;
  if (baseUrl === undefined || !url.startsWith(`${baseUrl}/`)) return "of another host or base URL";
  if (exchange === undefined) return problem;
  const { kind } = matchRequest(exchange.request.method, pathBelow(baseUrl, exchange));
  return kind === "outside" ? "not part of the interface" : exchange.unread;
}

/** A placeholder that a tool wrote instead of a credential. */
const redactedValue =
  /redact|hidden|masked|removed|omitted|filtered|sanitized|\*{3}|x{5}|^\s*(?:bearer\s+)?(?:<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|…|\.{3})\s*$/i;

/** Whether the token of an exchange is a placeholder for a removed one. */
export function usesPlaceholder({ request: { headers } }: TrafficExchange): boolean {
  return redactedValue.test(headers["authorization"] ?? "");
}

/** Whether a tool removed all tokens of a file: requests without one were accepted. Their absence shows nothing. */
function lacksAllTokens(exchanges: readonly TrafficExchange[]): boolean {
  return (
    exchanges.every(({ request }) => request.headers["authorization"] === undefined) && exchanges.some(hasEnvelope)
  );
}

/** Whether a response accepts a token: an envelope (§2). */
function hasEnvelope(exchange: TrafficExchange): boolean {
  const { data, meta } = isSuccess(exchange) ? readEnvelope(exchange.response) : {};
  return data !== undefined && meta !== undefined;
}

function withPlaceholder(exchange: TrafficExchange): TrafficExchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, authorization: "Bearer $TOKEN" } } };
}
