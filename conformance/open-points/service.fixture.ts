import { isObject, jsonText, own, type JsonObject } from "../../fixtures/values/json.ts";
import { isList } from "../../fixtures/contract/operations.ts";
import type { Call } from "../log/model.ts";
import { envelope, type ScriptedResponse } from "./scripted-reader.fixture.ts";

/** What a small service does; by default as the reference dialect says, with pages of 5. */
export interface ServiceOptions {
  readonly records?: readonly JsonObject[];
  /** The names of the parameters. */
  readonly page?: string;
  readonly size?: string;
  readonly maxSize?: number;
  readonly oversize?: "clamp" | "reject" | "usual";
  readonly beyondLast?: "empty" | "reject" | "last";
  readonly unreadable?: "default" | "reject";
  /** The fields by which lists are filtered. */
  readonly filters?: readonly string[];
  readonly sorts?: readonly string[];
  readonly sortStyle?: "signed" | "pair" | "ascending" | "by page";
  /** What an unknown sort field gets. */
  readonly unknownField?: "ignore" | "reject";
  /** What a creation sets, of the body and the number of users. */
  readonly create?: (body: JsonObject, count: number) => ScriptedResponse | JsonObject;
}

const usualRecords = Array.from({ length: 23 }, (_, index) => ({
  id: `u-${String(index).padStart(4, "0")}`,
  role: index % 3 === 1 ? "admin" : "member",
  name: `Name ${(index * 7) % 23}`,
  score: (index * 5) % 23,
}));

const textAt = (record: JsonObject, field: string): string => jsonText(own(record, field) ?? null);

const pageLength = 5;
const rejection = { status: 422, json: { error: "rejected" } };

/** A service of two lists with the same records, which follows the options. */
export function smallService({
  records = usualRecords,
  page = "page",
  size = "per_page",
  maxSize = 10,
  oversize = "clamp",
  beyondLast = "empty",
  unreadable = "reject",
  filters = [],
  sorts = [],
  sortStyle = "signed",
  unknownField = "ignore",
  create = (body, count) => ({ id: `n-${count}`, ...body }),
}: ServiceOptions = {}): (call: Call) => ScriptedResponse {
  const users = [...records];
  const sorted = (
    list: readonly JsonObject[],
    query: NonNullable<Call["query"]>,
  ): readonly JsonObject[] | undefined => {
    const { sort, order } = query;
    if (sort === undefined) return list;
    const field = sortStyle === "signed" ? sort.replace(/^-/, "") : sort;
    if (!sorts.includes(field)) return unknownField === "reject" ? undefined : list;
    const isDown = sortStyle === "signed" ? sort.startsWith("-") : sortStyle === "pair" && order === "desc";
    const byField = list.toSorted((left, right) =>
      textAt(left, field).localeCompare(textAt(right, field), "en", { numeric: true }),
    );
    return isDown ? byField.toReversed() : byField;
  };
  return ({ operation, query = {}, body, text, as = "first" }) => {
    if (as !== "first" && as !== "second") return { status: 401, json: { error: "token" } };
    if (!isList(operation)) {
      if (operation !== "createUser") return { status: 404, json: { error: "unknown" } };
      if (text !== undefined || !isObject(body)) return rejection;
      const made = create(body, users.length);
      if ("status" in made && typeof made.status === "number") return made;
      const user: JsonObject = Object.fromEntries(Object.entries(made));
      users.push(user);
      return { status: 201, ...envelope([user]) };
    }
    const number = Number(query[page] ?? 1);
    const wanted = Number(query[size] ?? pageLength);
    if (unreadable === "reject" && !(number >= 1 && wanted >= 1)) return rejection;
    if (wanted > maxSize && oversize === "reject") return rejection;
    const length = wanted > maxSize && oversize === "usual" ? pageLength : Math.min(wanted || pageLength, maxSize);
    const all = operation === "listUsers" ? users : records;
    const matching = all.filter((record) =>
      filters.every((field) => query[field] === undefined || textAt(record, field) === query[field]),
    );
    const cut = (list: readonly JsonObject[], at: number): readonly JsonObject[] =>
      list.slice((at - 1) * length, at * length);
    const last = Math.max(Math.ceil(matching.length / length), 1);
    const at = Number.isNaN(number) ? 1 : number > last && beyondLast === "last" ? last : number;
    if (at > last && beyondLast === "reject") return rejection;
    const data = sortStyle === "by page" ? sorted(cut(matching, at), query) : sorted(matching, query);
    if (data === undefined) return rejection;
    return envelope(sortStyle === "by page" ? data : cut(data, at), at, matching.length);
  };
}
