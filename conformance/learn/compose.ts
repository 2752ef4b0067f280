import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { responsesSchema } from "../../fixtures/dialect/responses.ts";
import { isObject, valueAt, type Json } from "../../fixtures/values/json.ts";
import { own } from "../../fixtures/values/own.ts";
import type { Reading } from "../open-points/open-point.ts";
import { NotShown } from "../open-points/reader.ts";
import { canonical } from "../target/records.ts";
import type { Learned } from "./learn-from.ts";

/** A learned dialect. */
export interface Composed {
  /** Only what was learned. */
  readonly dialect: DialectInput;
  readonly readings: ReadonlyMap<string, Reading>;
  readonly missing: ReadonlyMap<string, NotShown>;
}

/** Composes the dialect of what was learned, without what the schema rejects. */
export function compose({
  baseUrl,
  readings: all,
  missing: unseen,
}: Pick<Learned, "baseUrl" | "readings" | "missing">): Composed {
  const readings = new Map(all);
  const missing = new Map([...unseen].filter(([, { lack }]) => lack !== "nothing"));
  const name = new URL(baseUrl).host;
  for (const key of readings.keys()) {
    const [style] = /^(?:paging\.\w+|filtering|sorting)(?=\.(?!style$))/.exec(key) ?? [];
    // A list without pages has no size.
    const isWhole = style !== undefined && readings.get(`${style}.style`)?.value === "none";
    if (isWhole && !key.endsWith(".firstPage")) readings.delete(key);
    // What the default style would say of it is not known.
    if (style === undefined || readings.has(`${style}.style`)) continue;
    const text = JSON.stringify(readings.get(key)?.value);
    missing.set(key, new NotShown(`found ${text}, but the style is unknown`));
    readings.delete(key);
  }
  for (;;) {
    const dialect = dialectWith(name, readings);
    const parsed = dialectSchema.safeParse(dialect);
    if (parsed.success) return { dialect, readings, missing };
    const [issue] = parsed.error.issues;
    const offending = offendingKeys(issue?.path.map(String) ?? [], name, readings);
    if (offending.length === 0) throw new Error(`the learned dialect is invalid: ${issue?.message}`);
    for (const key of offending) {
      const text = JSON.stringify(readings.get(key)?.value);
      missing.set(key, new NotShown(`found ${text}, which does not fit the rest: ${issue?.message}`));
      readings.delete(key);
    }
  }
}

function dialectWith(name: string, readings: ReadonlyMap<string, Reading>): DialectInput {
  const written = [...readings].filter(([key, { value }]) => !isUsual(key, value));
  const trees = written.map(([key, { value }]) =>
    key.split(".").reduceRight<Json>((tree, at) => ({ [at]: tree }), value),
  );
  const start = { name, description: "Learned from responses. The comment of each key lists them." };
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
function offendingKeys(
  path: readonly string[],
  name: string,
  readings: ReadonlyMap<string, Reading>,
): readonly string[] {
  if (path.length === 0) return [];
  const at = path.join(".");
  const near = [...readings.keys()].filter((key) => `${key}.`.startsWith(`${at}.`) || at.startsWith(`${key}.`));
  if (near.length === 0) return offendingKeys(path.slice(0, -1), name, readings);
  const one = near.find((key) => {
    const others = new Map([...readings].filter(([other]) => other !== key));
    return dialectSchema.safeParse(dialectWith(name, others)).success;
  });
  return one === undefined ? near : [one];
}
