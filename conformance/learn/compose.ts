import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { responsesSchema } from "../../fixtures/dialect/responses.ts";
import { isObject, valueAt, own, type Json } from "../../fixtures/values/json.ts";
import type { Reading } from "../open-points/open-point.ts";
import { NotExpressible, NotShown } from "../open-points/reader.ts";
import { canonical } from "../log/records.ts";
import { describeEvidence, type Learned, maxRequests } from "./learn-from.ts";
import type { Paint } from "../../fixtures/values/text.ts";
import { isMap, isScalar, type Document, type YAMLMap } from "yaml";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";

/** The finding for one key of a dialect. */
export interface LearnedKey {
  /** The path of the key: `paging.users.maxSize`. */
  readonly key: string;
  readonly value: Json;
  /** `certain`: with another value, the responses would differ. `likely`: it fits all responses. */
  readonly confidence: "certain" | "likely";
  /** The requests that show it: `GET /api/v1/users?page=x → 400`. They contain nothing from records. */
  readonly evidence: readonly string[];
  readonly note?: string | undefined;
}

/** A key that could not be learned. */
export interface MissingKey {
  readonly key: string;
  readonly reason: string;
  /** The flag or variable that would help, if there is one. */
  readonly give?: string | undefined;
  /** Whether it was seen, and no dialect can say it: the mock does otherwise. */
  readonly isSeen?: true | undefined;
}

/** A learned dialect. */
export interface Composed {
  /** Only what was learned. */
  readonly dialect: DialectInput;
  readonly keys: readonly LearnedKey[];
  readonly missing: readonly MissingKey[];
}

/** Composes the dialect of what was learned, without what the schema rejects. */
export function compose({
  baseUrl,
  readings: all,
  missing: unseen,
}: Pick<Learned, "baseUrl" | "readings" | "missing">): Composed {
  const readings = new Map(all);
  const missing = new Map([...unseen].filter(([, { lack }]) => lack !== "nothing"));
  const leaveOut = (key: string, reason: string): void => {
    missing.set(key, new NotShown(`found ${JSON.stringify(readings.get(key)?.value)}, ${reason}`));
    readings.delete(key);
  };
  for (const key of readings.keys()) {
    const [style] = /^(?:paging\.\w+|filtering|sorting)(?=\.(?!style$))/.exec(key) ?? [];
    if (style === undefined) continue;
    const styleReading = readings.get(`${style}.style`);
    // What the default style would say of it is not known.
    if (styleReading === undefined) leaveOut(key, "but the style is unknown");
    // A list without pages has no size.
    else if (styleReading.value === "none" && !key.endsWith(".firstPage")) readings.delete(key);
  }
  const name = new URL(baseUrl).host;
  for (;;) {
    const dialect = dialectWith(name, readings);
    const [issue] = dialectSchema.safeParse(dialect).error?.issues ?? [];
    if (issue === undefined) {
      const keys = [...readings].map(([key, reading]) => toLearnedKey(key, reading, baseUrl));
      return { dialect, keys, missing: [...missing].map(toMissingKey) };
    }
    const offending = findOffending(issue.path.map(String), name, readings);
    if (offending.length === 0) throw new Error(`the learned dialect is invalid: ${issue.message}`);
    for (const key of offending) leaveOut(key, `which does not fit the rest: ${issue.message}`);
  }
}

function toLearnedKey(key: string, { value, exchanges, doubt, note = doubt }: Reading, baseUrl: string): LearnedKey {
  const confidence = doubt === undefined ? "certain" : "likely";
  const evidence = describeEvidence(exchanges, baseUrl);
  return { key, value, confidence, evidence, note };
}

function toMissingKey([key, why]: readonly [string, NotShown]): MissingKey {
  const { message, give } = why;
  const isSeen = why instanceof NotExpressible || undefined;
  return { key, reason: message, give, isSeen };
}

function dialectWith(name: string, readings: ReadonlyMap<string, Reading>): DialectInput {
  const written = [...readings].filter(([key, { value }]) => !isUsual(key, value));
  const trees = written.map(([key, { value }]) =>
    key.split(".").reduceRight<Json>((tree, at) => ({ [at]: tree }), value),
  );
  const likely = written.flatMap(([key, { doubt }]) => (doubt === undefined ? [] : key));
  const description = "Learned from responses. The comment of each key lists them.";
  const start = { name, description, ...(likely.length > 0 && { likely }) };
  return Object(trees.reduce(merge, start));
}

/** A key below another one adds to its value. */
function merge(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other;
  const members = Object.entries(other).map(([name, member]) => {
    const before = own(one, name);
    return [name, before === undefined ? member : merge(before, member)] as const;
  });
  return { ...one, ...Object.fromEntries(members) };
}

const usual = responsesSchema.parse({});

/** Whether a key of `responses` has its default: most do, and readers need not see them. */
function isUsual(key: string, value: Json): boolean {
  const [area, name = "", ...below] = key.split(".");
  const responses =
    area === "responses" && below.length === 0 ? responsesSchema.safeParse({ [name]: value }) : undefined;
  return responses?.success === true && canonical(valueAt(responses.data, name)) === canonical(valueAt(usual, name));
}

/** The one key at or around a path without which the rest is valid; otherwise all keys there. */
function findOffending(
  path: readonly string[],
  name: string,
  readings: ReadonlyMap<string, Reading>,
): readonly string[] {
  if (path.length === 0) return [];
  const at = path.join(".");
  const near = [...readings.keys()].filter((key) => `${key}.`.startsWith(`${at}.`) || at.startsWith(`${key}.`));
  if (near.length === 0) return findOffending(path.slice(0, -1), name, readings);
  const one = near.find((key) => {
    const others = new Map([...readings].filter(([other]) => other !== key));
    return dialectSchema.safeParse(dialectWith(name, others)).success;
  });
  return one === undefined ? near : [one];
}

type Run = Pick<Learned, "baseUrl" | "requests" | "created">;

/** The maximum number of requests listed as evidence of a key. */
const maxShown = 3;

/**
 * The text of a dialect file: each key with a comment on its confidence and evidence, and at the end the keys that were
 * not learned.
 */
export function dialectFile({ baseUrl, requests, created }: Run, { dialect, keys, missing }: Composed): string {
  return yamlText(dialect, (document) => {
    for (const one of keys) comment(document, one.key.split("."), describeKey(one));
    document.commentBefore = [
      ` The dialect of ${baseUrl}, as far as ${requests} requests show it.`,
      ` certain: another value would have shown a different response. likely: consistent with all responses, as`,
      ` others would be; the mock uses it, conform and diff do not. To declare it, take it from the list of likely keys.`,
      ...(created.length === 0
        ? [" No user was created."]
        : [` ${created.length} users were created, and the interface cannot delete them:`, ...indented(created)]),
    ].join("\n");
    document.comment = (
      missing.length === 0
        ? [" Nothing was left open."]
        : [` Not learned (${missing.length}); the mock uses its default:`, ...indented(missingLines(missing))]
    ).join("\n");
  });
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `   ${line}`);
}

function describeKey({ confidence, note, evidence }: LearnedKey): string {
  const rest = evidence.length - maxShown;
  const lines = [...evidence.slice(0, maxShown), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [note === undefined ? ` ${confidence}` : ` ${confidence}: ${note}`, ...indented(lines)].join("\n");
}

/** A comment above a key at any depth. */
function comment(document: Document, path: readonly string[], text: string): void {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return;
  const key = findKey(parent, path.at(-1) ?? "");
  if (key !== undefined) key.commentBefore = text;
}

function findKey(map: YAMLMap, name: string): { commentBefore?: string | null | undefined } | undefined {
  const key = map.items.map((item) => item.key).find((candidate) => isScalar(candidate) && candidate.value === name);
  return isScalar(key) ? key : undefined;
}

/** What could not be learned, a line for each reason: the keys, why, and how to learn them. */
function missingLines(missing: readonly MissingKey[]): readonly string[] {
  const groups = Map.groupBy(missing, ({ reason, give }) => reason + (give === undefined ? "" : `; give ${give}`));
  return [...groups].map(([reason, keys]) => `${keys.map(({ key }) => key).join(", ")}: ${reason}`);
}

/** The output at the end of a run: what was learned, what was not and why, and which users were created. */
export function learnedText(
  { baseUrl, requests, created, keys, missing }: Run & Pick<Composed, "keys" | "missing">,
  { out, paint }: { readonly out: string; readonly paint: Paint },
): string {
  const sure = keys.filter(({ confidence }) => confidence === "certain").length;
  const isBlind = !keys.some(({ key }) => /^(?:paging|records)\./.test(key));
  const sign = isBlind ? paint("yellow", "?") : paint("green", "✓");
  const seen = missing.filter(({ isSeen }) => isSeen);
  const hidden = missing.filter(({ isSeen }) => !isSeen);
  const listed = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  – ${visibleLine(line)}`), ""];
  return [
    `Learned ${paint("bold", baseUrl)}`,
    "",
    ...listed(`Not learned (${hidden.length} keys): the default is used`, missingLines(hidden)),
    ...listed(`Seen, and beyond dialects (${seen.length} keys): the mock does otherwise`, missingLines(seen)),
    ...listed(`Created (${created.length} of the organization's users)`, created),
    ...(isBlind ? [`${sign} no list could be read, so almost nothing was learned`] : []),
    `${sign} ${keys.length} keys, ${sure} certain and ${keys.length - sure} likely, in ${requests} of at most ${maxRequests} requests`,
    `Wrote ${paint("bold", out)}: each key lists the requests that show it`,
  ].join("\n");
}
