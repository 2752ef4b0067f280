import { isObject } from "../../fixtures/values/json.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { passed, proven, type Check } from "../log/rule.ts";
import { findCreations, isUserList, showsUser } from "./created-users.ts";
import { hasEnvelope, otherAccount } from "./selection.ts";

/** CREATE-03: a created user belongs to the account that created it, and to no other (§2). */
export function* judgeOwners(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  if (!facts.areApart("listUsers")) return;
  for (const { exchange, account, marker } of findCreations(exchanges, facts)) {
    if (!isSuccess(exchange)) continue;
    const other = otherAccount(account);
    const lists = facts.log.filter((one) => isUserList(one) && one.as === other && one.number > exchange.number);
    const list = lists.find((one) => showsUser(one, marker));
    const user = `the user that the ${account} account created`;
    if (list !== undefined)
      yield proven("CREATE-03", exchange, `${user} is in the list of the ${other} account`, [list]);
    else if (lists.length > 0 && facts.listedMarkers.size > 0)
      yield passed("CREATE-03", exchange, `${user} is in its own list only`);
  }
}

/** CREATE-04: a response with one user has the new one (§4, §2). */
export function* judgeReturned(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { exchange, marker, before } of findCreations(exchanges, facts)) {
    if (!hasEnvelope(exchange) || exchange.response === undefined) continue;
    const data = readEnvelope(exchange.response).data ?? [];
    const [record] = data;
    if (data.length !== 1 || !isObject(record)) continue;
    const text = JSON.stringify(record);
    const excerpt = text.slice(0, 120);
    const older = before.find((one) =>
      facts.page(one)?.records.some((listed) => canonical(listed) === canonical(record)),
    );
    const isForeign = !text.includes(marker) && [...facts.createdMarkers].some((one) => text.includes(one));
    if (older !== undefined)
      yield proven("CREATE-04", exchange, `the creation returned a user that was listed before: ${excerpt}`, [older]);
    else if (isForeign)
      yield proven("CREATE-04", exchange, `the creation returned the user of another creation: ${excerpt}`);
    else yield passed("CREATE-04", exchange, "the creation returned the new user");
  }
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
  ["without some letters", (text) => text.replaceAll(/[^\0-\u007f]/g, "")],
  ["with replacement characters", (text) => text.replaceAll(/[^\0-\u007f]/g, "\uFFFD")],
];

/** CREATE-04: the response and the list show the new user with the values that were sent (§4). */
export function* judgeValues(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { exchange, marker, later } of findCreations(exchanges, facts)) {
    const sent = readJson({ body: exchange.request.body ?? "" });
    if (!isSuccess(exchange) || !isObject(sent)) continue;
    const [returned] = (exchange.response && readEnvelope(exchange.response).data) ?? [];
    if (isObject(returned)) {
      const problem = findValueProblem(sent, returned, [], "in the response");
      if (problem === undefined) yield passed("CREATE-04", exchange, "the response shows the values that were sent");
      else yield proven("CREATE-04", exchange, problem);
    }
    for (const list of later.slice(-2)) {
      const records = (facts.page(list)?.records ?? []).filter(isObject);
      const record = records.find((one) => JSON.stringify(one).toLowerCase().includes(marker.toLowerCase()));
      if (record === undefined) continue;
      const others = records.filter((one) => one !== record);
      const problem = findValueProblem(sent, record, others, "in the list");
      if (problem === undefined)
        yield passed("CREATE-04", exchange, "the list shows the values that were sent", [list]);
      else yield proven("CREATE-04", exchange, problem, [list]);
    }
  }
}

function findValueProblem(sent: Members, user: Members, others: readonly Members[], place: string): string | undefined {
  const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";
  for (const [name, value] of Object.entries(sent)) {
    const shownValue = user[name];
    if (typeof value !== "string" || shownValue === value) continue;
    const field = `\`${name}\` of the new user`;
    const isUsual = others.some((one) => typeof one[name] === "string" && one[name] !== "");
    if (isEmpty(shownValue) && isUsual && !others.some((one) => isEmpty(one[name])))
      return `${field} is ${JSON.stringify(shownValue) ?? "absent"} ${place}, not ${JSON.stringify(value)}`;
    const [corrupted] =
      corruptions.find(([, corrupt]) => corrupt(value) !== value && shownValue === corrupt(value)) ?? [];
    if (corrupted !== undefined)
      return `${field} is ${place} ${corrupted}: ${JSON.stringify(shownValue)}, not ${JSON.stringify(value)}`;
    const [other] = Object.entries(sent).find(([sentName, text]) => sentName !== name && text === shownValue) ?? [];
    if (other !== undefined && typeof shownValue === "string") return `${field} has the value of \`${other}\` ${place}`;
  }
  return undefined;
}
