import { isList, operations } from "../../fixtures/contract/operations.ts";
import { describe, isPage, isRejectionInBody, namesTwice, readEnvelope, readJson } from "../target/envelope.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { failed, passed, type Check } from "../log/rule.ts";
import { mustSucceed } from "./path.ts";
import { hasValidToken } from "./selection.ts";

/** A success, with where its request lay. */
type Judged = Pick<Exchange, "place"> & Success;

/** What is wrong with a success; `undefined` if nothing is, or if another rule says it. */
type Look = (exchange: Judged) => string | undefined;

/** The start of a body, for a message. */
function excerpt(body: string): string {
  return JSON.stringify(body.length > 40 ? `${body.slice(0, 40)}…` : body);
}

function isInteger(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value);
}

/** ENV-01 to ENV-09 on the text of one success (§2). */
const looks: Readonly<Record<string, Look>> = {
  "ENV-01": ({ response }) => {
    const { body, isDecoded, isUtf8, status, headers } = response;
    if (isDecoded === false) return "the body does not match its `Content-Encoding`";
    if (body === "") return `the body is empty (${status})`;
    if (body.startsWith("\uFEFF")) return "a byte order mark stands before the JSON";
    const [, charset = "utf-8"] = /charset="?([^\s";]+)/i.exec(headers["content-type"] ?? "") ?? [];
    if (isUtf8 === false && /^utf-?8$/i.test(charset)) return "the body is not valid UTF-8, so it is not JSON";
    const value = readJson(response);
    if (value === undefined) return `the body is not JSON: ${excerpt(body)}`;
    return isObject(value) ? undefined : `the body is ${describe(value)}, not an object`;
  },
  "ENV-02": ({ response }) => {
    const { object, data } = readEnvelope(response);
    if (object === undefined) return undefined;
    if (data === undefined) return `\`data\` is ${describe(object["data"])}, not an array`;
    return data.includes(null) ? "`data` has null instead of a record" : undefined;
  },
  "ENV-03": ({ response }) => {
    const { object, meta } = readEnvelope(response);
    return object === undefined || meta !== undefined
      ? undefined
      : `\`meta\` is ${describe(object["meta"])}, not an object`;
  },
  "ENV-04": ({ response }) => {
    const { meta } = readEnvelope(response);
    if (meta === undefined || isInteger(meta["page"])) return undefined;
    return `\`meta.page\` is ${describe(meta["page"])}, not an integer`;
  },
  "ENV-05": ({ response }) => {
    const { meta } = readEnvelope(response);
    const total = meta?.["total"];
    if (meta === undefined || (isInteger(total) && Number(total) >= 0)) return undefined;
    return `\`meta.total\` is ${describe(total)}, not a non-negative integer`;
  },
  "ENV-06": ({ response, place }) => {
    const { data, meta } = readEnvelope(response);
    const { page, total } = meta ?? {};
    // Which page a filter that finds nothing is on is open.
    if (data?.length !== 0 || total !== 0 || page === 1 || !isInteger(page)) return undefined;
    if (place.isFiltered === true || place.isBeyondLast === true || place.trial !== undefined) return undefined;
    return `\`meta.page\` is ${describe(page)} without records, not 1`;
  },
  "ENV-07": ({ response, place }) => {
    // A count may lag behind a creation.
    if (place.moment === "after") return undefined;
    const { data, meta } = readEnvelope(response);
    const total = meta?.["total"];
    if (data === undefined || typeof total !== "number" || total < 0 || total >= data.length) return undefined;
    return `\`meta.total\` is ${total}, but \`data\` has ${data.length} records`;
  },
  "ENV-08": ({ response }) => {
    const type = response.headers["content-type"];
    if (type === undefined || response.body === "") return undefined;
    return /^\s*(?:text\/plain|[\w.+-]+\/(?:[\w.+-]+\+)?json)\s*(?:;|$)/i.test(type)
      ? undefined
      : `the \`Content-Type\` is ${type}`;
  },
  "ENV-09": ({ response }) => {
    const [name] = namesTwice(response.body);
    return name === undefined ? undefined : `\`${name}\` occurs twice`;
  },
};

/** The rules that say nothing about a success without these parts. */
function applies(requirement: string, { response }: Judged): boolean {
  const { object, data, meta } = readEnvelope(response);
  if (requirement === "ENV-01" || requirement === "ENV-08") return true;
  if (requirement === "ENV-06") return data?.length === 0 && meta !== undefined;
  if (requirement === "ENV-07") return data !== undefined && meta !== undefined;
  return object !== undefined;
}

/** ENV-01 to ENV-09 on one success: the problem of each rule that applies, if there is one. */
function* lookAtSuccess(exchange: Judged): Generator<readonly [requirement: string, problem: string | undefined]> {
  for (const [requirement, look] of Object.entries(looks)) {
    const problem = look(exchange);
    if (problem !== undefined || applies(requirement, exchange)) yield [requirement, problem];
  }
}

/** What a success that passes is like. */
const asDocumented = "as §2 shows it";

/** ENV-01 to ENV-09: every success of a valid request has the envelope, also on further pages and in other views. */
export function* judgeEnvelopes(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const exchange of exchanges) {
    const { probe } = exchange;
    if (!isSuccess(exchange) || !hasValidToken(exchange)) continue;
    if (probe.path !== undefined || probe.method !== undefined) continue;
    if (isRejected(exchange, facts)) continue;
    for (const [requirement, problem] of lookAtSuccess(exchange)) {
      if (problem === undefined) yield passed(requirement, exchange, asDocumented);
      else yield failed(requirement, exchange, problem);
    }
  }
}

/** Whether a request that need not succeed got a page, or an object with no part of an envelope: the code of failures is open (§7). */
function isRejected(exchange: Exchange & Success, facts: Facts): boolean {
  if (mustSucceed(exchange, facts)) return false;
  const { place, operation, response } = exchange;
  const { object } = readEnvelope(response);
  if (object === undefined ? !isPage(response) : "data" in object || "meta" in object) return false;
  return operations[operation].shape === "one" || place.isInvalid === true || isRejectionInBody(response);
}

/** ENV-04: the first page has the same number in every view of a list. */
export function* judgeFirstPages(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const exchange of exchanges) {
    const { operation, place } = exchange;
    if (!isList(operation)) continue;
    const page = hasValidToken(exchange) ? facts.page(exchange) : undefined;
    const [plain] = facts.plain(operation);
    const first = plain && facts.page(plain);
    if (page === undefined || first === undefined || page.records.length === 0 || first.records.length === 0) continue;
    const { parameter = "" } = facts.paging(operation);
    // A position between two pages may be counted as either.
    const isBetween = place.page === undefined && exchange.probe.query?.[parameter] !== undefined;
    const isFirst =
      place.trial === undefined && (place.page ?? 1) === 1 && !place.isLinked && !place.isBeyondLast && !isBetween;
    if (!isFirst || exchange.probe.path !== undefined) continue;
    const message = `\`meta.page\` of the first page is ${page.number}, and ${first.number} in the plain list`;
    if (page.number === first.number) yield passed("ENV-04", exchange, message);
    else if (plain !== undefined) yield failed("ENV-04", exchange, message, [plain]);
  }
}
