import { basename } from "node:path";
import { z } from "zod";
import { matchPath } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { type Json, jsonOf } from "../../fixtures/json.ts";
import { readText } from "../../fixtures/read-text.ts";
import type { Passed } from "../proxy/finding.ts";
import { findPlace } from "../proxy/place.ts";
import { type Read, readEntry, withPlainOrigin } from "./entry.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";

/**
 * An exchange of the interface from a HAR file. Its secrets are not redacted yet: it is judged or masked, and dropped.
 */
export interface Recorded {
  readonly passed: Passed;
  /** Its place: `entry 17 of visit.har`. */
  readonly place: string;
}

/** Numbers about HAR files. */
export interface Traffic {
  readonly baseUrl: string;
  readonly files: readonly string[];
  /** Entries of all files. */
  readonly entries: number;
  /** Entries of the interface that are complete enough to judge. */
  readonly used: number;
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
  /** Notes on the files: what was redacted, which base URLs there are. */
  readonly notes: readonly string[];
}

/** The content of HAR files. */
export interface OpenedHar {
  readonly traffic: Traffic;
  /** The exchanges of the interface, in the order of the files. */
  readonly exchanges: readonly Recorded[];
}

/** The maximum size of a HAR file in bytes. */
const maxBytes = 100e6;

/** An exchange to judge, as recorded. */
interface Used extends Recorded {
  readonly file: string;
}

/** One entry of a file. */
interface Entry {
  readonly read: Read;
  readonly file: string;
  readonly place: string;
}

/**
 * Opens HAR files of browsers, Playwright, proxies and load tools. Nothing outside of the files is opened.
 * @param given the base URL; by default that of most requests to the interface
 * @throws InputError if a file cannot be read, is larger than 100 MB or not a HAR file, or no request is to the interface
 */
export function openHar(files: readonly string[], given?: string): OpenedHar {
  const names = files.map((file) => basename(file));
  const entries = files.flatMap(entriesOf);
  const bases = baseUrlsOf(entries);
  const leftOut = new Map<string, { reason: string; count: number }>();
  const leaveOut = (reason: string, place: string): void => {
    // Of several entries, the place of the first is shown.
    const known = leftOut.get(reason) ?? { reason: reason + place, count: 0 };
    known.count += 1;
    leftOut.set(reason, known);
  };
  const nothing = (problem: string): InputError => {
    const all = [problem, ...[...leftOut.values()].map(({ reason, count }) => `left out: ${reason} (${count})`)];
    return new InputError(
      `HAR "${files.join('", "')}"`,
      all.map((one) => ({ at: names.join(", "), problem: one })),
    );
  };
  const baseUrl = given === undefined ? bases[0]?.[0] : withPlainOrigin(given);
  const used: Used[] = [];
  for (const { read, file, place } of entries) {
    const reason = whyLeftOut(read, baseUrl);
    const isInvalid = "nothing" in read && read.url === undefined;
    if (reason !== undefined) leaveOut(reason, isInvalid ? ` (${place})` : "");
    else if ("passed" in read) used.push({ passed: read.passed, file, place });
  }
  if (baseUrl === undefined) throw nothing("it has no requests of the interface (…/api/v1/users, …)");
  if (used.length === 0) throw nothing(`no request in it went to ${baseUrl}/api/v1/… and got a complete response`);
  const stripped = filesWithoutTokens(used);
  const masked = used.filter(({ passed }) => isPlaceholder(passed)).map(({ file }) => file);
  const redacted = [...new Set([...stripped, ...masked])].map((file) => basename(file)).join(", ");
  const others = bases.slice(0, 5).map(([base, count]) => `${base} (${count})`);
  return {
    traffic: {
      baseUrl,
      files: names,
      entries: entries.length,
      used: used.length,
      leftOut: [...leftOut.values()].toSorted((left, right) => right.count - left.count),
      notes: [
        ...(given === undefined && bases.length > 1
          ? [
              `requests went to ${bases.length} base URLs, ${others.join(", ")}; the first is used; set another as the base URL`,
            ]
          : []),
        ...(redacted === ""
          ? []
          : [
              `${redacted}: \`Authorization\` was left out by the tool that recorded it, so rejected tokens show nothing`,
            ]),
      ],
    },
    exchanges: used.map(({ passed, file, place }) => ({
      passed: stripped.has(file) || isPlaceholder(passed) ? withPlaceholder(passed) : passed,
      place,
    })),
  };
}

const harSchema = z.object({ log: z.object({ entries: z.array(z.json()) }) });

/** @throws InputError if it is not a HAR file */
function entriesOf(file: string): readonly Entry[] {
  const unusable = (problem: string): InputError => new InputError(`HAR "${file}"`, [{ at: file, problem }]);
  if (file.toLowerCase().endsWith(".zip")) throw unusable("it is a ZIP archive; unpack it and give the HAR file");
  const text = readText(file, "HAR", maxBytes).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw unusable("it is empty");
  const json: Json | undefined = jsonOf(text);
  if (json === undefined) throw unusable("it is not JSON, or cut off");
  const { data } = harSchema.safeParse(json);
  if (data === undefined) throw unusable("it has no log.entries");
  return data.log.entries.map((entry, index) => ({
    read: readEntry(entry),
    file,
    place: `entry ${index + 1} of ${basename(file)}`,
  }));
}

/** The base URLs of requests to the interface, and how many went to each; the most frequent first. */
function baseUrlsOf(entries: readonly Entry[]): readonly (readonly [base: string, count: number])[] {
  const bases = entries.flatMap(({ read }) => baseOf(urlOf(read) ?? "") ?? []);
  return [...Map.groupBy(bases, (base) => base)]
    .map(([base, all]) => [base, all.length] as const)
    .toSorted(([, left], [, right]) => right - left);
}

function urlOf(read: Read): string | undefined {
  return "passed" in read ? read.passed.request.url : read.url;
}

/** The base URL of an address of the interface: the part before `/api/v1/users`. */
function baseOf(url: string): string | undefined {
  const { origin, pathname } = URL.parse(url) ?? {};
  const at = pathname?.indexOf("/api/v1/") ?? -1;
  if (pathname === undefined || at < 0 || matchPath(pathname.slice(at)) === undefined) return undefined;
  return origin + pathname.slice(0, at);
}

function whyLeftOut(read: Read, baseUrl: string | undefined): string | undefined {
  const url = urlOf(read);
  if ("nothing" in read && url === undefined) return read.nothing;
  if (baseUrl === undefined || url?.startsWith(`${baseUrl}/`) !== true) return "of another host or base URL";
  if ("nothing" in read) return read.nothing;
  const path = pathOf(read.passed, baseUrl);
  if (findPlace(read.passed.request.method, path).kind === "outside") return "not part of the interface";
  return read.passed.unread;
}

/** The path of an exchange below the base URL. */
export function pathOf({ request }: Pick<Passed, "request">, baseUrl: string): string {
  return request.url.slice(baseUrl.length).split(/[?#]/)[0] ?? "";
}

/** A placeholder that a tool wrote instead of a credential. */
const redactedValue =
  /redact|hidden|masked|removed|omitted|filtered|sanitized|\*{3}|x{5}|^\s*(?:bearer\s+)?(?:<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|…|\.{3})\s*$/i;

/** Files whose tool removed all tokens: requests without one were accepted. Their absence shows nothing. */
function filesWithoutTokens(used: readonly Used[]): ReadonlySet<string> {
  const files = [...Map.groupBy(used, ({ file }) => file)].filter(
    ([, all]) =>
      all.every(({ passed }) => passed.request.headers["authorization"] === undefined) &&
      all.some(({ passed }) => isEnvelope(passed)),
  );
  return new Set(files.map(([file]) => file));
}

function withPlaceholder(passed: Passed): Passed {
  const { request } = passed;
  return { ...passed, request: { ...request, headers: { ...request.headers, authorization: "Bearer $TOKEN" } } };
}

/** Whether the token of an exchange is a placeholder for a removed one. */
export function isPlaceholder({ request: { headers } }: Passed): boolean {
  return redactedValue.test(headers["authorization"] ?? "");
}

/** Whether a response accepts a token: an envelope (§2). */
function isEnvelope(passed: Passed): boolean {
  const { data, meta } = isSuccess(passed) ? readEnvelope(passed.response) : {};
  return data !== undefined && meta !== undefined;
}
