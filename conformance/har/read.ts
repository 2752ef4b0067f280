import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { matchPath } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { Passed } from "../proxy/finding.ts";
import { findPlace } from "../proxy/place.ts";
import { forgetParsed } from "../target/parse-json.ts";
import { Accounts } from "./accounts.ts";
import { readEntry, withPlainOrigin, type Read } from "./entry.ts";
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
  const names = files.map((file) => basename(file));
  const leftOut = new Map<string, { reason: string; count: number }>();
  const leaveOut = (reason: string, place = ""): void => {
    // Of several entries, the place of the first is shown.
    const known = leftOut.get(reason) ?? { reason: reason + place, count: 0 };
    known.count += 1;
    leftOut.set(reason, known);
  };
  const reasons = (): Traffic["leftOut"] => [...leftOut.values()].toSorted((left, right) => right.count - left.count);
  const nothing = (problem: string): InputError => {
    const all = [problem, ...reasons().map(({ reason, count }) => `left out: ${reason} (${count})`)];
    return new InputError(
      `HAR "${files.join('", "')}"`,
      all.map((one) => ({ at: names.join(", "), problem: one })),
    );
  };

  const notes: string[] = [];
  const bases = new Map<string, number>();
  const hosts = new Set<string>();
  let entries = 0;
  const mayBeOurs: IsWanted = ({ has }) => has("api/v1") || has("api\\/v1") || !has('"url"');
  for (const file of files) {
    for await (const { read, where } of entriesOf(file, mayBeOurs, notes)) {
      entries += 1;
      if (read === undefined) continue;
      const { url, written } = "passed" in read ? { ...read, url: read.passed.request.url } : read;
      if (url === undefined && "nothing" in read) leaveOut(read.nothing, where);
      const base = baseOf(url ?? "");
      if (base === undefined) continue;
      bases.set(base, (bases.get(base) ?? 0) + 1);
      hosts.add(written?.split("/")[2] ?? "");
    }
  }
  const ranked = [...bases].toSorted(([, left], [, right]) => right - left);
  const baseUrl = given === undefined ? ranked[0]?.[0] : withPlainOrigin(given);
  if (baseUrl === undefined) throw nothing("it has no requests of the interface (…/api/v1/users, …)");
  hosts.add(new URL(baseUrl).host);
  leftOut.clear();
  if (given === undefined && ranked.length > 1) {
    const most = ranked.slice(0, 5).map(([base, count]) => `${base} (${count})`);
    notes.push(
      `requests went to ${bases.size} base URLs, ${most.join(", ")}; the first is used; set another as the base URL`,
    );
  }

  const isOfHost: IsWanted = ({ has }) => hosts.values().some(has) || !has('"url"');
  const readAll = async function* (leave: typeof leaveOut): AsyncGenerator<Recorded & { readonly file: string }> {
    for (const file of files) {
      for await (const { read, place, where } of entriesOf(file, isOfHost)) {
        const reason = whyLeftOut(read, baseUrl);
        const isUnreadable = read !== undefined && "nothing" in read && read.url === undefined;
        if (reason !== undefined) leave(reason, isUnreadable ? where : "");
        else if (read !== undefined && "passed" in read) yield { passed: read.passed, place, file };
        // Limits what is kept, whatever the size of the file.
        forgetParsed();
      }
    }
  };
  const accounts = new Accounts(randomBytes(32));
  let used = 0;
  for await (const { passed, file } of readAll(leaveOut)) {
    used += 1;
    accounts.see(passed, file);
  }
  if (used === 0) throw nothing(`no request in it went to ${baseUrl}/api/v1/… and got a complete response`);
  return {
    accounts,
    traffic: { baseUrl, files: names, entries, used, leftOut: reasons(), notes: [...notes, ...accounts.notes()] },
    async *exchanges() {
      for await (const { passed, place, file } of readAll(() => undefined)) {
        yield { passed: accounts.shown(passed, file), place };
      }
    },
  };
}

/** Whether an entry must be parsed. */
type IsWanted = (entry: HarText) => boolean;

/**
 * The entries of a file; `read` is absent if they are not wanted. Notes where the file is cut off.
 * @throws InputError if it is not a HAR file
 */
async function* entriesOf(
  file: string,
  isWanted: IsWanted,
  notes: string[] = [],
): AsyncGenerator<{ readonly read: Read | undefined; readonly place: string; readonly where: string }> {
  const unusable = (problem: string): InputError => new InputError(`HAR "${file}"`, [{ at: file, problem }]);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw unusable(stats ? "it is not a file; expected a HAR file" : "no such file");
  if (file.toLowerCase().endsWith(".zip")) throw unusable("it is a ZIP archive; unpack it and give the HAR file");
  const texts = harEntries(file);
  for (let count = 1; ; count += 1) {
    const { done, value } = await texts.next().catch((error: unknown) => {
      throw unusable(`it cannot be read (${String(Object(error).code)})`);
    });
    if (done === true) {
      if (value === undefined) return;
      if (count === 1) throw unusable(value);
      notes.push(`${basename(file)}: ${value}; the ${count - 1} entries before were read`);
      return;
    }
    const place = `entry ${count} of ${basename(file)}`;
    const read = isWanted(value) ? readText(value, file) : undefined;
    yield { read, place, where: ` (${place}, byte ${value.at})` };
  }
}

function readText({ json, isTooLong }: HarText, file: string): Read {
  return isTooLong ? { nothing: "an entry of more than 32 MiB" } : readEntry(json(), file);
}

/** The base URL of an address of the interface: the part before `/api/v1/users`. */
function baseOf(url: string): string | undefined {
  const { origin, pathname } = URL.parse(url) ?? {};
  const at = pathname?.indexOf("/api/v1/") ?? -1;
  if (pathname === undefined || at < 0 || matchPath(pathname.slice(at)) === undefined) return undefined;
  return origin + pathname.slice(0, at);
}

function whyLeftOut(read: Read | undefined, baseUrl: string): string | undefined {
  const url = read && ("passed" in read ? read.passed.request.url : read.url);
  if (read !== undefined && "nothing" in read && url === undefined) return read.nothing;
  if (read === undefined || url?.startsWith(`${baseUrl}/`) !== true) return "of another host or base URL";
  if ("nothing" in read) return read.nothing;
  const { method } = read.passed.request;
  const path = pathOf(read.passed, baseUrl);
  // `HEAD` and `OPTIONS` are not judged, but a dialect has their responses.
  const isMeta = /^(?:HEAD|OPTIONS)$/.test(method) && matchPath(path) !== undefined;
  if (!isMeta && findPlace(method, path, undefined).kind === "outside") return "not part of the interface";
  return read.passed.unread;
}

/** The path of an exchange below the base URL. */
export function pathOf({ request }: Pick<Passed, "request">, baseUrl: string): string {
  return request.url.slice(baseUrl.length).split(/[?#]/)[0] ?? "";
}
