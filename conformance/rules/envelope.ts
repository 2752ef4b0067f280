import { isList, operations } from "../../fixtures/contract/operations.ts";
import {
  describe,
  isPage,
  isRejectionInBody,
  namesTwice,
  readEnvelope,
  readJson,
  type EnvelopeParts,
} from "../target/envelope.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { failed, passed, type Rule } from "../log/rule.ts";
import { mustSucceed } from "./path.ts";
import { hasValidToken } from "../log/exchanges.ts";

/** A success with the parts of its envelope, and where its request lay. */
type Judged = Pick<Exchange, "place"> & Success & EnvelopeParts;

/** What is wrong with a success, or that it is as documented; `undefined` if it has not what the rule is about. */
type Look = (exchange: Judged) => string | undefined;

/** What a success that passes is like. */
const asDocumented = "as §2 shows it";

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
    return isObject(value) ? asDocumented : `the body is ${describe(value)}, not an object`;
  },
  "ENV-02": ({ object, data }) => {
    if (object === undefined) return undefined;
    if (data === undefined) return `\`data\` is ${describe(object["data"])}, not an array`;
    return data.includes(null) ? "`data` has null instead of a record" : asDocumented;
  },
  "ENV-03": ({ object, meta }) => {
    if (object === undefined) return undefined;
    return meta === undefined ? `\`meta\` is ${describe(object["meta"])}, not an object` : asDocumented;
  },
  "ENV-04": ({ meta }) => {
    if (meta === undefined) return undefined;
    return isInteger(meta["page"]) ? asDocumented : `\`meta.page\` is ${describe(meta["page"])}, not an integer`;
  },
  "ENV-05": ({ meta }) => {
    const total = meta?.["total"];
    if (meta === undefined) return undefined;
    if (isInteger(total) && Number(total) >= 0) return asDocumented;
    return `\`meta.total\` is ${describe(total)}, not a non-negative integer`;
  },
  "ENV-06": ({ data, meta, place }) => {
    if (data?.length !== 0 || meta === undefined) return undefined;
    const { page, total } = meta;
    if (total !== 0 || page === 1 || !isInteger(page)) return asDocumented;
    // Which page a filter that finds nothing is on is open.
    const isOpen = place.isFiltered === true || place.isBeyondLast === true || place.trial !== undefined;
    return isOpen ? asDocumented : `\`meta.page\` is ${describe(page)} without records, not 1`;
  },
  "ENV-07": ({ data, meta, place }) => {
    if (data === undefined || meta === undefined) return undefined;
    const { total } = meta;
    // A count may lag behind a creation.
    const isLow = typeof total === "number" && total >= 0 && total < data.length && place.moment !== "after";
    return isLow ? `\`meta.total\` is ${total}, but \`data\` has ${data.length} records` : asDocumented;
  },
  "ENV-08": ({ response }) => {
    const type = response.headers["content-type"];
    if (type === undefined || response.body === "") return asDocumented;
    return /^\s*(?:text\/plain|[\w.+-]+\/(?:[\w.+-]+\+)?json)\s*(?:;|$)/i.test(type)
      ? asDocumented
      : `the \`Content-Type\` is ${type}`;
  },
  "ENV-09": ({ response, object }) => {
    if (object === undefined) return undefined;
    const [name] = namesTwice(response.body);
    return name === undefined ? asDocumented : `\`${name}\` occurs twice`;
  },
};

/** ENV-01 to ENV-09: every success of a valid request has the envelope, also on further pages and in other views. */
export const judgeEnvelopes: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { probe } = exchange;
    if (!isSuccess(exchange) || !hasValidToken(exchange)) continue;
    if (probe.path !== undefined || probe.method !== undefined) continue;
    if (isRejected(exchange, facts)) continue;
    const judged = { ...exchange, ...readEnvelope(exchange.response) };
    for (const [requirement, look] of Object.entries(looks)) {
      const found = look(judged);
      if (found !== undefined) yield (found === asDocumented ? passed : failed)(requirement, exchange, found);
    }
  }
};

/** Whether a request that need not succeed got a page, or an object with no part of an envelope: the code of failures is open (§7). */
function isRejected(exchange: Exchange & Success, facts: Facts): boolean {
  if (mustSucceed(exchange, facts)) return false;
  const { place, operation, response } = exchange;
  const { object } = readEnvelope(response);
  if (object === undefined ? !isPage(response) : "data" in object || "meta" in object) return false;
  return operations[operation].shape === "one" || place.isInvalid === true || isRejectionInBody(response);
}

/** ENV-04: the first page has the same number in every view of a list. */
export const judgeFirstPages: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { operation, place } = exchange;
    if (!isList(operation)) continue;
    const page = hasValidToken(exchange) ? facts.page(exchange) : undefined;
    const first = facts.firstPage(operation);
    if (page === undefined || first === undefined || page.records.length === 0 || first.records.length === 0) continue;
    const { parameter = "" } = facts.paging(operation);
    // A position between two pages may be counted as either.
    const isBetween = place.page === undefined && exchange.probe.query?.[parameter] !== undefined;
    const isFirst =
      place.trial === undefined && (place.page ?? 1) === 1 && !place.isLinked && !place.isBeyondLast && !isBetween;
    if (!isFirst || exchange.probe.path !== undefined) continue;
    const message = `\`meta.page\` of the first page is ${page.number}, and ${first.number} in the plain list`;
    if (page.number === first.number) yield passed("ENV-04", exchange, message);
    else yield failed("ENV-04", exchange, message, [first.exchange]);
  }
};
