import { isObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { objectsOf, recordKey } from "../target/records.ts";
import { recordedPages, type RecordedPage } from "./list.ts";
import { namedFields } from "./rejections.ts";
import { Unset, type Answer } from "./observation.ts";
import { operationOf, type Source } from "./source.ts";
import type { Body, Field } from "./create-body.ts";

/** A created user. */
export interface Creation {
  readonly answer: Answer;
  /** What was sent, with its unique values. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent if neither shows it. */
  readonly record?: Members;
}

/** The smallest body that creates a user, and the evidence that all of it is needed. */
export interface MinimalCreation {
  readonly minimal: Creation;
  readonly required: readonly Field[];
  /** Fields of the smallest body that no request left out. */
  readonly untried?: readonly string[];
  /** The rejections of smaller bodies. */
  readonly rejections: readonly Answer[];
}

/** A user created with all known fields, and the result for an unknown field. */
export interface FullCreation {
  readonly full: Creation;
  /** An unknown field, and the user created with it; absent if none was sent. */
  readonly unknown: { readonly name: string; readonly made: Creation } | undefined;
  /** The body before `{{unique}}` is filled in. */
  readonly body: Body;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
  /** Where its given texts are those of the smallest body. */
  readonly repeated?: readonly string[];
}

/** The fields that must be unique among users. */
export interface UniqueFields {
  readonly fields: readonly string[];
  /** Fields that were not tried, since that would have created too many users. */
  readonly untried: readonly string[];
  /** The rejection of a repeated value; absent if it was accepted. */
  readonly conflict?: Answer;
  readonly evidence: readonly Answer[];
}

/** A recorded request to create a user, with its body. */
interface Attempt {
  readonly answer: Answer;
  readonly sent: Members;
}

/**
 * The requests of the first account with JSON object bodies: those that created a user, and those rejected for their
 * body.
 */
function attemptsIn({ recorded = [] }: Source): {
  readonly accepted: readonly Attempt[];
  readonly rejected: readonly Attempt[];
} {
  const attempts = recorded.flatMap((answer): readonly Attempt[] => {
    const { call } = answer;
    const { body } = call;
    return operationOf(call) === "createUser" && call.as === undefined && isObject(body)
      ? [{ answer, sent: body }]
      : [];
  });
  const isRejected = ({ answer }: Attempt): boolean => {
    const { status } = answer.exchange.response;
    return status >= 400 && status < 500 && status !== 429;
  };
  return {
    accepted: attempts.filter(({ answer }) => isSuccess(answer.exchange)),
    rejected: attempts.filter(isRejected),
  };
}

/** The users created in recorded traffic. @throws Unset if there are none */
export function recordedCreations(source: Source): readonly [Creation, ...Creation[]] {
  const known = new Set(pagesBefore(source).flatMap(({ page }) => page.keys));
  const listed = recordedPages(source, "users").flatMap(({ page }) => objectsOf(page.records));
  const users = [...new Map(listed.map((user) => [recordKey(user), user])).values()].filter(
    (user) => !known.has(recordKey(user)),
  );
  const left = new Set(users);
  const found = attemptsIn(source).accepted.map((attempt) => {
    const record = userOf(attempt, [...left]);
    if (record !== undefined) left.delete(users.find((user) => recordKey(user) === recordKey(record)) ?? record);
    return { ...attempt, record };
  });
  const [rest, ...more] = left;
  const [first, ...others] = found
    .map(({ answer, sent, record }): Creation => {
      // The only remaining new user is this one.
      const user = record ?? (more.length === 0 ? rest : undefined);
      return { answer, sent, ...(user === undefined ? {} : { record: user }) };
    })
    .toSorted((one, other) => Number(one.record === undefined) - Number(other.record === undefined));
  if (first === undefined) throw new Unset("no recorded request creates a user");
  return [first, ...others];
}

/** The user created by a request: from its response, or from a list that shows what was sent. */
function userOf({ answer, sent }: Attempt, users: readonly Members[]): Members | undefined {
  const [returned] = readEnvelope(answer.exchange.response).data ?? [];
  if (isObject(returned)) return returned;
  // A text that few new users have identifies this one.
  const [found] = Object.entries(sent)
    .map(([name, value]) => (typeof value === "string" ? users.filter((user) => own(user, name) === value) : []))
    .filter((same) => same.length > 0)
    .toSorted((one, other) => one.length - other.length);
  return found?.[0];
}

/** The smallest body that created a user, and the fields without which others were rejected. */
export async function recordedCreation(source: Source): Promise<MinimalCreation> {
  const [minimal] = recordedCreations(source).toSorted((one, other) => size(one.sent) - size(other.sent));
  if (minimal === undefined) throw new Unset("no recorded request creates a user");
  const { accepted, rejected } = attemptsIn(source);
  const names = Object.keys(minimal.sent);
  const lacking = (attempt: Attempt): readonly string[] => names.filter((name) => !Object.hasOwn(attempt.sent, name));
  const incomplete = rejected.filter((attempt) => lacking(attempt).length > 0);
  const required: string[] = [];
  for (const attempt of incomplete) {
    const missing = lacking(attempt);
    required.push(...(missing.length === 1 ? missing : await namedFields(source, attempt.answer, missing)));
  }
  const isOptional = (name: string): boolean => accepted.some(({ sent }) => !Object.hasOwn(sent, name));
  return {
    minimal,
    required: names.filter((name) => required.includes(name)).map((name) => ({ name, values: [], isOwn: true })),
    untried: names.filter((name) => !required.includes(name) && !isOptional(name)),
    rejections: incomplete.map(({ answer }) => answer),
  };
}

/** The body with the most fields that created a user, and one with a field that no other user has. */
export function recordedFullCreation(source: Source): FullCreation {
  const known = knownFields(source);
  const unknownIn = ({ sent }: { readonly sent: Members }): string | undefined =>
    known.size === 0 ? undefined : Object.keys(sent).find((name) => !known.has(name));
  const all = recordedCreations(source).toSorted((one, other) => size(other.sent) - size(one.sent));
  const full = all.find((one) => unknownIn(one) === undefined) ?? all[0];
  if (full === undefined) throw new Unset("no recorded request creates a user");
  const accepted = all.find((one) => unknownIn(one) !== undefined);
  if (accepted !== undefined) return { full, body: {}, unknown: { name: unknownIn(accepted) ?? "", made: accepted } };
  // Rejected although it has everything that another accepted body has, plus this field.
  const rejected = attemptsIn(source).rejected.find((attempt) => {
    const unknown = unknownIn(attempt);
    const others = new Set(Object.keys(attempt.sent).filter((name) => name !== unknown));
    return unknown !== undefined && all.some(({ sent }) => Object.keys(sent).every((name) => others.has(name)));
  });
  if (rejected === undefined) return { full, body: {}, unknown: undefined };
  return { full, body: {}, unknown: { name: unknownIn(rejected) ?? "", made: full }, rejection: rejected.answer };
}

/** The fields of users before the first creation: recorded traffic may add its own fields later. */
function knownFields(source: Source): ReadonlySet<string> {
  return new Set(
    pagesBefore(source).flatMap(({ page }) => objectsOf(page.records).flatMap((user) => Object.keys(user))),
  );
}

/** The pages of users read before the first creation. */
function pagesBefore(source: Source): readonly RecordedPage[] {
  const { recorded = [] } = source;
  const created = recorded.findIndex(({ call, exchange }) => operationOf(call) === "createUser" && isSuccess(exchange));
  const before = new Set(recorded.slice(0, created));
  return recordedPages(source, "users").filter(({ answer }) => before.has(answer));
}

/** The fields whose repeated values were rejected. @throws Unset if no request repeats a value of another user */
export async function recordedUniqueFields(source: Source): Promise<UniqueFields> {
  const { accepted, rejected } = attemptsIn(source);
  const { minimal } = await recordedCreation(source);
  const listed = recordedPages(source, "users").flatMap(({ page }) => objectsOf(page.records));
  const users = [...new Map(listed.map((user) => [recordKey(user), user])).values()];
  const sentBodies = accepted.map(({ sent }) => sent);
  const known = knownFields(source);
  // A value that two users share is not unique.
  const isShared = (name: string): boolean => hasTwins(users, name);
  const isTaken = (name: string, value: unknown): boolean =>
    [...users, ...sentBodies].some((one) => own(one, name) === value);
  const found: { readonly answer: Answer; readonly fields: readonly string[] }[] = [];
  for (const { answer, sent } of rejected) {
    const isWhole =
      Object.keys(minimal.sent).every((name) => Object.hasOwn(sent, name)) &&
      (known.size === 0 || Object.keys(sent).every((name) => known.has(name)));
    const repeated = Object.keys(sent).filter((name) => {
      const value = own(sent, name);
      return typeof value === "string" && isTaken(name, value) && !hasTwins(sentBodies, name);
    });
    const named = await namedFields(source, answer, repeated);
    const unshared = repeated.length === 1 ? repeated : repeated.filter((name) => !isShared(name));
    const fields = named.length > 0 ? named : unshared.length === 1 ? unshared : [];
    if (isWhole && fields.length > 0) found.push({ answer, fields });
  }
  const [first] = found;
  if (first !== undefined) {
    const fields = [...new Set(found.flatMap((one) => one.fields))];
    return { fields, untried: [], conflict: first.answer, evidence: found.map(({ answer }) => answer) };
  }
  const repetition = accepted.find(({ sent }, index) => {
    const texts = Object.entries(sent).filter(([, value]) => typeof value === "string");
    const earlier = accepted.slice(0, index);
    return texts.length > 0 && earlier.some((one) => texts.every(([name, value]) => own(one.sent, name) === value));
  });
  if (repetition !== undefined) return { fields: [], untried: [], evidence: [repetition.answer] };
  throw new Unset("no recorded request repeats a value of another user and is rejected");
}

/** Whether two of them have the same value in a field. */
function hasTwins(some: readonly Members[], name: string): boolean {
  const values = some.map((one) => own(one, name)).filter((value) => value !== undefined && value !== null);
  return new Set(values).size < values.length;
}

function size(sent: Members): number {
  return Object.keys(sent).length;
}
