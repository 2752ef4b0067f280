import { hasId, isList, listOf, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isObject, jsonText, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { skipped, skippedFor, type Outcome } from "../checks/check.ts";
import type { Exchange } from "../judge/model.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { isSuccess, type ExchangeResponse } from "../target/exchange.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { provocations } from "./failures.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { openPointRows } from "./open-points.ts";
import { readOtherAccount } from "./other-account.ts";
import { isAnswered, NotShown, type Answer, type Reader } from "./reader.ts";
import { typesIn } from "./record-schema.ts";
import { unstatedAccess } from "./requirements/observed.ts";
import { sampleOf } from "./samples.ts";
import { isFieldName } from "./text-format.ts";
import { allInWords, describeSchema, listed, type Observation } from "./words.ts";

/** Reads an open point on one operation, for a report. */
type Read = OpenPoint["read"];

/** An open point that only reports have: no dialect has a key for it. */
type Observed = Pick<OpenPoint, "key" | "subject" | "say" | "read">;

/** The open points of an observation on an operation, and what to say if none is shown. */
interface Row {
  readonly points: (operation: OperationId) => readonly (Observed | OpenPoint)[];
  readonly otherwise: string;
  /** Whether finding it out would take many requests: only what is declared is said. */
  readonly isDeclaredOnly?: true;
}

function dialectPoints(...keys: readonly string[]): readonly OpenPoint[] {
  return openPointRows.filter(({ key }) => keys.includes(key));
}

const pagingKeys =
  (...names: readonly string[]) =>
  (operation: OperationId) =>
    isList(operation) ? dialectPoints(...names.map((name) => `paging.${listOf(operation)}.${name}`)) : [];

/** A point that the plain request of an operation shows. */
function ofSample(
  key: string,
  subject: string,
  say: (value: Json) => string,
  valueOf: (exchange: Answer, reader: Reader, operation: OperationId) => Json | undefined,
): Observed {
  const read: Read = async (reader, operation) => {
    const { exchange } = await sampleOf(reader, operation);
    const value = valueOf(exchange, reader, operation);
    if (value === undefined) throw new NotShown("nothing shows this", { lack: "nothing" });
    return reading(value, [exchange]);
  };
  return { key: `observed.${key}`, subject, say, read };
}

/** The kinds of failures that every run shows. */
const shownKinds = ["missingToken", "refusedToken", "notFound"] as const;

/** A point that the failures of an operation show. */
function ofFailures(
  topic: string,
  kinds: readonly (typeof shownKinds)[number][],
  textOf: (response: ExchangeResponse) => string,
): (operation: OperationId) => readonly Observed[] {
  return (operation) =>
    kinds
      .filter((kind) => provocations[kind].operations.includes(operation))
      .map((kind) => ({
        key: `observed.${topic}.${kind}`,
        subject: `${provocations[kind].words} gets`,
        say: String,
        read: async (reader): Promise<Reading> => {
          const failures = await provocations[kind].provoke(reader, operation);
          return reading([...new Set(failures.map(({ response }) => textOf(response)))].join(" or "), failures);
        },
      }));
}

function recordsIn({ response }: Answer): readonly Members[] {
  return (readEnvelope(response).data ?? []).filter(isObject);
}

const stateName = /(^|[_-])(status|state|phase|stage|lifecycle)$|(Status|State|Phase|Stage|Lifecycle)$/;

/** The maximum number of values per field: more are not an enumeration. */
const maxStates = 12;

/** The fields of records that look like states, with the words that several records have. */
function statesIn(records: readonly Members[]): Json | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted();
  const states = names
    .filter((name) => stateName.test(name) && isFieldName(name))
    .flatMap((name) => {
      const values = records.map((record) => own(record, name)).filter((value) => typeof value === "string");
      const distinct = [...new Set(values)].toSorted();
      const isRepeated = (value: string): boolean => values.indexOf(value) !== values.lastIndexOf(value);
      const shown = distinct.filter((value) => /^[A-Za-z][A-Za-z_ -]{0,23}$/.test(value) && isRepeated(value));
      if (values.length === 0) return [];
      const isEnumeration = distinct.length <= maxStates && shown.length > 0;
      const words = isEnumeration ? [...shown, ...(shown.length < distinct.length ? ["others"] : [])] : [];
      return [[name, words] as const];
    });
  return records.length === 0 ? undefined : Object.fromEntries(states);
}

function describeStates(value: Json): string {
  const states = Object.entries(isObject(value) ? value : {});
  if (states.length === 0) return "no field of a record";
  const said = (words: Json): string =>
    Array.isArray(words) && words.length > 0 ? words.map(jsonText).join(", ") : "of values not shown here";
  return states.map(([name, words]) => `${name} (${said(words)})`).join(", ");
}

function describeElement(value: Json): string {
  const text = describeSchema(value);
  return isObject(value) && isObject(value["properties"]) ? `an object with ${text}` : text;
}

/** Parameters of challenges (RFC 6750 §3, RFC 7616 §3.3, RFC 9728 §5.1); other words may be part of a value. */
const challengeParameters = new Set(
  (
    "realm scope error error_description error_uri resource_metadata " +
    "charset domain nonce opaque qop algorithm stale"
  ).split(" "),
);

/** The scheme of a challenge and the names of its parameters: their values may change in each response. */
function describeChallenge({ headers }: ExchangeResponse): string {
  const header = headers["www-authenticate"];
  if (header === undefined) return "no challenge";
  const scheme = /^[A-Za-z]{1,20}(?= |$)/.exec(header)?.[0] ?? "of an unknown form";
  const names = [...header.matchAll(/(\w+)=/g)].map(([, name = ""]) => name);
  const known = [...new Set(names)].filter((name) => challengeParameters.has(name));
  return `the challenge ${scheme}${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}

/** The content type and the form of a failure's body, without its content. */
function describeErrorBody(response: ExchangeResponse): string {
  if (response.body.trim() === "") return "no body";
  const [type = ""] = (response.headers["content-type"] ?? "").toLowerCase().split(";");
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim());
  return `${shapeOfBody(response, type)} ${isType ? `as ${type.trim()}` : "without a content type"}`;
}

function shapeOfBody(response: ExchangeResponse, type: string): string {
  const body = readJson(response);
  if (body === undefined)
    return type.includes("html") || /^\s*<(!doctype|html)/i.test(response.body) ? "an HTML page" : "text";
  return shapeOf(body, 3) || "a JSON string or number";
}

/** The names of members, to a depth: `{error: {code, message}}`. */
function shapeOf(value: unknown, levels: number): string {
  if (levels === 0) return "";
  if (Array.isArray(value)) return `[${shapeOf(value[0], levels)}]`;
  if (!isObject(value)) return "";
  const names = Object.keys(value).toSorted();
  if (!names.every(isFieldName)) return "{…}";
  const members = names.map((name) => {
    const inner = shapeOf(value[name], levels - 1);
    return inner === "" ? name : `${name}: ${inner}`;
  });
  return `{${members.join(", ")}}`;
}

/** Headers that orgkit sends with every request. */
const ownHeaders = new Set(["accept", "user-agent", "authorization", "content-type", "content-length", "host"]);

function listedNames(value: Json): string {
  return Array.isArray(value) && value.length > 0 ? listed(value.map(String)) : "none";
}

const createBody: Observed = {
  key: "observed.createBody",
  subject: "a body with",
  say: (value) => {
    const { fields = {}, status = 0 } = isObject(value) ? value : {};
    return `${describeSchema(fields)} is ${Number(status) < 300 ? "accepted" : `rejected with ${jsonText(status)}`}`;
  },
  read: async (reader) => {
    const made = reader.log.find(({ marker, as, place }) => marker !== undefined && as === "first" && !place.isInvalid);
    const body = readJson({ body: made?.request.body ?? "" });
    const status = made?.response?.status ?? 0;
    const isShown = made !== undefined && (isSuccess(made) || [400, 409, 415, 422].includes(status));
    if (!isShown) await sampleOf(reader, "createUser");
    if (made === undefined || !isObject(body)) throw new NotShown("the response does not describe the body");
    return reading({ status, fields: typesIn([body]) }, [made]);
  },
};

/** A point that some exchange of the run shows. */
function ofLog(key: string, subject: string, find: (log: readonly Exchange[]) => Reading | undefined): Observed {
  return {
    key: `observed.${key}`,
    subject,
    say: (value) => (Array.isArray(value) ? listedNames(value) : jsonText(value)),
    read: async (reader, operation) => {
      const found = find(reader.log.filter((one) => one.operation === operation));
      if (found === undefined) throw new NotShown("nothing shows this", { lack: "nothing" });
      return found;
    },
  };
}

function limitHeaders(log: readonly Exchange[]): Reading | undefined {
  const shown = log.filter(isAnswered).filter(isSuccess);
  const names = [...new Set(shown.flatMap(({ response }) => Object.keys(response.headers)))]
    .filter((name) => /^(x-)?rate-?limit/.test(name))
    .toSorted();
  return names.length === 0 ? undefined : reading(names, shown.slice(0, 1));
}

function maxRequestsIn(log: readonly Exchange[]): Reading | undefined {
  const announced = log.find(({ response }) => limitIn(response) > 0);
  return announced && reading(limitIn(announced.response), [announced]);
}

function limitIn(response: ExchangeResponse | undefined): number {
  const { "ratelimit-limit": usual, "x-ratelimit-limit": other = usual } = response?.headers ?? {};
  return Number.parseInt(other ?? "", 10) || 0;
}

function firstWith(log: readonly Exchange[], status: number): Reading | undefined {
  const found = log.find(({ response, waited }) => response?.status === status || (status === 429 && waited > 0));
  return found && reading(status, [found]);
}

const elements = ofSample("elements", "an element of `data` is", describeElement, (exchange, _, operation) => {
  const { data = [] } = readEnvelope(exchange.response);
  if (data.length > 0) return { ...typesIn(data.slice(0, 10_000)) };
  return operations[operation].shape === "create" ? "absent after a creation" : undefined;
});

const fields = (kind: string): Observed => ({
  ...ofSample("", `${kind === "invoice" ? "an" : "a"} ${kind} has`, describeSchema, (exchange) => {
    const records = recordsIn(exchange);
    return records.length === 0 ? undefined : { ...typesIn(records) };
  }),
  key: `records.${kind}`,
});

const rows: Readonly<Record<string, Row>> = {
  "OBS-01": { points: () => [fields("user")], otherwise: "there are no records" },
  "OBS-02": { points: () => [fields("subscription")], otherwise: "there are no records" },
  "OBS-03": { points: () => [fields("invoice")], otherwise: "there are no records" },
  "OBS-04": {
    points: () => [
      ofSample("states", "states are shown by", describeStates, (exchange) => statesIn(recordsIn(exchange))),
    ],
    otherwise: "there are no records",
  },
  "OBS-05": { points: pagingKeys("style", "parameters"), otherwise: "no common parameter leads to another page" },
  "OBS-06": {
    points: (operation) =>
      dialectPoints("filtering.style", ...(isList(operation) ? [`filtering.${listOf(operation)}`] : [])),
    otherwise: "not probed: no dialect declares the parameters (--dialect)",
    isDeclaredOnly: true,
  },
  "OBS-07": {
    points: (operation) =>
      dialectPoints(
        "sorting.style",
        "sorting.parameter",
        "sorting.orderParameter",
        ...(isList(operation) ? [`sorting.${listOf(operation)}`] : []),
      ),
    otherwise: "not probed: no dialect declares the parameters (--dialect)",
    isDeclaredOnly: true,
  },
  "OBS-08": { points: () => [createBody], otherwise: "the response does not describe the body" },
  "OBS-09": {
    points: () => dialectPoints("subscriptionId.format", "statuses.failure.notFound"),
    otherwise: "no id is known",
  },
  "OBS-10": {
    points: (operation) => dialectPoints(`statuses.success.${operation}`),
    otherwise: "no request succeeded",
  },
  "OBS-11": { points: () => [elements], otherwise: "there are no records" },
  "OBS-12": {
    points: (operation) => [
      ...ofFailures("challenges", ["missingToken", "refusedToken"], describeChallenge)(operation),
      ...dialectPoints("auth.schemeCase").filter((point) => point.operations.includes(operation)),
    ],
    otherwise: "this run shows nothing about tokens beyond §5",
  },
  "OBS-13": {
    points: () => [
      ofSample("furtherHeaders", "further headers in the accepted request:", listedNames, ({ request }) =>
        Object.keys(request.headers)
          .map((name) => name.toLowerCase())
          .filter((name) => !ownHeaders.has(name))
          .toSorted(),
      ),
      ofSample(
        "cors",
        "browsers may read a response from",
        () => "any origin",
        ({ response }) => (response.headers["access-control-allow-origin"] === "*" ? "*" : undefined),
      ),
    ],
    otherwise: "no request succeeded",
  },
  "OBS-14": {
    points: (operation) =>
      shownKinds
        .filter((kind) => kind !== "notFound" || hasId(operation))
        .flatMap((kind) => dialectPoints(`statuses.failure.${kind}`)),
    otherwise: "this run received no failure",
  },
  "OBS-15": { points: ofFailures("bodies", shownKinds, describeErrorBody), otherwise: "this run received no failure" },
  "OBS-16": {
    points: () => [
      ofLog("rateLimit", "the maximum of requests in a window is", maxRequestsIn),
      ofLog("rateHeaders", "a response has", limitHeaders),
      ofLog("tooManyRequests", "a request over the rate limit gets", (log) => firstWith(log, 429)),
    ],
    otherwise: "no sign of a rate limit: no header, and no 429",
  },
  "OBS-17": {
    points: pagingKeys("defaultSize"),
    otherwise: "the plain list has all records, so the page size is unknown",
  },
  "OBS-18": {
    points: () => [ofLog("tooLarge", "a body too large gets", (log) => firstWith(log, 413))],
    otherwise: "not probed",
  },
  "OBS-19": {
    points: () => [
      ofSample("deprecation", "a deprecation is announced by", listedNames, ({ response }) => {
        const announced = ["deprecation", "sunset"].filter((name) => response.headers[name] !== undefined);
        return announced.length === 0 ? undefined : announced;
      }),
    ],
    otherwise: "no response announces a deprecation",
  },
};

/** Says what a target does at an open point, by a few requests that most runs have sent anyway. */
export async function observe(reader: Reader, requirement: string, operation: OperationId): Promise<Outcome> {
  if (requirement === "SCOPE-02") return observeOtherAccount(reader, operation);
  const row = own(rows, requirement);
  if (row === undefined) throw new Error(`${requirement} is not an observation`);
  if (operations[operation].shape === "create" && !reader.target.allowWrites) return skippedFor(writesAreOff, "writes");
  const found: { readonly point: Observed; readonly read: Reading }[] = [];
  let reason: NotShown | undefined;
  for (const point of row.points(operation)) {
    const declared = reader.declared(point.key);
    if (row.isDeclaredOnly === true) {
      if (declared !== undefined) found.push({ point, read: reading(declared, []) });
      continue;
    }
    try {
      const read = await point.read(reader, operation);
      // A list that comes whole may have pages of any larger size.
      if (read.doubt === undefined || !point.key.startsWith("paging.")) found.push({ point, read });
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
      if (reason?.lack === undefined || reason.lack === "nothing") reason = error;
    }
  }
  if (found.length === 0) return notObserved(row, reason);
  const observations = found.map(({ point: { key }, read: { value } }): Observation => ({ key, value }));
  const message = allInWords(found.map(({ point, read: { value } }) => ({ point, value })));
  return { status: "observed", message, evidence: found.flatMap(({ read }) => read.exchanges), observations };
}

function notObserved({ otherwise, isDeclaredOnly }: Row, reason: NotShown | undefined): Outcome {
  if (isDeclaredOnly === true) return skippedFor(otherwise, "dialect");
  if (reason?.lack !== undefined && reason.lack !== "nothing") return skippedFor(reason.message, reason.lack);
  if (reason?.message.includes("PATH-01") === true) return skipped(reason.message);
  return skippedFor(otherwise, "nothing");
}

async function observeOtherAccount(reader: Reader, operation: OperationId): Promise<Outcome> {
  try {
    const { isRead, text, exchanges } = await readOtherAccount(reader, operation);
    const message = isRead ? `${text}; ${unstatedAccess}` : text;
    return { status: "observed", message, evidence: exchanges.toReversed() };
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    return skippedFor(error.message, error.lack);
  }
}
