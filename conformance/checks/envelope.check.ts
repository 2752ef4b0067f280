import { isList, operationIds } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { isObject } from "../../fixtures/json.ts";
import { canonical, recordKey } from "../target/records.ts";
import { describe, readEnvelope, readJson } from "../target/envelope.ts";
import type { Success } from "../target/exchange.ts";
import { onSuccess } from "./authorized.ts";
import { failed, passed, skipped } from "./check.ts";
import { findOtherNumbering } from "./contradictions.ts";
import { elsewhere, overPlaces, type AtPlace, type IsPlace } from "./everywhere.ts";
import { onEnvelope, onMember, onMeta } from "./on-envelope.ts";
import type { Requirement } from "./requirement.ts";
import { judgeEmpty, judgeWithoutRecords } from "./without-records.ts";

/** A total may lag behind users that the run creates; whether it becomes correct belongs to TOTAL-01. */
const beforeCreations: IsPlace = ({ operation, exchange }, { entries }) => {
  if (operation !== "listUsers") return true;
  const first = entries.findIndex((entry) => entry.exchange.request.method === "POST");
  return first < 0 || entries.findIndex((entry) => entry.exchange === exchange) < first;
};

/** JSON is UTF-8, unless a response declares another character set. */
function isJsonText({ response: { isUtf8, headers } }: Success): boolean {
  const [, charset] = /charset="?([^\s";]+)/i.exec(headers["content-type"] ?? "") ?? [];
  return isUtf8 !== false || (charset !== undefined && !/^utf-?8$/i.test(charset));
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

export const onEachOperation = { sections: ["2"], operations: operationIds };
export const topLevel = "Every response example has the same top-level shape, including the one for user creation.";
const totalRow = "| meta.total | integer | Total count of records |";

/** ENV-01 to ENV-07: the envelope of every success. */
export const envelopeRequirements: readonly Requirement[] = [
  {
    id: "ENV-01",
    level: "stated",
    ...onEachOperation,
    rule: "the body of a success is a JSON object",
    quote: topLevel,
    why: "§2 shows one top-level shape for every response, including the response to a creation: an object with `data` and `meta`.",
    good: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
    bad: '200 [{"id":"usr_1"}]',
    fix: "Return a JSON object with the records under `data`, also after a creation. An empty body (204) or a bare record is not an envelope, and nothing may stand before the JSON: no byte order mark (save the source files without it), no warning.",
    ...onEnvelope(({ object }, sample) => {
      const { isDecoded, headers } = sample.response;
      if (isDecoded === false) {
        return failed(
          `the body is not ${headers["content-encoding"]}, as \`Content-Encoding\` declares: clients cannot read it`,
          sample,
        );
      }
      if (object !== undefined && sample.response.body.startsWith("\uFEFF")) {
        return failed("the body begins with a byte order mark, which JSON must not have (RFC 8259 §8.1)", sample);
      }
      if (object !== undefined && isJsonText(sample)) return passed("the body is a JSON object", sample);
      if (object !== undefined) return failed("the body is not valid UTF-8, so it is not JSON (RFC 8259 §8.1)", sample);
      const body = readJson(sample.response);
      const found = body === undefined ? "not JSON" : describe(body);
      return failed(`the body is ${found}; §2 shows a JSON object with \`data\` and \`meta\``, sample);
    }),
  },
  {
    id: "ENV-02",
    level: "stated",
    ...onEachOperation,
    rule: "`data` is an array of records, none of them null",
    quote: "| data | array | The returned records |",
    why: "The table in §2 gives `data` the type array, also for a single record, and says that it holds the returned records. `null` is not a record. What else a record may be is open.",
    good: '200 {"data":[{"id":"sub_1"}],"meta":{"page":1,"total":1}}',
    bad: '200 {"data":{"id":"sub_1"},"meta":{"page":1,"total":1}}',
    fix: "Wrap a single record in an array. If there are no records, return an empty array, not null.",
    ...onMember("data", "array", ({ data = [] }, sample) => {
      const [found] = notRecords.find(([, isOne]) => data.some(isOne)) ?? [];
      if (found === undefined) return undefined;
      return failed(`\`data\` contains ${found}, which is not a record (§2: the returned records)`, sample);
    }),
  },
  {
    id: "ENV-03",
    level: "stated",
    ...onEachOperation,
    rule: "`meta` is an object",
    quote: "| meta | object | Paging information |",
    why: "The table in §2 gives `meta` the type object. It may have other members, too.",
    good: '200 {"data":[],"meta":{"page":1,"total":0,"pages":0}}',
    bad: '200 {"data":[],"page":1,"total":0}',
    fix: "Put `page` and `total` under `meta` in every operation, including creations and single subscriptions.",
    ...onMember("meta", "object"),
  },
  {
    id: "ENV-04",
    level: "stated",
    ...onEachOperation,
    rule: "`meta.page` is an integer (JSON `1.0` is one), and the first page has the same number in every view of a list",
    quote: "| meta.page | integer | Page number of the result |",
    why: "The table in §2 gives `meta.page` the type integer. JSON has one number type, so 1.0 is the integer 1. Whether pages count from 0 or 1 is open, but a sorted or filtered list must count like the plain one.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"meta":{"page":"1","total":0}}',
    fix: "Write a number, not a string. A page from the query string is a string until you convert it.",
    ...onMeta(
      ({ page }, sample) =>
        Number.isInteger(page)
          ? passed(`\`meta.page\` is ${String(page)}`, sample)
          : failed(`\`meta.page\` is ${describe(page)}; §2 says integer`, sample),
      undefined,
      async (session, operation) => (isList(operation) ? findOtherNumbering(session, operation) : []),
    ),
  },
  {
    id: "ENV-05",
    level: "stated",
    ...onEachOperation,
    rule: "`meta.total` is a non-negative integer",
    quote: totalRow,
    why: "The table in §2 gives `meta.total` the type integer and describes it as a count. A count is not negative.",
    good: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":47}}',
    bad: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":-1}}',
    fix: "Count the records. Do not use -1 or null for an unknown total.",
    ...onMeta(({ total }, sample) =>
      isCount(total)
        ? passed(`\`meta.total\` is ${String(total)}`, sample)
        : failed(`\`meta.total\` is ${describe(total)}; §2 says integer, a count`, sample),
    ),
  },
  {
    id: "ENV-06",
    level: "stated",
    ...onEachOperation,
    rule: "without records, `data` is `[]`, `meta.page` is 1 and `meta.total` is 0",
    quote:
      "In the examples, `data` is an empty array, `meta.page` is 1 and `meta.total` is 0 when there are no records.",
    why: "§2 states these values for a response without records. They also apply to services that count pages from 0.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"meta":{"page":0,"total":0}}',
    fix: "If `meta.total` is 0, return page 1, whatever page was requested.",
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, async (sample) => {
        const own = await judgeWithoutRecords(session, operation, sample);
        if (own.status === "failed") return own;
        const places = (await elsewhere(session, operation, sample, judgeEmpty, ({ isServed }) => isServed)).filter(
          isTelling,
        );
        const shown = isTelling({ outcome: own })
          ? undefined
          : places.find(({ outcome }) => outcome.status === "passed");
        return overPlaces(shown?.outcome ?? own, places);
      }),
  },
  {
    id: "ENV-07",
    level: "implied",
    ...onEachOperation,
    rule: "`meta.total` is at least the number of records in `data`",
    quote: totalRow,
    why: "§2 describes `meta.total` as the total count of records. It cannot be less than the number of records in `data`.",
    good: '200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":2}}',
    bad: '200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":1}}',
    fix: "Let `meta.total` count all records of the list, not the pages and not the records after this page.",
    ...onMeta(({ total }, sample) => {
      const { data } = readEnvelope(sample.response);
      if (data === undefined) return skipped("`data` is not an array (see ENV-02)", sample);
      if (!isCount(total)) return skipped("`meta.total` is not a count (see ENV-05)", sample);
      const found = `\`meta.total\` is ${String(total)}`;
      if (Number(total) >= data.length) return passed(`${found}, \`data\` holds ${data.length}`, sample);
      return failed(`${found}, but \`data\` holds ${counted(data.length, "record")}`, sample);
    }, beforeCreations),
  },
];

const notRecords: readonly (readonly [string, (record: unknown) => boolean])[] = [
  ["null", (record) => record === null],
  ["an object without members", (record) => isObject(record) && Object.keys(record).length === 0],
  [
    "a list of records",
    (record) => Array.isArray(record) && record.some((inner) => recordKey(inner) !== canonical(inner)),
  ],
];

const isTelling = ({ outcome: { status } }: Pick<AtPlace, "outcome">): boolean => status !== "skipped";
