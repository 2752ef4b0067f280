import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import { isObject, valueAt, type Json } from "../../fixtures/json.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { dialectKeys } from "../discovery/inferences.ts";
import { partsOf, type Observation } from "../discovery/words.ts";
import { compose } from "../learn/compose.ts";
import type { Learned } from "../learn/learn-from.ts";
import { evidenceLines } from "../learn/texts.ts";
import type { Behavior } from "./behavior.ts";
import type { Report, Result } from "../report/report.ts";
import { summarize } from "../target/exchange.ts";

/** A value of one side for a key. */
export interface KnownValue {
  readonly value: Json;
  /**
   * `declared`: it is written down, and complete. `seen`: a target showed it, and may have more. `likely`: it fits
   * everything a target showed, but so might another value.
   */
  readonly knowledge: "declared" | "seen" | "likely";
  /** The requests or the lines of a file that show it. */
  readonly evidence: readonly string[];
}

/** One of the two sides of a comparison. */
export interface Side {
  /** As the user wrote it. */
  readonly name: string;
  readonly kind: "target" | "dialect" | "report";
  /** By key: those of a dialect, and the parameters and limits below them. */
  readonly known: ReadonlyMap<string, KnownValue>;
  readonly report?: Report;
  /** The requests and responses of a target, for comparison with another one's. */
  readonly behavior?: Behavior & Learned;
  /** For a dialect: what its mock uses. */
  readonly dialect?: Dialect;
}

/** How many requests to list as the evidence of a key. */
const maxShown = 2;

/** The values by the keys that are compared. */
function knownValues(
  values: readonly Observation[],
  tell: (key: string, value: Json) => Omit<KnownValue, "value"> | undefined,
): readonly (readonly [string, KnownValue])[] {
  return values.flatMap(partsOf).flatMap(({ key, value }) => {
    const found = tell(key, value);
    return found === undefined ? [] : [[key, { value, ...found }] as const];
  });
}

/** A target, from what was learned of it. */
export function targetSide(learned: Learned): Side {
  const known = [...compose(learned).found].flatMap(([key, found]) =>
    knownValues([{ key, value: found.value }], () => ({
      knowledge: found.confidence === "certain" ? "seen" : "likely",
      evidence: evidenceLines(found, learned).slice(0, maxShown),
    })),
  );
  return { name: learned.baseUrl, kind: "target", known: new Map(known) };
}

/**
 * A dialect. By its name, all of it counts, defaults included.
 * @param file keys that it does not declare are unknown, although the mock uses their defaults
 */
export function dialectSide(name: string, dialect: Dialect, file?: Pick<GivenData, "position">): Side {
  const plain = (given: DialectInput): Json => JSON.parse(JSON.stringify(given));
  const [all, declared] = [plain(dialect), plain(file === undefined ? dialect : writtenDialect(dialect))];
  const values = dialectKeys.flatMap((key) => {
    const value = valueAt(all, key);
    return value === undefined ? [] : [{ key, value }];
  });
  const known = knownValues(values, (key) => {
    if (valueAt(declared, key) === undefined) return undefined;
    return { knowledge: "declared", evidence: [file?.position(key.split(".")) ?? `${name}: ${key}`] };
  });
  return { name, kind: "dialect", known: new Map(known), dialect };
}

/** A report: the dialect keys it observed, and its results for comparison with another report. */
export function reportSide(name: string, report: Report): Side {
  // The first operation counts: all agree, or the report itself lists the differences.
  const known = report.results.toReversed().flatMap((result) => [...observedIn(result)]);
  return { name, kind: "report", known: new Map(known.filter(([key]) => !key.startsWith("observed."))), report };
}

/** The observation of a result, by key. */
export function observedIn({ observations = [], evidence }: Result): ReadonlyMap<string, KnownValue> {
  const calls = evidence.slice(0, maxShown).map(summarize);
  return new Map(knownValues(observations, () => ({ knowledge: "seen", evidence: calls })));
}

/**
 * Removes values that affect no request: defaults of fields that must be sent or are set by the service, and the
 * response to ill-formed ids if there are none, or if both responses are the same.
 */
export function relevantIn({ known }: Side): ReadonlyMap<string, KnownValue> {
  const kept = new Map(known);
  const valueOf = (key: string): Json | undefined => known.get(key)?.value;
  const membersOf = (key: string): { readonly [name: string]: Json } => {
    const value = valueOf(key);
    return isObject(value) ? value : {};
  };
  const replace = (key: string, value: Json): void => {
    const old = known.get(key);
    if (old !== undefined) kept.set(key, { ...old, value });
  };
  const unknown = valueOf("statuses.failure.notFound");
  const isSame = unknown !== undefined && unknown === valueOf("statuses.failure.badParameter");
  if (isSame || membersOf("subscriptionId.format")["kind"] === "any") kept.delete("subscriptionId.illFormed");
  // The service sets the id, whether a dialect says so or not.
  const set = { id: "{{id}}", ...membersOf("createUser.generated") };
  const required = valueOf("createUser.required");
  const moot = new Set([...Object.keys(set), ...(Array.isArray(required) ? required.map(String) : [])]);
  const visible = Object.entries(membersOf("createUser.defaults")).filter(([name]) => !moot.has(name));
  replace("createUser.generated", set);
  replace("createUser.defaults", Object.fromEntries(visible));
  return kept;
}
