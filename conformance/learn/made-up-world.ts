import { listNames, type ListName } from "../../fixtures/contract/operations.ts";
import {
  collections,
  kindOf,
  recordKinds,
  type CollectionName,
  type RecordKind,
} from "../../fixtures/contract/record-kinds.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { idFormat } from "../../fixtures/dialect/identifier.ts";
import {
  jsonText,
  tryParseJson,
  mapNames,
  own,
  type Json,
  type JsonObject,
  membersOf,
  propertiesOf,
} from "../../fixtures/values/json.ts";
import type { WorldInput } from "../../fixtures/worlds/world.ts";

/** How many records of a kind a world has at most. */
const maxMadeUp = 10_000;
/** How many there are of a kind without a list. */
const unlisted = 6;

/** How many records each list has; absent if it could not be read. */
export type Totals = Readonly<Partial<Record<ListName, number>>>;

/**
 * Makes up a world from the record schemas of a dialect: for each kind, one record that stands for many of the same
 * fields, formats and enumerations, with ids that refer to each other; and another with only what all have, if some may
 * lack fields. Nothing of the target's records is in it, except for enumerations.
 */
export function makeUpWorld(dialect: Dialect, totals: Totals): WorldInput {
  const counts = new Map<string, number>(listNames.map((list) => [list, Math.min(totals[list] ?? 20, maxMadeUp)]));
  return {
    name: "learned",
    description: "Made up from the record schemas of a learned dialect.",
    accounts: [
      {
        id: "acct_learned",
        name: "Learned",
        tokens: ["learned-token-0001"],
        ...mapNames(collections, (name) => makeTemplates(dialect, kindOf(name), counts.get(name) ?? unlisted)),
      },
    ],
  };
}

type Template = NonNullable<WorldInput["accounts"][number][CollectionName]>[number];

/** One of four records has only what all have. */
const sparseShare = 1 / 4;

function makeTemplates(dialect: Dialect, kind: RecordKind, count: number): Template[] {
  const { [kind]: schema } = dialect.records;
  const { [kind]: idName } = dialect.responses.ids;
  const withoutIds = (fields: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !["id", "repeat", idName].includes(name)));
  const [full, sparse] = [false, true].map((isSparse) => withoutIds(makeFields(dialect, schema, isSparse)));
  const [id, otherId] = makeIds(dialect, kind);
  const isAlike = JSON.stringify(full) === JSON.stringify(sparse);
  const sparseCount = isAlike || otherId === undefined ? 0 : Math.floor(count * sparseShare);
  const templates = [
    { id, repeat: count - sparseCount, ...full },
    { id: otherId ?? id, repeat: sparseCount, ...sparse },
  ];
  return templates.filter(({ repeat }) => repeat > 0);
}

/** Two series of ids in the format of the dialect. Numbers have one, since each begins at 1. */
function makeIds(dialect: Dialect, kind: RecordKind): readonly [one: string, other?: string] {
  const format = idFormat(kind, dialect) ?? { kind: "any" };
  const schema = propertiesOf(dialect.records[kind]);
  const { type, format: written } = membersOf(own(schema, dialect.responses.ids[kind] ?? ""));
  const zeros = (digits: number): string => `{{${"0".repeat(digits - 1)}n}}`;
  if (format.kind === "prefixed") {
    const { prefix, length } = format;
    return length > 5 ? [prefix + zeros(length), `${prefix}1${zeros(length - 1)}`] : [prefix + zeros(length)];
  }
  if (format.kind === "uuid" || written === "uuid")
    return [`00000000-0000-4000-8000-${zeros(12)}`, `00000001-0000-4000-8000-${zeros(12)}`];
  if (type === "integer" || (format.kind === "integer" && type !== "string")) return ["{{n}}"];
  if (format.kind === "any") return ["made-up-{{n}}", "made-up-other-{{n}}"];
  return [`1${zeros(6)}`, `2${zeros(6)}`];
}

/** @param isSparse whether to leave out what is not required, and to make null what may be */
function makeFields(dialect: Dialect, { properties, required }: JsonObject, isSparse: boolean): JsonObject {
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(membersOf(properties))
      .filter(([name]) => !isSparse || names.includes(name))
      .map(([name, member]) => [name, makeValue(dialect, name, membersOf(member), isSparse)]),
  );
}

function makeValue(dialect: Dialect, name: string, schema: JsonObject, isSparse: boolean): Json {
  const { enum: choices, type, format = "", minimum = 1, items } = schema;
  const kinds = [type].flat().filter((kind) => typeof kind === "string");
  if (isSparse && (kinds.includes("null") || (Array.isArray(choices) && choices.includes(null)))) return null;
  if (Array.isArray(choices) && choices.length > 0) return choose(choices);
  const kind = kinds.find((one) => one !== "null") ?? (kinds.length > 0 ? "null" : "string");
  switch (kind) {
    case "null":
      return null;
    case "integer":
      return `{{${Number(minimum)}..${Number(minimum) + 1000}}}`;
    case "number":
      return choose([9.5, 49.99, 120, 349.9, 999.95]);
    case "boolean":
      return choose([true, false]);
    case "array":
      return items === undefined ? [] : [makeValue(dialect, name, membersOf(items), isSparse)];
    case "object":
      return makeFields(dialect, schema, isSparse);
    default:
      return makeText(dialect, name, format, isSparse);
  }
}

/** A placeholder for one of these. */
function choose(values: readonly Json[]): Json {
  const words = values.map((value) =>
    typeof value === "string" && tryParseJson(value) === undefined ? value : JSON.stringify(value),
  );
  const [first = null, ...others] = values;
  return others.length === 0 || words.some((word) => /[|{}]/.test(word)) ? first : `{{${words.join(" | ")}}}`;
}

const reference = new RegExp(`^(${recordKinds.join("|")})(?:_?id)?$`, "i");

function makeText(dialect: Dialect, name: string, format: Json, isSparse: boolean): string {
  const referred = reference.exec(name)?.[1]?.toLowerCase();
  const kind = recordKinds.find((one) => one === referred);
  if (kind !== undefined && idFormat(kind, dialect)?.kind !== "integer") return `{{${kind}}}`;
  const field = `${name}:${jsonText(format)}`;
  const text = texts.find(([pattern]) => pattern.test(field))?.[1] ?? "Made up {{n}}";
  // Numbers begin again in each series.
  return isSparse ? text.replace(/\{\{0(0*n)\}\}/, "1{{$1}}") : text;
}

/** What a text is, by the name and the format of its field: `mail:email`. The first that fits counts. */
const texts: readonly (readonly [field: RegExp, text: string])[] = [
  [/:date-time$/, "{{now - 0..400 days}}"],
  [/:date$/, "{{today - 0..400 days}}"],
  [/:uuid$/, "00000000-0000-4000-9000-{{00000000000n}}"],
  [/:uri$|(?:url|link|website|avatar):/i, "https://made-up.example/{{n}}"],
  [/:email$|mail/i, "{{email}}"],
  [/first_?name|given/i, "{{givenName}}"],
  [/last_?name|family|surname/i, "{{familyName}}"],
  [/company|organi[sz]ation|account_?name/i, "{{company}}"],
  [/name|author|owner/i, "{{name}}"],
  [/city|town/i, "{{city}}"],
  [/street|address/i, "{{street}}"],
  [/currency/i, "EUR"],
  [/(?:_at|At|date|Date|time|since|until):$/, "{{now - 0..400 days}}"],
  [/number|code|reference/i, "NO-{{00000n}}"],
];
