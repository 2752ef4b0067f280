import { jsonText, type JsonObject } from "../../fixtures/json.ts";
import { creationsIn, maxCreated } from "../target/creations.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { fieldsOfUsers, fresh } from "./create-body.ts";
import { type Creation, create, creation, creationOf, fullCreation, jsonOf } from "./creation.ts";
import { canonical } from "../target/records.ts";
import { at, leavesOf, withAt } from "./leaves.ts";
import { ifKnown, isUnset, settled, Unset, type Answer } from "./observation.ts";
import { namedFields } from "./rejections.ts";
import type { Source } from "./source.ts";

/** The fields that must be unique among users. */
interface UniqueFields {
  readonly fields: readonly string[];
  /** Fields that were not tried, since that would have created too many users. */
  readonly untried: readonly string[];
  /** The rejection of a repeated value; absent if it was accepted. */
  readonly conflict?: Answer;
  readonly evidence: readonly Answer[];
}

/** Repeats the values of the created user: first all, then one by one, with the others unique. */
export const uniqueFields = memoize(async (source: Source): Promise<UniqueFields> => {
  const { body, full, repeated = [] } = await fullCreation(source);
  const given = (await fieldsOfUsers(source)).filter(({ freshened }) => freshened !== undefined);
  const isGiven = ([name]: readonly string[]): boolean => given.length === 0 || given.some((one) => one.name === name);
  const texts = leavesOf(body).filter(({ path, value }) => typeof value === "string" && isGiven(path));
  const free = texts.filter(({ value }) => jsonText(value).includes(fresh)).map(({ path }) => path);
  const nameOf = (path: readonly string[]): string => (placeInRecord(full, path) ?? path).join(".");
  const repeat = (paths: readonly (readonly string[])[]): Promise<Answer> => {
    const again = paths.reduce<JsonObject>((whole, path) => withAt(whole, path, String(at(full.sent, path))), body);
    return create(source, again, `the ${paths.map(lastOf).join(" and ")} of another`);
  };
  if (free.length === 0) {
    if (repeated.length === 0) throw new Unset("no known field has a value that could be repeated");
    const untried = texts.map(({ path }) => path).filter((path) => !repeated.includes(path.join(".")));
    const likely = untried.filter((path) => likelyUnique.test(lastOf(path)));
    const again = likely.length === 0 ? undefined : await ifKnown(repeat(likely));
    const rest = { untried: untried.filter((path) => again === undefined || !likely.includes(path)).map(nameOf) };
    if (again === undefined) return { fields: [], ...rest, evidence: [full.answer] };
    if (isSuccess(again.exchange)) return { fields: [], ...rest, evidence: [full.answer, again] };
    return { fields: likely.map(nameOf), ...rest, conflict: again, evidence: [again] };
  }
  const all = await repeat(free);
  if (isSuccess(all.exchange)) return { fields: [], untried: [], evidence: [all] };
  const named = await namedFields(source, all, free.map(lastOf));
  const candidates = named.length > 0 ? free.filter((path) => named.includes(lastOf(path))) : free;
  const fields: string[] = [];
  const untried: string[] = [];
  const evidence: Answer[] = [];
  for (const [index, path] of candidates.entries()) {
    const isOnlyOneLeft = fields.length === 0 && untried.length === 0 && index === candidates.length - 1;
    const answer = isOnlyOneLeft ? all : await settled(repeat([path]));
    if (isUnset(answer)) {
      if (creationsIn(source.entries).length < maxCreated.learn) throw answer;
      untried.push(nameOf(path));
      continue;
    }
    evidence.push(answer);
    if (!isSuccess(answer.exchange)) fields.push(nameOf(path));
  }
  return { fields, untried, conflict: all, evidence };
});

/** Names of fields that identify a person, besides an address. */
const likelyUnique = /user|login|handle|nick|slug|phone|mobile|code|number|alias|e?mail/i;

function lastOf(path: readonly string[]): string {
  return path.at(-1) ?? "";
}

/** Where a user shows a value that was sent: at the same path, or at the first one with it. */
export function placeInRecord({ sent, record = {} }: Creation, path: readonly string[]): readonly string[] | undefined {
  const value = at(sent, path);
  if (Object.hasOwn(record, path[0] ?? "") && canonical(at(record, path)) === canonical(value)) return path;
  const shown = leavesOf(jsonOf(record)).find((leaf) => canonical(leaf.value) === canonical(value));
  return shown?.path ?? (at(record, path) === undefined ? undefined : path);
}

/** All created users, as far as a response or the list shows them. */
export const creations = memoize(async (source: Source): Promise<readonly [Creation, ...Creation[]]> => {
  const { minimal } = await creation(source);
  const full = await ifKnown(fullCreation(source));
  // An accepted repetition shows another id.
  const repeated = ((await ifKnown(uniqueFields(source)))?.evidence ?? []).filter(({ exchange }) =>
    isSuccess(exchange),
  );
  const others: Creation[] = full === undefined ? [] : [full.full];
  for (const answer of repeated) others.push(await creationOf(source, answer));
  return [minimal, ...others];
});
