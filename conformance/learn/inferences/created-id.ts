import { alphabets, type Identifier } from "../../../fixtures/dialect/identifier.ts";
import { creation, creationOf, type Creation } from "../facts/creation.ts";
import { bodyWith } from "../facts/create-body.ts";
import { fullCreation } from "../facts/full-creation.ts";
import { seenRecords } from "../facts/records.ts";
import { uniqueFields } from "../facts/unique-fields.ts";
import { isSuccess } from "../../target/exchange.ts";
import { formatOfIds, isPrefixDoubtful } from "../generalise/identifier.ts";
import { certain, isUnset, likely, unset, type Finding, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";

type Id = string | number;

/** All users who were created, as far as a reply or the list shows them. */
const creations = shared(async (learning: Learning): Promise<readonly Creation[] | Unset> => {
  const minimal = await creation(learning);
  if (isUnset(minimal)) return minimal;
  const full = await fullCreation(learning);
  const made = [minimal.minimal, ...(isUnset(full) ? [] : [full.full])];
  // A repetition that was accepted shows another id.
  const unique = await uniqueFields(learning);
  const repeated = isUnset(unique) ? [] : unique.evidence.filter(({ exchange }) => isSuccess(exchange));
  for (const answer of repeated) made.push(await creationOf(learning, answer));
  return made;
});

/** `createUser.id`: by the users who were created, and by all others, where their ids are of one format. */
export async function createdId(learning: Learning): Promise<Finding> {
  const made = await creations(learning);
  if (isUnset(made)) return made;
  const evidence = made.map(({ answer }) => answer);
  let ids = made.map(idOf).filter((id) => id !== undefined);
  if (ids.length === 0) return unset("no reply and no list shows the id of a user who was created");
  const seen = await seenRecords(learning, "users");
  const others = isUnset(seen) ? [] : seen.records.map(({ id }) => id).filter(isId);
  const common = formatOfIds([...ids, ...others]);
  if (common.kind !== "any" && !isNarrower(formatOfIds(ids), common, ids.length))
    return certain({ ...common }, evidence, `by ${ids.length + others.length} ids`);
  if (isPrefixDoubtful(formatOfIds(ids), ids.length)) ids = [...ids, ...(await anotherId(learning))];
  const format = formatOfIds(ids);
  const isClear = format.kind === "uuid" || ids.length > 2;
  return isClear
    ? certain({ ...format }, evidence)
    : likely({ ...format }, evidence, `by ${ids.length} ${ids.length === 1 ? "id" : "ids"}`);
}

/** Whether new ids use fewer characters than all others, and not by chance: then they are issued otherwise. */
function isNarrower(own: Identifier, common: Identifier, count: number): boolean {
  if (own.kind !== "prefixed" || common.kind !== "prefixed" || own.prefix !== common.prefix) return false;
  const share = alphabets[own.alphabet].length / alphabets[common.alphabet].length;
  return share ** (count * own.length) < 0.001;
}

/** Creates a user more, where few ids leave it open how they begin. */
async function anotherId(learning: Learning): Promise<readonly Id[]> {
  const known = await creation(learning);
  if (isUnset(known)) return [];
  const answer = await learning.ask({
    operation: "createUser",
    body: { ...bodyWith(known.required) },
    moment: "for another id",
  });
  if (isUnset(answer) || !isSuccess(answer.exchange)) return [];
  const id = idOf(await creationOf(learning, answer));
  return id === undefined ? [] : [id];
}

function idOf({ record }: Creation): Id | undefined {
  const id = record?.["id"];
  return isId(id) ? id : undefined;
}

function isId(id: unknown): id is Id {
  return typeof id === "string" || typeof id === "number";
}

/** `createUser.location`: the header, with `{{id}}` for the new user's id. */
export async function createdLocation(learning: Learning): Promise<Finding> {
  const made = await creations(learning);
  if (isUnset(made)) return made;
  const [first, second] = made;
  const header = locationOf(first);
  if (first === undefined || header === undefined) return certain(null, first === undefined ? [] : [first.answer]);
  const id = idOf(first);
  const text = id === undefined ? undefined : encodeURIComponent(id);
  if (text !== undefined && header.includes(text)) return certain(header.replaceAll(text, "{{id}}"), [first.answer]);
  const other = locationOf(second);
  if (second === undefined || other === undefined || other === header) {
    return likely(header, [first.answer], "the id of the new user was not found in it");
  }
  return likely(betweenShared(header, other), [first.answer, second.answer], "what differs is taken for the id");
}

function locationOf(made: Creation | undefined): string | undefined {
  return made?.answer.exchange.response.headers["location"];
}

function betweenShared(one: string, other: string): string {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return `${one.slice(0, start)}{{id}}${end === 0 ? "" : one.slice(-end)}`;
}
