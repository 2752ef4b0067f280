import { sentRecord } from "../../fixtures/dialect/sent-record.ts";
import { collections, kindOf, type CollectionName } from "../../fixtures/contract/record-kinds.ts";
import { findContradictions } from "../../fixtures/dialect/contradictions.ts";
import { isDeclared, isFilled } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { StartingAccount } from "./accounts.ts";

/** What is wrong with a record: values of the wrong type, missing and unknown fields; empty if nothing is. */
export type RecordCheck = (kind: CollectionName, record: RecordData) => string;

/**
 * Checks records against the record schemas of a dialect of the user's own; `undefined` if it declares none. The
 * schemas of built-in dialects are illustrative.
 */
export function recordCheck(dialect: Dialect): Promise<RecordCheck | undefined> {
  const check = checks.get(dialect) ?? compileCheck(dialect);
  checks.set(dialect, check);
  return check;
}

/** Simulations of tests share a dialect. */
const checks = new WeakMap<Dialect, Promise<RecordCheck | undefined>>();

async function compileCheck(dialect: Dialect): Promise<RecordCheck | undefined> {
  if (!isFilled(dialect)) return undefined;
  const { recordProblems, recordValidator } = await import("../../fixtures/dialect/record-validator.ts");
  const byKind = new Map(
    collections.flatMap((kind) => {
      const name = kindOf(kind);
      if (!isDeclared(dialect, `records.${name}`)) return [];
      const { properties, additionalProperties } = dialect.records[name];
      const validate = recordValidator(dialect.records[name]);
      const isUnknown = (field: string): boolean =>
        isObject(properties) && additionalProperties === undefined && !Object.hasOwn(properties, field);
      const check = (record: RecordData): string => {
        const sent = sentRecord(record, dialect.responses.ids[name]);
        const unknown = Object.keys(sent).filter(isUnknown);
        const unknownProblems = unknown.map((field) => `${field}: records.${name} does not have this field`);
        return [...recordProblems(validate, sent), ...unknownProblems].join("; ");
      };
      return [[kind, check] as const];
    }),
  );
  return byKind.size === 0 ? undefined : (kind, record) => byKind.get(kind)?.(record) ?? "";
}

/** Mistakes to show: after the first few, most are alike. */
const maxShown = 5;

/** Of a larger list, the rest is made by rules, and like these. */
const maxChecked = 10_000;

/** The worlds and dialects that were compared in this process. */
const compared = new WeakMap<World, WeakSet<Dialect>>();

/** Warns once where the records of a world do not match the record schemas of its dialect. */
export function warnOfMisfits(
  world: World,
  dialect: Dialect,
  accounts: readonly StartingAccount[],
  check: RecordCheck,
): void {
  const dialects = compared.get(world) ?? new WeakSet();
  if (dialects.has(dialect)) return;
  compared.set(world, dialects.add(dialect));
  const misfits = accounts.flatMap((account, index) =>
    collections.flatMap((kind) =>
      account[kind].slice(0, maxChecked).flatMap((record, at) => {
        const problems = check(kind, record);
        return problems === "" ? [] : [`accounts[${index}].${kind}[${at}] ${problems}`];
      }),
    ),
  );
  if (misfits.length === 0) return;
  const lines = misfits.slice(0, maxShown);
  if (misfits.length > maxShown) lines.push(`and ${misfits.length - maxShown} more`);
  warnInLines([`[orgkit] The world "${world.name}" does not match the records of its dialect:`, ...lines]);
}

function warnInLines(lines: readonly string[]): void {
  console.warn(lines.map((line) => visibleLine(line)).join("\n  "));
}

/** Warns of a record that a test or a person adds or changes. */
export function warnOfMisfit(kind: CollectionName, record: RecordData, check: RecordCheck): void {
  const problems = check(kind, record);
  if (problems === "") return;
  warnInLines([`[orgkit] A record of ${kind} does not match the records of its dialect:`, `${record.id} ${problems}`]);
}

/** The dialects that were searched for contradictions in this process. */
const searched = new WeakSet<Dialect>();

/** Warns once where keys of a dialect of the user's own contradict each other. */
export function warnOfContradictions(dialect: Dialect): void {
  const contradictions = isFilled(dialect) && !searched.has(dialect) ? findContradictions(dialect) : [];
  searched.add(dialect);
  if (contradictions.length === 0) return;
  warnInLines([`[orgkit] The dialect "${dialect.name}" contradicts itself:`, ...contradictions]);
}
