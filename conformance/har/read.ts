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
  const tokens = new RedactedTokens();
  const used: { readonly passed: Passed; readonly file: string; readonly place: string }[] = [];
  for (const { read, file, place } of entries) {
    const reason = whyLeftOut(read, baseUrl);
    const isInvalid = "nothing" in read && read.url === undefined;
    if (reason !== undefined) leaveOut(reason, isInvalid ? ` (${place})` : "");
    else if ("passed" in read) {
      tokens.see(read.passed, file);
      used.push({ passed: read.passed, file, place });
    }
  }
  if (baseUrl === undefined) throw nothing("it has no requests of the interface (…/api/v1/users, …)");
  if (used.length === 0) throw nothing(`no request in it went to ${baseUrl}/api/v1/… and got a complete response`);
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
        ...tokens.notes(),
      ],
    },
    exchanges: used.map(({ passed, file, place }) => ({ passed: tokens.shown(passed, file), place })),
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

/** Tokens that the tool which wrote a HAR file removed: their absence shows nothing about the service. */
class RedactedTokens {
  readonly #withToken = new Set<string>();
  readonly #acceptedWithout = new Set<string>();
  readonly #withPlaceholder = new Set<string>();

  /** Reads an exchange as recorded. */
  see(passed: Passed, file: string): void {
    const { authorization } = passed.request.headers;
    if (authorization === undefined) {
      if (isEnvelope(passed)) this.#acceptedWithout.add(file);
      return;
    }
    this.#withToken.add(file);
    if (redactedValue.test(authorization)) this.#withPlaceholder.add(file);
  }

  /** Marks the token of an exchange as removed by the tool, after all exchanges of its file were seen. */
  shown(passed: Passed, file: string): Passed {
    const { headers } = passed.request;
    const isMissing = headers["authorization"] === undefined;
    if (isMissing ? !this.#isLeftOutOf(file) : !isPlaceholder(passed)) return passed;
    return { ...passed, request: { ...passed.request, headers: { ...headers, authorization: "Bearer $TOKEN" } } };
  }

  /** Notes for the reader of a report. */
  notes(): readonly string[] {
    const leftOut = [...this.#acceptedWithout].filter((file) => this.#isLeftOutOf(file));
    const names = [...leftOut, ...this.#withPlaceholder].map((file) => basename(file)).join(", ");
    if (names === "") return [];
    return [`${names}: \`Authorization\` was left out by the tool that recorded it, so rejected tokens show nothing`];
  }

  #isLeftOutOf(file: string): boolean {
    return this.#acceptedWithout.has(file) && !this.#withToken.has(file);
  }
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
