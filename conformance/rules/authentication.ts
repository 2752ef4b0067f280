import { counted } from "../../fixtures/values/text.ts";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { credentialKinds } from "../target/credentials.ts";
import { isSuccess } from "../target/exchange.ts";
import { flattenRecord, isScalar } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { failed, inconclusive, passed, proven, type Check, type Rule } from "../log/rule.ts";
import { compareWithTwin, unlike, type Likeness } from "./authorized-twin.ts";
import { findMarkedUser, findUser, isUserList } from "./created-users.ts";
import {
  hasEnvelope,
  hasValidToken,
  isInconclusive,
  describeResponse,
  describePlace,
  readRecords,
  quoteRecord,
} from "../log/exchanges.ts";

/** AUTH-02 to AUTH-07, AUTH-10: wrong credentials are rejected where the token is accepted (§5). */
export const judgeCredentials: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { as, place } = exchange;
    const { breaks: requirement, words } = credentialKinds[as];
    if (requirement === undefined || place.spelling !== undefined) continue;
    const what = `a request with ${words}${describePlace(exchange)}`;
    yield judgeAcceptance(requirement, exchange, what, compareWithTwin(exchange, facts), facts);
  }
};

/** AUTH-11: no other spelling of a request returns records, or creates a user, without a valid token (§5). */
export const judgeSpellings: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { place, as, probe } = exchange;
    if (place.spelling === undefined || hasValidToken(exchange)) continue;
    const twin = compareWithTwin(exchange, facts);
    // An envelope without records may be that of another resource.
    const isOther = twin.isAlike === true && twin.records === 0;
    const likeness = probe.method === "HEAD" ? compareLengths(exchange, facts) : isOther ? unlike : twin;
    const what = `a request with ${place.spelling} and ${credentialKinds[as].words}`;
    yield judgeAcceptance("AUTH-11", exchange, what, likeness, facts);
  }
};

/** What the response to a request shows that must be rejected, and was accepted or not. */
function judgeAcceptance(requirement: string, exchange: Exchange, what: string, twin: Likeness, facts: Facts): Check {
  const { marker, operation } = exchange;
  const response = describeResponse(exchange);
  const listWithUser = isSuccess(exchange) ? findMarkedUser(exchange, facts) : undefined;
  if (listWithUser !== undefined)
    return proven(requirement, exchange, `${what} got ${response} and created a user`, [listWithUser]);
  if (twin.isAlike === true) {
    // Nobody else can have caused that a client without the token gets records, or creates a user.
    const fail = marker === undefined && twin.records === 0 ? failed : proven;
    return fail(requirement, exchange, `${what} was accepted: ${response} with ${counted(twin.records, "record")}`);
  }
  if (isInconclusive(exchange)) return inconclusive(requirement, exchange, `${what} got ${response}`);
  if (!isAcceptedFor(operation, facts))
    return inconclusive(requirement, exchange, `no ${operation} with the token succeeded, so this shows nothing`);
  if (twin.isAlike === undefined)
    return inconclusive(
      requirement,
      exchange,
      `${what} got ${response}, which does not differ from what the token gets`,
    );
  return passed(requirement, exchange, `${what} got ${response}`);
}

/** Whether the valid token succeeds on an operation. */
function isAcceptedFor(operation: OperationId, facts: Facts): boolean {
  if (operations[operation].shape !== "create") return facts.isTokenValidFor(operation);
  return facts.exchanges(operation).some((one) => hasValidToken(one) && isSuccess(one));
}

/** Compares a HEAD without a token with the body that only the token gets, by its length. */
function compareLengths(exchange: Exchange, facts: Facts): Likeness {
  const length = Number(exchange.response?.headers["content-length"] ?? 0);
  const lengths = facts
    .plain(exchange.operation)
    .filter(hasEnvelope)
    .map(({ response }) => Number(response?.headers["content-length"] ?? Buffer.byteLength(response?.body ?? "")));
  const isJson = exchange.response?.headers["content-type"]?.includes("json") === true;
  return { isAlike: isSuccess(exchange) && isJson && length > 0 && lengths.includes(length), records: 0 };
}

/** How many values of a record a rejection may show by chance. */
const maxByChance = 1;

/** How many characters the values of a record must have, so that a text does not contain all of them by chance. */
const enoughCharacters = 16;

/** AUTH-08: a rejection contains no records (§5). */
export const judgeDisclosures: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { as, operation, response } = exchange;
    if (hasValidToken(exchange) || response === undefined || isInconclusive(exchange)) continue;
    if (compareWithTwin(exchange, facts).isAlike === true || exchange.probe.method === "HEAD") continue;
    const records = facts
      .plain(operation === "createUser" ? "listUsers" : operation)
      .slice(0, 1)
      .flatMap(readRecords)
      .slice(0, maxSought);
    if (records.length === 0) continue;
    const what = `the rejection of ${credentialKinds[as].words} (${response.status})`;
    const { url, body: sent = "" } = exchange.request;
    const text = unescapeQuotes(response.body);
    const leaked = records.find((record) => showsRecord(text, record, `${url} ${sent}`));
    if (leaked === undefined) yield passed("AUTH-08", exchange, `${what} contains no records`);
    else yield failed("AUTH-08", exchange, `${what} contains a record: ${quoteRecord(leaked)}`);
  }
};

/** The maximum number of records to look for, and of members of each. */
const maxSought = 100;

/** The text of a rejection, as members of records would stand in it. */
function unescapeQuotes(body: string): string {
  return body.replaceAll(/\\+"/g, '"').replaceAll("&quot;", '"');
}

function hasMember(text: string, name: string, literal: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const rest = text.slice(at + name.length).trimStart();
    if (rest.startsWith(":") && rest.slice(1).trimStart().startsWith(literal)) return true;
  }
  return false;
}

/** Whether a text contains a record: its members in JSON, or all of its values, of which one is unmistakable. */
function showsRecord(text: string, record: unknown, id: string): boolean {
  const own = isObject(record) ? Object.entries(record).slice(0, maxSought) : [];
  const members = own.filter(([, value]) => isScalar(value) && !id.includes(String(value)));
  const inJson = members.filter(([name, value]) => {
    const literal = JSON.stringify(value);
    return text.includes(literal) && hasMember(text, JSON.stringify(name), literal);
  });
  if (inJson.length > maxByChance && 2 * inJson.length > members.length) return true;
  const values = [...flattenRecord(record).values()]
    .slice(0, maxSought)
    .map(String)
    .filter((value) => !id.includes(value));
  const isUnmistakable = values.length > 2 && values.join("").length >= enoughCharacters;
  return isUnmistakable && values.every((value) => text.includes(value));
}

/** AUTH-09: a rejected creation creates nothing (§5). */
export const judgeUnauthorizedCreations: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { as, marker, place } = exchange;
    if (marker === undefined || hasValidToken(exchange) || place.spelling !== undefined) continue;
    if (isInconclusive(exchange) || compareWithTwin(exchange, facts).isAlike === true) continue;
    const what = `a creation with ${credentialKinds[as].words} (${describeResponse(exchange)})`;
    const lists = facts.log.filter((one) => isUserList(one) && one.as === "first");
    const before = lists.filter(({ number }) => number < exchange.number);
    // Without a unique text, its user looks like one that is created rightfully.
    const isMarked = exchange.request.body?.includes(marker) === true;
    const next = facts.log.find((one) => one.number > exchange.number && one.marker !== undefined && isSuccess(one));
    const end = isMarked ? Infinity : (next?.number ?? Infinity);
    const after = lists.filter(({ number }) => number > exchange.number && number < end);
    const evidence = findUser(exchange, { before, after }, facts);
    if (evidence !== undefined) yield proven("AUTH-09", exchange, `${what} created a user`, [evidence]);
    else if (after.length > 0) yield passed("AUTH-09", exchange, `${what} created nothing`);
  }
};
