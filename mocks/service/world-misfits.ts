import { sentRecord } from "../../fixtures/dialect/sent-record.ts";
import { collections, kindOf, type CollectionName } from "../../fixtures/contract/record-kinds.ts";
import { findContradictions } from "../../fixtures/dialect/contradictions.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { recordProblems, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { StartingAccount } from "./accounts.ts";

/** Warns of a record that a test or a person adds or changes, if it does not match the records of the dialect. */
export type WarnOfRecord = (kind: CollectionName, record: RecordData) => void;

/**
 * Warns once where keys of a dialect of the user's own contradict each other, and where the records of a world do not
 * match its record schemas. Those of built-in dialects are illustrative.
 */
export function warnOfMisfits(world: World, dialect: Dialect, accounts: readonly StartingAccount[]): WarnOfRecord {
  warnOfContradictions(dialect);
  const check = compileCheck(dialect);
  warnOfWorld(world, dialect, accounts, check);
  return (kind, record) => {
    const problems = check(kind, record);
    if (problems === "") return;
    warnInLines([
      `[orgkit] A record of ${kind} does not match the records of its dialect:`,
      `${record.id} ${problems}`,
    ]);
  };
}

/** What is wrong with a record: values of the wrong type, missing and unknown fields; empty if nothing is. */
type RecordCheck = (kind: CollectionName, record: RecordData) => string;

/** Checks records against the schemas that a dialect declares. Simulations of tests share a dialect. */
const compileCheck = memoize((dialect: Dialect): RecordCheck => {
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
  return (kind, record) => byKind.get(kind)?.(record) ?? "";
});

/** Mistakes to show: after the first few, most are alike. */
const maxShown = 5;

/** Of a larger list, the rest is made by rules, and like these. */
const maxChecked = 10_000;

/** The dialects that a world was compared with in this process. */
const listCompared = memoize(() => new WeakSet<Dialect>());

function warnOfWorld(world: World, dialect: Dialect, accounts: readonly StartingAccount[], check: RecordCheck): void {
  const compared = listCompared(world);
  if (compared.has(dialect)) return;
  compared.add(dialect);
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

/** Once in a process. */
const warnOfContradictions = memoize((dialect: Dialect): void => {
  const contradictions = findContradictions(dialect);
  if (contradictions.length === 0) return;
  warnInLines([`[orgkit] The dialect "${dialect.name}" contradicts itself:`, ...contradictions]);
});
