import type { ListName } from "../../../fixtures/contract/operations.ts";
import { isDeclared } from "../../../fixtures/dialect/declared.ts";
import { isObject, valueAt, type Json } from "../../../fixtures/json.ts";
import { typesIn } from "../../discovery/generalize/schema.ts";
import { observe } from "../../discovery/inferences.ts";
import { rateLimit } from "../../discovery/limits.ts";
import { plainList } from "../../discovery/list.ts";
import { ifKnown, isUnset, settled } from "../../discovery/observation.ts";
import { sizeName } from "../../discovery/page-parameters.ts";
import { sessionSource, type Source } from "../../discovery/source.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { inWords, type Observation } from "../../discovery/words.ts";
import { dialectOf } from "../../target/dialect.ts";
import { readEnvelope, readJson } from "../../target/envelope.ts";
import { isSuccess, type Exchange } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { lacking } from "../check.ts";
import { judgedList } from "../declarations/declared-check.ts";
import { bodiesIn, challengesIn, failuresOf, firstOfEachKind, statusesIn, type Failure } from "./failures.ts";
import { idFormat } from "./records.ts";
import { observation, ofSuccess, one, type Judge, type Seen } from "./seen.ts";

/** The declared values of these keys. */
function declared({ target }: Session, keys: readonly string[]): readonly Observation[] {
  const dialect = dialectOf(target)?.filled;
  if (dialect === undefined) return [];
  const plain: Json = JSON.parse(JSON.stringify(dialect));
  return keys.filter((key) => isDeclared(dialect, key)).flatMap((key) => one(key, valueAt(plain, key)));
}

/** the query parameters for paging, declared or found. */
export const pagingParameters = ofSuccess("nothing shows this", async ({ session, operation, sample }) => {
  const list = judgedList(operation);
  const keys = [`paging.${list}.style`, `paging.${list}.parameters`];
  const own = declared(session, keys);
  if (own.length > 0) return { observations: own, evidence: [sample] };
  const source = sessionSource(session);
  const style = await observe(source, `paging.${list}.style`);
  if (isUnset(style) || style.value === "none") return pagingUnknown(source, list, sample);
  const parameters = await observe(source, `paging.${list}.parameters`);
  return {
    observations: [
      ...one(`paging.${list}.style`, style.value),
      ...one(`paging.${list}.parameters`, isUnset(parameters) ? undefined : parameters.value),
    ],
    evidence: [sample, ...style.evidence.map(({ exchange }) => exchange)],
  };
});

/** Finding no parameter is an observation if there are records to page, and all requests got a response. */
async function pagingUnknown(source: Source, list: ListName, sample: Exchange): Promise<Seen> {
  const plain = await ifKnown(plainList(source, list));
  const size = await ifKnown(sizeName(source, list));
  const isShown = plain !== undefined && plain.page.total > 1 && source.inconclusive.length === 0;
  const observations = one(`paging.${list}.parameters`, size && { size });
  const text = [...observations.map((sized) => inWords([sized])), "no common parameter leads to another page"];
  return { observations, evidence: [sample], ...(isShown && { text: text.join(", ") }) };
}

/** where it is not declared, finding it would take many requests. */
function ofDialect(keysOf: (list: ListName) => readonly string[]): Judge {
  return async (session, operation) => {
    const observations = declared(session, keysOf(judgedList(operation)));
    if (observations.length === 0) {
      return lacking(new Unavailable("not probed: no dialect declares the parameters (--dialect)", "dialect"));
    }
    return ofSuccess("", ({ sample }) => ({ observations, evidence: [sample] }))(session, operation);
  };
}

export const filtering = ofDialect((list) => ["filtering.style", `filtering.${list}`]);
export const sorting = ofDialect((list) => [
  "sorting.style",
  "sorting.parameter",
  "sorting.orderParameter",
  `sorting.${list}`,
]);

/** the body of user creation that was sent, and whether it was taken. */
export const createBody = observation("the response does not describe the body", ({ sample }) => {
  const body = readJson({ body: sample.request.body ?? "" });
  const status = sample.response?.status ?? 0;
  const isShown = isObject(body) && (isSuccess(sample) || [400, 409, 415, 422].includes(status));
  const value = { status, fields: isObject(body) ? typesIn([body]) : {} };
  return { observations: isShown ? [{ key: "observed.createBody", value }] : [], evidence: [sample] };
});

/** the format of the known subscription ids, and what an unknown one gets. */
export const subscriptionId = ofSuccess("no id is known", async ({ session, operation, sample }) => {
  const format = one("subscriptionId.format", idFormat(session, operation, sample));
  const unknown = await session.call({ operation, id: unknownId(session.target, operation) });
  if (unknown instanceof Unavailable || unknown.response === undefined || unknown.response.status === 429) {
    return { observations: format, evidence: [sample] };
  }
  const { status } = unknown.response;
  const { data } = readEnvelope(unknown.response);
  const what = data === undefined ? "without an envelope" : data.length === 0 ? "with an empty list" : "with a record";
  const got = isSuccess(unknown)
    ? one("observed.unknownId", `${status} ${what}`)
    : one("statuses.failure.notFound", status);
  return { observations: [...format, ...got], evidence: [sample, unknown] };
});

/** what a rejection says of tokens, and how exact the word `Bearer` must be. */
export const tokens = observation(
  "this run shows nothing about tokens beyond §5",
  async ({ session, operation, sample, entries }) => {
    const failures = await failuresOf(session, operation, sample);
    const otherCase = entries.find(({ call }) => call.as === "other-case")?.exchange;
    const status = otherCase?.response?.status ?? 500;
    const isClear = otherCase !== undefined && status !== 429 && status < 500;
    return {
      observations: [
        ...challengesIn(failures),
        ...one("auth.schemeCase", isClear ? (isSuccess(otherCase) ? "any" : "exact") : undefined),
      ],
      evidence: [...firstOfEachKind(failures), ...(isClear ? [otherCase] : [])],
    };
  },
);

/** Headers that orgkit sends with every request. */
const ownHeaders = new Set(["accept", "user-agent", "authorization", "content-type", "content-length", "host"]);

/** whether a call succeeds with the `Authorization` header alone. */
export const furtherHeaders = ofSuccess("", ({ sample }) => {
  const given = Object.keys(sample.request.headers).map((name) => name.toLowerCase());
  const origin = sample.response.headers["access-control-allow-origin"];
  return {
    observations: [
      ...one("observed.furtherHeaders", given.filter((name) => !ownHeaders.has(name)).toSorted()),
      ...one("observed.cors", origin === "*" ? "*" : undefined),
    ],
    evidence: [sample],
  };
});

/** the status code of each failure; OBS-15: its body. */
function ofFailures(describe: (failures: readonly Failure[]) => readonly Observation[]): Judge {
  return observation("this run received no failure", async ({ session, operation, sample }) => {
    const failures = await failuresOf(session, operation, sample);
    return { observations: describe(failures), evidence: firstOfEachKind(failures) };
  });
}

export const failureStatuses = ofFailures(statusesIn);
export const errorBodies = ofFailures(bodiesIn);

/** the status code of a success. */
export const successStatus = ofSuccess("", ({ operation, sample }) => ({
  observations: [{ key: `statuses.success.${operation}`, value: sample.response.status }],
  evidence: [sample],
}));

/** whether responses name a rate limit, and whether the run met one. */
export const rate = observation("", async ({ session, sample, entries }) => {
  const found = await settled((async () => rateLimit(sessionSource(session)))());
  const limit = isUnset(found) || !isObject(found.value) ? undefined : found.value;
  const names = entries.flatMap(({ exchange }) => (isSuccess(exchange) ? Object.keys(exchange.response.headers) : []));
  const headers = [...new Set(names)].filter((name) => /^(x-)?rate-?limit/.test(name)).toSorted();
  const met = entries.find(({ exchange, waited }) => waited > 0 || exchange.response?.status === 429);
  const observations = [
    // The remaining number in a window differs in each response.
    ...one("limits.rate", limit && { requests: limit["requests"] ?? 0, headers: limit["headers"] ?? "none" }),
    ...one("observed.rateHeaders", headers.length === 0 ? undefined : headers),
    ...one("observed.failures.tooManyRequests", met && 429),
  ];
  return {
    observations,
    evidence: [sample, ...(met === undefined ? [] : [met.exchange])],
    ...(observations.length === 0 && { text: "no sign of a rate limit: no header, and no 429" }),
  };
});

/** the size of a page nobody asked for. */
export const pageSize = ofSuccess(
  "the plain list has all records, so the page size is unknown",
  ({ operation, sample }) => {
    const { data = [], meta } = readEnvelope(sample.response);
    const isPart = data.length > 0 && Number(meta?.["total"] ?? 0) > data.length;
    return {
      observations: one(`paging.${judgedList(operation)}.defaultSize`, isPart ? data.length : undefined),
      evidence: [sample],
    };
  },
);

/** a payload of growing size would be a burden on the target, so no call asks for it. */
export const payloadSize = observation("not probed", ({ entries }) => {
  const tooLarge = entries.find(({ exchange }) => exchange.response?.status === 413)?.exchange;
  return {
    observations: one("statuses.failure.payloadTooLarge", tooLarge && 413),
    evidence: tooLarge === undefined ? [] : [tooLarge],
  };
});

export const compatibility = ofSuccess("no response announces a deprecation", ({ sample }) => {
  const announced = ["deprecation", "sunset"].filter((name) => sample.response.headers[name] !== undefined);
  return {
    observations: one("observed.deprecation", announced.length === 0 ? undefined : announced),
    evidence: [sample],
  };
});
