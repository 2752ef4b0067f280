import type { Json } from "../../fixtures/json.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import { valueAt } from "../../fixtures/dialect/keys.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { dialectKeys } from "../discovery/inferences.ts";
import { comparedKeys, type Side, type Told } from "./side.ts";

/** A dialect by its name: all of it holds, defaults included. */
export function builtInDialectSide(name: string, dialect: Dialect): Side {
  return { name, kind: "dialect", told: toldOf(dialect, (key) => [`${name}: ${key}`]) };
}

/** A dialect that is written: what it does not declare, it does not tell; there the mock speaks its default. */
export function dialectFileSide(path: string, dialect: Dialect, file: GivenData): Side {
  const declared = plain(writtenDialect(dialect));
  const told = toldOf(dialect, (key) => {
    return valueAt(declared, key) === undefined ? undefined : [file.position(key.split("."))];
  });
  return { name: path, kind: "dialect", told };
}

/** @param evidenceOf where a key is written; `undefined` where it is not */
function toldOf(
  dialect: Dialect,
  evidenceOf: (key: string) => readonly string[] | undefined,
): ReadonlyMap<string, Told> {
  const values = plain(dialect);
  const told = dialectKeys.flatMap((key) => {
    const value = valueAt(values, key);
    if (value === undefined) return [];
    return comparedKeys(key, value).flatMap(([name, part]): [string, Told][] => {
      const evidence = evidenceOf(name);
      return evidence === undefined ? [] : [[name, { value: part, knowledge: "declared", evidence }]];
    });
  });
  return new Map(told);
}

function plain(dialect: DialectInput): Json {
  return JSON.parse(JSON.stringify(dialect));
}
