import { z } from "zod";
import { jsonText, type JsonObject } from "../../fixtures/json.ts";
import { unknownField } from "../target/body.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { parseJson } from "../target/parse-json.ts";
import { canonical } from "../target/records.ts";
import { fieldsOfUsers } from "./create-body.ts";
import { type Creation, create, creation, creationOf, fullCreation, requiredBody } from "./creation.ts";
import { isSameFailure, numbersIn } from "./failure-text.ts";
import { formatOf } from "./generalize/format.ts";
import { at, leavesOf, withAt, type Leaf } from "./leaves.ts";
import { isTooLarge } from "./limits.ts";
import { ifKnown, type Answer } from "./observation.ts";
import { namedFields } from "./rejections.ts";
import { ask, type Source } from "./source.ts";
import { placeInRecord, uniqueFields } from "./unique-fields.ts";
import { isOneOfFew, isWord, long, suspicion, usualLength, values, type Try } from "./value-variants.ts";

/** The maximum number of values of a body to try. */
const maxLeaves = 8;

/** The maximum number of users: creating one takes several requests. */
const maxTries = 26;

/** A value in the body of a creation, and the result of replacing it. */
export interface TriedLeaf extends Leaf {
  readonly isRequired: boolean;
  readonly tries: ReadonlyMap<Try, "rejected" | "accepted">;
  /** The maximum length of a text, as far as it was tried. */
  readonly maxLength: number;
}

/** Values that were tried in bodies, and the users created by accepted ones. */
export interface Tried {
  readonly leaves: readonly TriedLeaf[];
  readonly evidence: readonly Answer[];
  readonly created: readonly Creation[];
  readonly isUnsure: boolean;
}

interface Trying extends TriedLeaf {
  readonly tries: Map<Try, "rejected" | "accepted">;
  left: readonly Try[];
  maxLength: number;
}

function tryingOf(leaf: Leaf, isRequired: boolean): Trying {
  const { path, value } = leaf;
  const isText = typeof value === "string";
  const left: Try[] = [
    ...(isOneOfFew(leaf) ? ["word" as const] : []),
    ...(isText && isRequired ? ["empty" as const] : []),
    "type",
    ...(path.length > 1 ? ["absent" as const] : []),
    ...(isText && formatOf(value) !== "string" ? ["format" as const] : []),
    ...(isText || !isRequired ? ["null" as const] : []),
    ...(isText && !isRequired ? ["emptyOption" as const] : []),
    ...(isText ? ["long" as const] : []),
  ];
  return { path, value, isRequired, tries: new Map(), left, maxLength: long - 1 };
}

/** Such a request depends on the users so far. */
const repeating = "with the values of another user";

/**
 * Tries other values in a body, in rounds with one for each leaf. An accepted round creates one user; in a rejected
 * one, the values that the rejection names are invalid, or those that are rejected alone.
 */
export const triedValues = memoize(async (source: Source): Promise<Tried> => {
  const { required, minimal, rejections } = await creation(source);
  const full = await ifKnown(fullCreation(source));
  // It may need the remaining users.
  const unique = await ifKnown(uniqueFields(source));
  const { [unknownField]: _, ...body } = full?.body ?? (await requiredBody(source));
  const names = new Set(required.map(({ name }) => name));
  const { sent = {}, record } = full?.full ?? {};
  // Values that the service always sets show nothing about bodies.
  const given = new Set((await fieldsOfUsers(source)).filter((one) => one.freshened).map(({ name }) => name));
  const leaves = leavesOf(body)
    .filter(({ path: [name = "", ...rest] }) => {
      const isSet = record !== undefined && at(record, [name, ...rest]) !== at(sent, [name, ...rest]);
      return given.size > 0 ? given.has(name) : !isSet || names.has(name);
    })
    .slice(0, maxLeaves)
    .map((leaf) => tryingOf(leaf, names.has(leaf.path.join("."))));

  const evidence: Answer[] = [];
  const created: Creation[] = [];
  let isUnsure = false;
  const placeOf = ({ path }: Leaf): string => ((full && placeInRecord(full.full, path)) ?? path).join(".");
  const onlyOnce = leaves.filter((leaf) => unique?.fields.includes(placeOf(leaf)));
  const isConflict = ({ exchange }: Answer): boolean =>
    exchange.response.status === unique?.conflict?.exchange.response.status;
  let isRepeatedLast: Promise<boolean> | undefined;
  /** Whether a body without a required field is rejected for that, although a unique value repeats. */
  const findsRepeatedLast = async (taken: JsonObject): Promise<boolean> => {
    const missing = required.find(({ name }) => !onlyOnce.some(({ path: [first] }) => first === name));
    const bare = missing && withAt(taken, [missing.name], undefined);
    const answer = bare && (await ifKnown(create(source, bare, repeating)));
    return answer !== undefined && !isSuccess(answer.exchange) && !isConflict(answer);
  };
  /** Whether other fields are rejected: with a repeated unique value, accepted ones create no user. */
  const isRejectedWithRepeated = async (round: readonly Trying[]): Promise<boolean | undefined> => {
    const known = parseJson(unique?.conflict?.exchange.request.body ?? "");
    const isFree = onlyOnce.length > 0 && !round.some((leaf) => onlyOnce.includes(leaf));
    if (!isFree || evidence.length >= maxTries) return undefined;
    const taken = onlyOnce.reduce(
      (whole, { path }) => withAt(whole, path, z.json().parse(at(known, path) ?? null)),
      body,
    );
    isRepeatedLast ??= findsRepeatedLast(taken);
    if (!(await isRepeatedLast)) return undefined;
    const answer = await ifKnown(create(source, changedBy(round, taken), repeating));
    if (answer === undefined || isSuccess(answer.exchange)) return undefined;
    evidence.push(answer);
    return !isConflict(answer);
  };
  const isRejected = async (round: readonly Trying[]): Promise<boolean | undefined> => {
    const known = await isRejectedWithRepeated(round);
    if (known !== undefined) return known;
    const changed = changedBy(round, body);
    const isMore = evidence.length < maxTries;
    const answer = isMore ? await ifKnown(ask(source, { operation: "createUser", body: { ...changed } })) : undefined;
    if (answer === undefined) {
      isUnsure = true;
      return undefined;
    }
    evidence.push(answer);
    if (isSuccess(answer.exchange)) created.push(await creationOf(source, answer));
    return !isSuccess(answer.exchange);
  };
  const settle = (some: readonly Trying[], outcome: "rejected" | "accepted"): void => {
    for (const leaf of some) {
      const [next, ...left] = leaf.left;
      if (next !== undefined) leaf.tries.set(next, outcome);
      if (next === "length" && outcome === "accepted") leaf.maxLength = long - 1;
      // If other words are rejected, other texts and types are, too.
      const isOpen = next !== "word" || outcome === "accepted";
      leaf.left = left.filter((one) => isOpen || one === "null" || one === "absent");
      // Where a required text must not be empty, or a number, it must not be null.
      const isNever = leaf.isRequired && (next === "empty" || next === "type") && outcome === "rejected";
      if (isNever) leaf.left = leaf.left.filter((one) => one !== "null");
    }
  };

  const ofOne = new Set([...(unique?.fields ?? []), ...(unique?.untried ?? [])]);
  /**
   * Whether a user has a value, in its stored form, that may have to be unique: then that may be the reason for a
   * rejection.
   */
  const isTaken = ({ path, value, left: [next], maxLength }: Trying): boolean => {
    const place = (full && placeInRecord(full.full, path)) ?? path;
    const tried = next && values[next](value, maxLength);
    if (tried === undefined || !ofOne.has(place.join("."))) return false;
    const held = [minimal, ...created].flatMap((user) => [at(user.record, place), at(user.sent, path)]);
    return held.some((one) => one !== undefined && wordsOf(one) === wordsOf(tried));
  };
  for (let round = leaves; round.length > 0; round = leaves.filter(({ left }) => left.length > 0)) {
    const wrong = await isRejected(round);
    if (wrong === undefined) break;
    if (!wrong) {
      settle(round, "accepted");
      continue;
    }
    const tooLong = round.filter(({ left: [next] }) => next === "long");
    if (tooLong.length > 0 && (await isTooLarge(source, evidence.at(-1)))) {
      for (const leaf of tooLong) leaf.left = leaf.left.slice(1);
      continue;
    }
    const named = round.length === 1 ? round : await namedAmong(source, round, evidence.at(-1), rejections);
    const culprits = named.length > 0 ? named : await rejectedAlone(round, isRejected, settle);
    if (culprits === undefined) break;
    const rejection = evidence.findLast(({ exchange }) => !isSuccess(exchange));
    const repeated = rejection !== undefined && isConflict(rejection) ? culprits.filter(isTaken) : [];
    if (repeated.length > 0) {
      for (const leaf of repeated) leaf.left = leaf.left.slice(1);
      isUnsure = true;
      continue;
    }
    for (const leaf of culprits.filter(({ left: [next] }) => next === "long")) {
      const length = lengthIn(evidence.at(-1), leaf);
      leaf.maxLength = length ?? usualLength;
      // Perhaps one of a few words.
      leaf.left = [...leaf.left, ...(length === undefined && isWord(leaf.value) ? ["word" as const] : []), "length"];
    }
    settle(culprits, "rejected");
  }
  return { leaves, evidence, created, isUnsure };
});

function changedBy(round: readonly Trying[], body: JsonObject): JsonObject {
  return round.reduce(
    (whole, { path, value, left: [next = "type"], maxLength }) => withAt(whole, path, values[next](value, maxLength)),
    body,
  );
}

/** The number in the rejection of a long text. */
function lengthIn(rejection: Answer | undefined, { value }: Leaf): number | undefined {
  const { body = "", status } = rejection?.exchange.response ?? {};
  const min = Math.max(jsonText(value).length, 10);
  return numbersIn(body).find((number) => number >= min && number < long && number !== status);
}

/** The stored form of a value in services that convert all values to text: null becomes the empty text. */
function wordsOf(value: unknown): string {
  return canonical(value ?? "").replaceAll('"', "");
}

/** The first of a round that is rejected alone, the likeliest first; those accepted alone are settled. */
async function rejectedAlone(
  round: readonly Trying[],
  isRejected: (some: readonly Trying[]) => Promise<boolean | undefined>,
  settle: (some: readonly Trying[], outcome: "accepted") => void,
): Promise<readonly Trying[] | undefined> {
  const likeliest = round.toSorted((one, other) => suspicionOf(other) - suspicionOf(one));
  for (const [index, leaf] of likeliest.entries()) {
    const wrong = index === likeliest.length - 1 ? true : await isRejected([leaf]);
    if (wrong === undefined) return undefined;
    if (wrong) return [leaf];
    settle([leaf], "accepted");
  }
  return undefined;
}

function suspicionOf({ left: [next = "emptyOption"] }: Trying): number {
  return suspicion[next];
}

/** Those that a rejection names, unless it is the same for any missing part. */
async function namedAmong(
  source: Source,
  leaves: readonly Trying[],
  rejection: Answer | undefined,
  others: readonly Answer[],
): Promise<readonly Trying[]> {
  const nameOf = ({ path }: Trying): string => path.at(-1) ?? "";
  const named = rejection === undefined ? [] : await namedFields(source, rejection, leaves.map(nameOf));
  const isFixed = others.length > 1 && others.every((one) => rejection !== undefined && isSameFailure(one, rejection));
  if (isFixed && named.length > 1) return [];
  return leaves.filter((leaf) => named.includes(nameOf(leaf)));
}
