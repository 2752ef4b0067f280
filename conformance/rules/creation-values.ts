import { isObject } from "../../fixtures/values/json.ts";
import { readJson, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { flattenRecord, canonical } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { passed, proven, type Rule } from "../log/rule.ts";
import { findCreations, isUserList, showsUser, type Creation } from "./created-users.ts";
import { hasEnvelope, hasValidToken, otherAccount, readRecords, quoteRecord } from "../log/exchanges.ts";
import { areApart } from "../log/ledger.ts";

/** CREATE-03: a created user belongs to the account that created it, and to no other (§2). */
export const judgeOwners: Rule = function* (exchanges, facts) {
  if (!areApart("listUsers", facts)) return;
  for (const { exchange, account, marker } of findCreations(exchanges, facts)) {
    const other = otherAccount(account);
    const lists = facts.log.filter((one) => isUserList(one) && one.as === other && one.number > exchange.number);
    const list = lists.find((one) => showsUser(one, marker));
    const user = `the user that the ${account} account created`;
    if (list !== undefined)
      yield proven("CREATE-03", exchange, `${user} is in the list of the ${other} account`, [list]);
    else if (lists.length > 0 && facts.listedMarkers.size > 0)
      yield passed("CREATE-03", exchange, `${user} is in its own list only`);
  }
};

/** CREATE-04: a response with one user has the new one, as the list shows it (§4, §2). */
export const judgeReturned: Rule = function* (exchanges, facts) {
  const ids = new Map<string, Exchange>();
  const { ownId } = facts.identity("listUsers");
  const readId = (user: Members): string | undefined => {
    const id = ownId === undefined ? undefined : flattenRecord(user).get(ownId);
    return id === undefined ? undefined : String(id);
  };
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange, account, before } = creation;
    const record = readUser(exchange);
    if (!hasEnvelope(exchange) || record === undefined) continue;
    const excerpt = quoteRecord(record);
    const older = before.find((one) =>
      facts.page(one)?.records.some((listed) => canonical(listed) === canonical(record)),
    );
    const [listing] = findListings(creation, facts);
    const usual = listing?.user ?? readUsersBefore(creation, facts)[0];
    // A receipt may have an id of its own.
    const id = usual && hasMostMembers(record, usual) ? readId(record) : undefined;
    const listedId = listing && readId(listing.user);
    const sameId = ids.get(`${account} ${id}`);
    if (id !== undefined) ids.set(`${account} ${id}`, exchange);
    if (older !== undefined)
      yield proven("CREATE-04", exchange, `the creation returned a user that was listed before: ${excerpt}`, [older]);
    else if (sameId !== undefined)
      yield proven("CREATE-04", exchange, `two creations returned a user with the same id: ${excerpt}`, [sameId]);
    else if (listing && isOtherId(id, listedId))
      yield proven("CREATE-04", exchange, `the id of the new user is ${id}, and ${listedId} in the list`, [
        listing.list,
      ]);
    else yield passed("CREATE-04", exchange, "the creation returned the new user");
  }
};

/** CREATE-04: no creation gets the user of another one, not even one that is to be rejected (§4, §2). */
export const judgeForeign: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { marker } = exchange;
    const record = marker === undefined || !hasValidToken(exchange) ? undefined : readUser(exchange);
    if (record === undefined || marker === undefined || !isSuccess(exchange)) continue;
    const text = JSON.stringify(record);
    const isForeign = !text.includes(marker) && [...facts.createdMarkers].some((one) => text.includes(one));
    const message = `the creation returned the user of another creation: ${quoteRecord(record)}`;
    if (isForeign) yield proven("CREATE-04", exchange, message);
    else yield passed("CREATE-04", exchange, "the creation returned no user of another one");
  }
};

/** The user in the response to a creation; `undefined` if it has none, or several. */
function readUser(exchange: Exchange): Members | undefined {
  const [record, ...more] = readRecords(exchange);
  return isObject(record) && more.length === 0 ? record : undefined;
}

/** A list with the user of a creation, and its other users. */
interface Listing {
  readonly list: Exchange;
  readonly user: Members;
  readonly others: readonly Members[];
}

function findListings({ later, marker }: Creation, facts: Facts): readonly Listing[] {
  return later.flatMap((list) => {
    const users = (facts.page(list)?.records ?? []).filter(isObject);
    const user = users.find((one) => JSON.stringify(one).toLowerCase().includes(marker.toLowerCase()));
    return user === undefined ? [] : [{ list, user, others: users.filter((one) => one !== user) }];
  });
}

function readUsersBefore({ before }: Creation, facts: Facts): readonly Members[] {
  return facts
    .pages(before)
    .flatMap((page) => page.records)
    .filter(isObject);
}

/** Whether a record has most members of a user. */
function hasMostMembers(record: Members, user: Members): boolean {
  const names = Object.keys(user);
  return 2 * names.filter((name) => Object.hasOwn(record, name)).length > names.length;
}

/** Whether two ids are different ones; a URL or a name with a prefix contains the other. */
function isOtherId(one = "", other = ""): boolean {
  return one !== "" && other !== "" && !one.includes(other) && !other.includes(one);
}

/** What faulty services make of a text. */
const corruptions: readonly (readonly [words: string, corrupt: (text: string) => string])[] = [
  ["escaped as in HTML", (text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll('"', "&quot;")],
  ["with escaped apostrophes", (text) => text.replaceAll("'", "&#39;")],
  ["with escaped apostrophes", (text) => text.replaceAll("'", "&#x27;")],
  ["with escaped quotes", (text) => text.replaceAll('"', "&quot;")],
  ["with doubled backslashes", (text) => text.replaceAll("\\", "\\\\")],
  ["in another encoding", (text) => Buffer.from(text).toString("latin1")],
  ["in another encoding", (text) => new TextDecoder("windows-1252").decode(Buffer.from(text))],
  ["with `?` for letters", (text) => text.replaceAll(/[^\0-\u007f]/g, "?")],
  ["with `?` for letters", (text) => text.replaceAll(/[^\0-\u00ff]/g, "?")],
  ["with `?` for the bytes of letters", (text) => replaceBytes(text, "?")],
  ["without some letters", (text) => text.replaceAll(/[^\0-\u007f]/g, "")],
  ["without accents", (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "")],
  ["with replacement characters", (text) => text.replaceAll(/[^\0-\u007f]/g, "\uFFFD")],
  ["with replacement characters", (text) => replaceBytes(text, "\uFFFD")],
];

/** Replaces each byte of letters beyond ASCII, as a service does that takes bytes for letters. */
function replaceBytes(text: string, by: string): string {
  return text.replaceAll(/[^\0-\u007f]/gu, (letter) => by.repeat(Buffer.byteLength(letter)));
}

/** CREATE-04: the response and the list show the new user with the values that were sent (§4). */
export const judgeValues: Rule = function* (exchanges, facts) {
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange } = creation;
    const { body = "" } = exchange.request;
    const sent = readTexts(readJson({ body }));
    if (sent.size === 0) continue;
    const letters = /[^\0-\u007f]/.test(body) ? "" : " in ASCII";
    const listings = findListings(creation, facts);
    const returned = readUser(exchange);
    if (returned !== undefined) {
      const others = listings[0] === undefined ? readUsersBefore(creation, facts) : [listings[0].user];
      const texts = readTexts(returned);
      const shown = [...sent].filter(([name]) => Object.hasOwn(returned, name) || texts.has(name));
      const problem = findValueProblem(new Map(shown), returned, others, "in the response");
      if (problem !== undefined) yield proven("CREATE-04", exchange, problem);
      else yield passed("CREATE-04", exchange, `the response shows the values that were sent${letters}`);
    }
    for (const { list, user, others } of listings.slice(-2)) {
      const problem = findValueProblem(sent, user, others, "in the list");
      if (problem !== undefined) yield proven("CREATE-04", exchange, problem, [list]);
      else yield passed("CREATE-04", exchange, `the list shows the values that were sent${letters}`, [list]);
    }
  }
};

/** Whether a text ends in the middle of a word of another one that it begins. */
function isCut(shown: string, text: string): boolean {
  const isInWord = /\w$/.test(shown) && /^\w/.test(text.slice(shown.length));
  return text.startsWith(shown) && isInWord && shown.length > 9;
}

/** The texts in a value at any depth, by their names: of those with one name, the one that is least deep. */
function readTexts(value: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [path, leaf] of flattenRecord(value)) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (typeof leaf === "string" && !texts.has(name)) texts.set(name, leaf);
  }
  return texts;
}

/** @param others users that show which members usually have a value */
function findValueProblem(
  sent: ReadonlyMap<string, string>,
  user: Members,
  others: readonly Members[],
  place: string,
): string | undefined {
  const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";
  const texts = readTexts(user);
  for (const [name, value] of sent) {
    const isOwn = Object.hasOwn(user, name);
    const shownValue = isOwn ? user[name] : texts.get(name);
    if (shownValue === value) continue;
    const field = `\`${name}\` of the new user`;
    const differs = `${JSON.stringify(shownValue) ?? "absent"}, not ${JSON.stringify(value)}`;
    // What is missing at some depth may be a part of something else.
    const isUsual = others.some((one) => typeof one[name] === "string" && one[name] !== "");
    if (isEmpty(shownValue) && isUsual && !others.some((one) => isEmpty(one[name])))
      return `${field} is ${place} ${differs}`;
    if (typeof shownValue !== "string") continue;
    if (isCut(shownValue, value)) return `${field} is cut ${place}: ${differs}`;
    const [corrupted] =
      corruptions.find(([, corrupt]) => corrupt(value) !== value && shownValue === corrupt(value)) ?? [];
    if (corrupted !== undefined) return `${field} is ${place} ${corrupted}: ${differs}`;
    const [other] = [...sent].find(([sentName, text]) => sentName !== name && text === shownValue) ?? [];
    if (isOwn && other !== undefined) return `${field} has the value of \`${other}\` ${place}`;
  }
  return undefined;
}
