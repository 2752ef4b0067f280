import type { Json } from "../../fixtures/json.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { inferences } from "../learn/inferences.ts";
import { comparedKeys, type Side, type Told } from "./side.ts";

/** A dialect by its name: all of it holds, defaults included. */
export function builtInDialectSide(name: string, dialect: Dialect): Side {
  return { name, kind: "dialect", told: toldOf(dialect, (key) => [`${name}: ${key}`]) };
}

/** A dialect that is written: what it does not declare, it does not tell; there the mock speaks its default. */
export function dialectFileSide(path: string, dialect: Dialect, file: GivenData): Side {
  const declared = writtenDialect(dialect);
  const told = toldOf(dialect, (key) => {
    const place = key.split(".");
    return memberAt(declared, place) === undefined ? undefined : [file.position(place)];
  });
  return { name: path, kind: "dialect", told };
}

/** @param evidenceOf where a key is written; `undefined` where it is not */
function toldOf(
  dialect: Dialect,
  evidenceOf: (key: string) => readonly string[] | undefined,
): ReadonlyMap<string, Told> {
  const plain: Json = JSON.parse(JSON.stringify(dialect));
  const told = Object.keys(inferences).flatMap((key) => {
    const value = memberAt(plain, key.split("."));
    if (value === undefined) return [];
    return comparedKeys(key, value).flatMap(([name, part]): [string, Told][] => {
      const evidence = evidenceOf(name);
      return evidence === undefined ? [] : [[name, { value: part, knowledge: "declared", evidence }]];
    });
  });
  return new Map(told);
}

function memberAt(value: unknown, [name, ...rest]: readonly string[]): Json | undefined {
  const members = Object(value);
  if (name === undefined || !Object.hasOwn(members, name)) return undefined;
  const member: Json = members[name];
  return rest.length === 0 ? member : memberAt(member, rest);
}
