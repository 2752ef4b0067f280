import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";

/** A value within a body or a record that is not an object with members. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

export function leavesOf(value: JsonObject, within: readonly string[] = []): readonly Leaf[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...within, name];
    const isPart = isObject(member) && Object.keys(member).length > 0;
    return isPart ? leavesOf(member, path) : [{ path, value: member }];
  });
}

export function at(members: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? own(value, name) : undefined), members);
}

/** A body with a value replaced or removed. */
export function withAt(body: JsonObject, [name = "", ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const changed = rest.length === 0 ? value : withAt(membersIn(body, name), rest, value);
  if (changed !== undefined) return { ...body, [name]: changed };
  const { [name]: _, ...others } = body;
  return others;
}

function membersIn(body: JsonObject, name: string): JsonObject {
  const member = own(body, name);
  return isObject(member) ? member : {};
}
