import { alphabets, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { unknownField } from "../target/body.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import type { JsonObject } from "../../fixtures/json.ts";
import { at, leavesOf, withAt } from "./leaves.ts";
import { triedValues } from "./tried-values.ts";
import { anotherCreation, creation, fullCreation, jsonOf } from "./creation.ts";
import type { Creation } from "./creation.ts";
import { formatOfIds, isPrefixDoubtful, type Id } from "./generalize/identifier.ts";
import { idName, idsOf } from "./id-names.ts";
import {
  bodyPlace,
  commonServiceValues,
  serviceValues,
  type CreationResult,
  type ServiceValues,
} from "./generalize/service-values.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import type { Source } from "./source.ts";
import { creations, uniqueFields } from "./unique-fields.ts";

export async function requiredFields(source: Source): Promise<Found> {
  const { required, rejections, minimal } = await creation(source);
  const names = required.map(({ name }) => name);
  const evidence = [...rejections.slice(0, 4), minimal.answer];
  return certain(names, evidence);
}

export async function unknownFields(source: Source): Promise<Found> {
  const { full, rejection, unknown } = await fullCreation(source);
  if (unknown === undefined) throw new Unset("no request had a field that users do not have");
  if (rejection !== undefined) return certain("reject", [rejection, full.answer]);
  const { record, answer } = unknown.made;
  if (record === undefined) throw new Unset("neither the response nor a list shows the field");
  return certain(Object.hasOwn(record, unknown.name) ? "keep" : "drop", [answer]);
}

const valuesOfService = memoize(
  async (source: Source): Promise<{ readonly values: ServiceValues; readonly answers: readonly Answer[] }> => {
    const { minimal } = await creation(source);
    const full = (await ifKnown(fullCreation(source)))?.full;
    const name = (await ifKnown(idName(source, "user")))?.name ?? "id";
    const others = (await ifKnown(seenRecords(source, "users")))?.records;
    const made = withRecord(minimal);
    if (made === undefined) throw new Unset("neither the response nor a list shows the created user");
    const answers = [minimal.answer, ...(full === undefined ? [] : [full.answer])];
    const values = serviceValues(made, full && withRecord(full), name, others);
    // In a nested body, only other creations left fields out.
    const { leaves = [], created = [] } = (await ifKnown(triedValues(source))) ?? {};
    const places = [
      ...leavesOf(values.generated).flatMap(({ path, value }) => {
        const from = bodyPlace(value);
        return from === undefined ? [] : [{ path, from }];
      }),
      ...leaves.flatMap(({ path }) => (path.length > 1 ? [{ path, from: path }] : [])),
    ];
    const defaults = created.reduce<JsonObject>(
      (known, { sent, record = {} }) => withLeftOut(known, places, sent, record),
      values.defaults,
    );
    const all = [minimal, ...(full === undefined ? [] : [full]), ...created].flatMap((one) => withRecord(one) ?? []);
    return {
      values: {
        ...values,
        defaults: commonServiceValues(defaults, all),
        generated: commonServiceValues(values.generated, all),
      },
      answers,
    };
  },
);

/** Where a user shows a value of a body. */
interface Place {
  readonly path: readonly string[];
  readonly from: readonly string[];
}

/** Fills what the body left out with the user's values. */
function withLeftOut(defaults: JsonObject, places: readonly Place[], sent: Members, record: Members): JsonObject {
  const shown = new Map(leavesOf(jsonOf(record)).map(({ path, value }) => [path.join("."), value]));
  return places.reduce<JsonObject>((known, { path, from }) => {
    const value = shown.get(path.join("."));
    const isLeftOut = value !== undefined && at(sent, from) === undefined && at(known, path) === undefined;
    return isLeftOut ? withAt(known, path, value) : known;
  }, defaults);
}

function withRecord({ sent, record }: Creation): CreationResult | undefined {
  return record && { sent, record: withoutUnknown(record) };
}

export function withoutUnknown(record: Members): Members {
  const { [unknownField]: _, ...others } = record;
  return others;
}

export async function generatedValues(source: Source): Promise<Found> {
  const { values, answers } = await valuesOfService(source);
  return certain({ ...values.generated }, answers);
}

export async function defaultValues(source: Source): Promise<Found> {
  const { values, answers } = await valuesOfService(source);
  const { defaults, doubtful } = values;
  if (doubtful.length === 0) return certain({ ...defaults }, answers);
  return likely({ ...defaults }, answers, `a body may not be able to set ${doubtful.join(", ")}`);
}

export async function returnedValue(source: Source): Promise<Found> {
  const { answer } = (await creation(source)).minimal;
  const { data } = readEnvelope(answer.exchange.response);
  if (data === undefined || data.length > 1) {
    throw new Unset("the response to a creation has neither the user nor an empty `data`");
  }
  return certain(data.length === 1 ? "record" : "nothing", [answer]);
}

export async function uniqueKey(source: Source): Promise<Found> {
  const { fields, untried, evidence } = await uniqueFields(source);
  if (untried.length === 0) return certain([...fields], evidence);
  return likely([...fields], evidence, `${untried.join(", ")} could not be tried without creating another user`);
}

/** From the created users, and from all others if their ids have the same format. */
export async function createdId(source: Source): Promise<Found> {
  const tried = await ifKnown(triedValues(source));
  const made = [...(await creations(source)), ...(tried?.created ?? [])];
  const evidence = made.map(({ answer }) => answer);
  let ids = await idsIn(source, made);
  if (ids.length === 0) throw new Unset("neither the response nor a list shows the id of a created user");
  const others = await idsOf(source, "user", (await ifKnown(seenRecords(source, "users")))?.records ?? []);
  const common = formatOfIds([...ids, ...others]);
  if (common.kind !== "any" && !isNarrower(formatOfIds(ids), common, ids.length)) {
    return certain({ ...common }, evidence, `by ${ids.length + others.length} ids`);
  }
  if (isPrefixDoubtful(formatOfIds(ids), ids.length)) {
    ids = await idsIn(source, [...made, await anotherCreation(source)]);
  }
  const format = formatOfIds(ids);
  if (format.kind === "uuid" || ids.length > 2) return certain({ ...format }, evidence);
  return likely({ ...format }, evidence, `by ${ids.length} ${ids.length === 1 ? "id" : "ids"}`);
}

/** Whether new ids use fewer characters than all others, beyond chance: then they are issued differently. */
function isNarrower(own: Identifier, common: Identifier, count: number): boolean {
  if (own.kind !== "prefixed" || common.kind !== "prefixed" || own.prefix !== common.prefix) return false;
  const share = alphabets[own.alphabet].length / alphabets[common.alphabet].length;
  return share ** (count * own.length) < 0.001;
}

function idsIn(source: Source, made: readonly (Creation | undefined)[]): Promise<readonly Id[]> {
  return idsOf(
    source,
    "user",
    made.flatMap((one) => (one?.record === undefined ? [] : [one.record])),
  );
}

/** The header, with `{{id}}` for the new user's id. */
export async function createdLocation(source: Source): Promise<Found> {
  const [first, second] = await creations(source);
  const header = locationOf(first);
  if (header === undefined) return certain(null, [first.answer]);
  const [id] = await idsIn(source, [first]);
  const text = id === undefined ? undefined : encodeURIComponent(id);
  if (text !== undefined && header.includes(text)) return certain(header.replaceAll(text, "{{id}}"), [first.answer]);
  const other = second && locationOf(second);
  if (second === undefined || other === undefined || other === header) {
    return likely(header, [first.answer], "the id of the new user was not found in it");
  }
  // If the user's id is another one, a number in its place probably counts users.
  const value = betweenShared(header, other, id === undefined ? "{{id}}" : "{{count}}");
  return likely(
    value,
    [first.answer, second.answer],
    `the difference is assumed to be ${id === undefined ? "the id" : "a count of users"}`,
  );
}

function locationOf({ answer }: Creation): string | undefined {
  return answer.exchange.response.headers["location"];
}

/** A text with a placeholder for the word in which it differs from another text. */
function betweenShared(one: string, other: string, placeholder: string): string {
  const [parts, others] = [one, other].map((text) => text.split(/([/?&=#]+)/));
  return (parts ?? []).map((part, index) => (part === others?.[index] ? part : placeholder)).join("");
}
