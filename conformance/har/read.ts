import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { matchPath } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { Passed } from "../proxy/finding.ts";
import { findPlace } from "../proxy/place.ts";
import { forgetParsed } from "../target/parse-json.ts";
import { Accounts } from "./accounts.ts";
import { readEntry, withPlainOrigin } from "./entry.ts";
import { harEntries, type HarText } from "./split.ts";

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
  /** Notes on the files: where one is cut off, what was redacted. */
  readonly notes: readonly string[];
}

/** Opened HAR files: counted once, and read again by everyone who needs the exchanges. */
export interface OpenedHar {
  readonly traffic: Traffic;
  readonly accounts: Accounts;
  /** The exchanges of the interface, in the order of the files; each with its complete body or why it has none. */
  readonly exchanges: () => AsyncGenerator<Recorded>;
}

/**
 * Opens HAR files of browsers, Playwright, proxies and load tools.
 * @param given the base URL; by default that of most requests to the interface
 * @throws InputError if a file cannot be read or is not a HAR file, or no request is to the interface
 */
export async function openHar(files: readonly string[], given?: string): Promise<OpenedHar> {
  const bases = new Map<string, number>();
  const leftOut = new Map<string, { reason: string; count: number }>();
  const notes: string[] = [];
  const hosts = new Set<string>();
  let entries = 0;
  const leaveOut = ({ reason, place = "" }: LeftOut): void => {
    const known = leftOut.get(reason) ?? { reason: reason + place, count: 0 };
    known.count += 1;
    leftOut.set(reason, known);
  };
  const reasons = (): Traffic["leftOut"] => [...leftOut.values()].toSorted((left, right) => right.count - left.count);
  const nothing = (problem: string): InputError => {
    const all = [problem, ...reasons().map(({ reason, count }) => `left out: ${reason} (${count})`)];
    return new InputError(
      `HAR "${files.join('", "')}"`,
      all.map((one) => ({ at: files.map((file) => basename(file)).join(", "), problem: one })),
    );
  };
  for (const file of files) {
    for await (const found of addresses(file, notes)) {
      entries += 1;
      if ("reason" in found) leaveOut(found);
      if (!("url" in found)) continue;
      const base = baseOf(found.url);
      if (base === undefined) continue;
      bases.set(base, (bases.get(base) ?? 0) + 1);
      hosts.add(found.written.split("/")[2] ?? "");
    }
  }
  const [[likeliest] = [], ...others] = [...bases].toSorted(([, left], [, right]) => right - left);
  const baseUrl = given === undefined ? likeliest : withPlainOrigin(given);
  if (baseUrl === undefined) throw nothing("it has no requests of the interface (…/api/v1/users, …)");
  hosts.add(new URL(baseUrl).host);
  leftOut.clear();
  if (given === undefined && others.length > 0) {
    const most = [[likeliest, bases.get(baseUrl)], ...others].slice(0, 5).map(([base, count]) => `${base} (${count})`);
    notes.push(
      `requests went to ${bases.size} base URLs, ${most.join(", ")}; the first is used; set another as the base URL`,
    );
  }
  const accounts = new Accounts(randomBytes(32));
  let used = 0;
  for (const file of files) {
    for await (const found of exchangesOf(file, baseUrl, hosts)) {
      if ("reason" in found) leaveOut(found);
      else {
        used += 1;
        accounts.see(found.passed, file);
        forgetParsed();
      }
    }
  }
  if (used === 0) throw nothing(`no request in it went to ${baseUrl}/api/v1/… and got a complete response`);
  return {
    accounts,
    traffic: {
      baseUrl,
      files: files.map((file) => basename(file)),
      entries,
      used,
      leftOut: reasons(),
      notes: [...notes, ...accounts.notes()],
    },
    async *exchanges() {
      for (const file of files) {
        for await (const found of exchangesOf(file, baseUrl, hosts)) {
          if ("passed" in found) yield { ...found, passed: accounts.shown(found.passed, file) };
          // Limits what is kept, whatever the size of the file.
          forgetParsed();
        }
      }
    },
  };
}

/** The address of an entry, and how it was written. */
interface Address {
  readonly url: string;
  readonly written: string;
}

/**
 * The addresses of entries that may belong to the interface; notes where the file is cut off.
 * @throws InputError if it is not a HAR file
 */
async function* addresses(file: string, notes: string[]): AsyncGenerator<LeftOut | Address | object> {
  const texts = openEntries(file);
  let count = 0;
  for (;;) {
    const next = await texts.next();
    if (next.done === true) {
      const problem = next.value;
      if (problem === undefined) return;
      if (count === 0) throw new InputError(`HAR "${file}"`, [{ at: file, problem }]);
      notes.push(`${basename(file)}: ${problem}; the ${count} entries before were read`);
      return;
    }
    count += 1;
    const { has } = next.value;
    if (!has("api/v1") && !has("api\\/v1") && has('"url"')) {
      yield {};
      continue;
    }
    const read = readEntry(next.value.text(), file);
    const { url, written } = "nothing" in read ? read : { ...read, url: read.passed.request.url };
    if (url !== undefined) yield { url, written };
    else if ("nothing" in read) yield unreadable(read.nothing, file, count, next.value);
  }
}

function unreadable(reason: string, file: string, index: number, { at }: HarText): LeftOut {
  return { reason, place: ` (entry ${index} of ${basename(file)}, byte ${at})` };
}

function openEntries(file: string): ReturnType<typeof harEntries> {
  const unusable = (problem: string): InputError => new InputError(`HAR "${file}"`, [{ at: file, problem }]);
  try {
    if (!statSync(file).isFile()) throw unusable("it is not a file; expected a HAR file");
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw unusable(code === "ENOENT" ? "no such file" : `it cannot be read (${String(code)})`);
  }
  if (file.toLowerCase().endsWith(".zip")) throw unusable("it is a ZIP archive; unpack it and give the HAR file");
  return harEntries(file);
}

/** The base URL of an address of the interface: the part before `/api/v1/users`. */
function baseOf(url: string): string | undefined {
  const { origin, pathname } = URL.parse(url) ?? {};
  const at = pathname?.indexOf("/api/v1/") ?? -1;
  if (pathname === undefined || at < 0 || matchPath(pathname.slice(at)) === undefined) return undefined;
  return origin + pathname.slice(0, at);
}

/** Why an entry was left out, and its place if that helps: of several, only the first is listed. */
interface LeftOut {
  readonly reason: string;
  readonly place?: string;
}

/** @param hosts in all spellings: an entry that contains none of them is skipped */
async function* exchangesOf(
  file: string,
  baseUrl: string,
  hosts: ReadonlySet<string>,
): AsyncGenerator<Recorded | LeftOut> {
  let index = 0;
  for await (const entry of openEntries(file)) {
    index += 1;
    if (!hosts.values().some(entry.has) && entry.has('"url"')) {
      yield { reason: otherHost };
      continue;
    }
    const read = readEntry(entry.text(), file);
    if ("nothing" in read) {
      if (read.url === undefined) yield unreadable(read.nothing, file, index, entry);
      else yield { reason: read.url.startsWith(`${baseUrl}/`) ? read.nothing : otherHost };
      continue;
    }
    const { passed } = read;
    const { method, url } = passed.request;
    if (!url.startsWith(`${baseUrl}/`)) yield { reason: otherHost };
    else if (isOutside(method, pathOf(passed, baseUrl))) {
      yield { reason: "not part of the interface" };
    } else if (passed.unread !== undefined) yield { reason: passed.unread };
    else yield { passed, place: `entry ${index} of ${basename(file)}` };
  }
}

/** `HEAD` and `OPTIONS` are not judged, but a dialect has their responses. */
function isOutside(method: string, path: string): boolean {
  const isMeta = /^(?:HEAD|OPTIONS)$/.test(method) && matchPath(path) !== undefined;
  return !isMeta && findPlace(method, path, undefined).kind === "outside";
}

const otherHost = "of another host or base URL";

/** The path of an exchange below the base URL. */
export function pathOf({ request }: Pick<Passed, "request">, baseUrl: string): string {
  return request.url.slice(baseUrl.length).split(/[?#]/)[0] ?? "";
}
