import { metaNames } from "../../fixtures/contract/envelope.ts";
import {
  isList,
  operationIds,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { pagePosition } from "../../fixtures/dialect/query-parameters.ts";
import { isObject, jsonText, toJson, own, type Json, type JsonObject, membersOf } from "../../fixtures/values/json.ts";
import { isAcceptedCreation } from "../log/exchanges.ts";
import { groupBySize } from "../../fixtures/values/order.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import type { ExchangeResponse } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { beyondDialects, reading, type OpenPoint, type Reading } from "./open-point.ts";
import { plainPage, readPosition, type Position } from "./read-lists.ts";
import { isAnswered, NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { readSamples, readSuccesses } from "./samples.ts";
import {
  isClientHeader,
  isShareableHeader,
  withoutPrivate,
  inferTemplate,
  toNumber,
  type Otherwise,
  type Placeholders,
  type Sample,
} from "./template.ts";
import { isFieldName } from "./formats.ts";

/** A success, and its position in a list. */
interface Placed extends Omit<Sample, "value"> {
  readonly exchange: Answer;
}

/** Successes of an operation whose requests differ from the plain one only in the page. */
async function readPlaced(reader: Reader, operation: OperationId): Promise<readonly Placed[]> {
  if (isList(operation)) return listSamples(reader, operation);
  const exchanges =
    operations[operation].shape === "create"
      ? reader.log.filter((one) => one.as === "first" && isAcceptedCreation(one)).filter(isAnswered)
      : ((await unlessHidden(readSamples(reader, operation))) ?? []).map(({ exchange }) => exchange);
  return exchanges.map((exchange) => ({ exchange, parameters: {}, placeholders: commonPlaces(reader, exchange) }));
}

/** The values of placeholders in any success. */
function commonPlaces({ target }: Reader, { request, response }: Answer): Placeholders {
  const { data, meta = {} } = readEnvelope(response);
  const { page, total } = meta;
  return {
    origin: new URL(target.baseUrl).origin,
    path: new URL(request.url).pathname,
    ...(typeof page === "number" && { page }),
    ...(typeof total === "number" && { total }),
    count: data?.length ?? 0,
  };
}

async function listSamples(reader: Reader, operation: ListOperationId): Promise<readonly Placed[]> {
  const plain = await unlessHidden(plainPage(reader, operation));
  if (plain === undefined) return [];
  const { size } = reader.facts.paging(operation);
  const position = await unlessHidden(readPosition(reader, operation));
  const cursor = position?.style === "cursor" ? position.parameter : undefined;
  const numbered = cursor === undefined ? position : undefined;
  const isWhole = position === undefined && size === undefined && plain.records.length >= plain.total;
  return reader.log.filter(isAnswered).flatMap((exchange): readonly Placed[] => {
    const page = reader.facts.page(exchange);
    const { query = {}, path, method, headers } = exchange.probe;
    const isPlain = [path, method, headers].every((one) => one === undefined) && exchange.as === "first";
    const isOfPages = Object.entries(query).every(
      ([name, value]) => name === cursor || ([size, numbered?.parameter].includes(name) && /^\d{1,9}$/.test(value)),
    );
    if (exchange.operation !== operation || page === undefined || !isPlain || !isOfPages) return [];
    const requestedSize = size === undefined ? undefined : query[size];
    const length = requestedSize === undefined ? plain.records.length : Number(requestedSize);
    const start = numbered === undefined ? undefined : query[numbered.parameter];
    const offset =
      start === undefined ? 0 : (Number(start) - (numbered?.first ?? 0)) * (numbered?.style === "page" ? length : 1);
    // Services disagree on pages out of range.
    if (length < 1 || offset < 0 || (offset > 0 && offset >= page.total)) return [];
    // A page that is cut shows another size, and a list that comes whole none.
    const isUncut = page.records.length === Math.min(length, page.total - offset);
    const isSized =
      isUncut && (page.records.length === length ? requestedSize !== undefined || length < page.total : offset > 0);
    const isAtStart = cursor === undefined || query[cursor] === undefined;
    return [
      {
        exchange,
        parameters: { size, place: position?.parameter },
        placeholders: {
          ...commonPlaces(reader, exchange),
          ...(isWhole && { offset: 0, hasNext: false, hasPrev: false, next: undefined, prev: undefined }),
          // Services disagree on the number of pages without records.
          ...(isWhole && page.total > 0 && { pages: 1 }),
          ...(isSized && { size: length, pages: Math.ceil(page.total / length) }),
          ...(isSized && isAtStart && positionValues(offset, length, page.total, numbered)),
        },
      },
    ];
  });
}

/** Without a known parameter, the positions are cursors, which cannot be predicted. */
function positionValues(offset: number, size: number, total: number, position: Position | undefined): Placeholders {
  const toPosition = (start: number): number =>
    position?.style === "page" ? Math.floor(start / size) + position.first : start;
  const { first, last, next, prev, ...values } = pagePosition({ offset, size, total }, toPosition);
  return position === undefined ? values : { ...values, first, last, next, prev };
}

/** The successes of each operation that has some. @throws NotShown if none has */
const readAllSuccesses = memoize(async (reader: Reader) => {
  const all: (readonly [OperationId, readonly Placed[]])[] = [];
  for (const operation of operationIds) {
    const samples = await readPlaced(reader, operation);
    if (samples.length > 0) all.push([operation, samples]);
  }
  if (all.length === 0) throw new NotShown("nothing was read");
  return { all, exchanges: all.flatMap(([, samples]) => samples.map(({ exchange }) => exchange)) };
});

/** What the successes of each operation have besides what the document states. @param always what all responses have */
async function readFurther(
  reader: Reader,
  doubt: string,
  inferFrom: (samples: readonly Placed[], otherwise: Otherwise) => JsonObject,
  always: JsonObject = {},
): Promise<Reading> {
  /** What varies without a rule, as dotted names. */
  const leftOut = new Set<string>();
  const { all, exchanges } = await readAllSuccesses(reader);
  const found = all.map(([operation, samples]): readonly [string, JsonObject] => [
    operation,
    inferFrom(samples, (_, path) => void leftOut.add([operation, ...path].join("."))),
  ]);
  const value = Object.fromEntries(
    [...found, ["always", always] as const].filter(([, members]) => Object.keys(members).length > 0),
  );
  const note = `${doubt}; left out, since it varies without a rule: ${[...leftOut].join(", ")}`;
  const more = leftOut.size > 0 ? { doubt: note } : Object.keys(value).length > 0 ? { doubt } : {};
  return reading(value, exchanges.slice(0, 3), more);
}

function readMembers(reader: Reader): Promise<Reading> {
  return readFurther(reader, "by names, and by how values change with the page", (samples, otherwise) => {
    const all = samples.map((sample) => ({ ...sample, value: furtherIn(sample.exchange.response) }));
    const { meta = {}, ...others } = membersOf(withoutPrivate(inferTemplate(all, otherwise) ?? {}));
    return Object.keys(meta ?? {}).length === 0 ? others : { meta, ...others };
  });
}

/** A success without the members that the document states, and without further records. */
function furtherIn(response: ExchangeResponse): Json {
  const body = toJson(readJson(response));
  if (!isObject(body)) return {};
  const { data: _, meta, ...others } = body;
  const more = Object.entries(membersOf(meta)).filter(([name]) => !metaNames.has(name));
  return withoutRecords({ meta: Object.fromEntries(more), ...others });
}

function withoutRecords(value: Json): Json {
  if (Array.isArray(value)) return value.some((item) => typeof item === "object") ? [] : value;
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => isFieldName(name));
  return Object.fromEntries(fields.map(([name, member]) => [name, withoutRecords(member)]));
}

async function readContentType(reader: Reader): Promise<Reading> {
  const { exchanges } = await readAllSuccesses(reader);
  const types = exchanges.flatMap(({ response }) => response.headers["content-type"] ?? []);
  const [[usual] = [], ...others] = groupBySize(types, (type) => type);
  if (usual === undefined) throw new NotShown("no success has a `Content-Type`");
  const doubt = "other operations have a different one";
  return reading(usual, exchanges.slice(0, 3), others.length === 0 ? {} : { doubt });
}

/** Headers that a dialect may have; links by what follows their URL. */
function headersIn({ headers }: ExchangeResponse): JsonObject {
  const headerTemplates = Object.entries(headers).flatMap(([name, text]): readonly (readonly [string, Json])[] => {
    if (!isClientHeader(name)) return [];
    if (name === "link") return [[name, linksIn(text)]];
    // `Vary: Origin` belongs to CORS.
    const value = name === "vary" ? text.replaceAll(/(?:^|,\s*)origin(?=,|$)/gi, "").replace(/^,\s*/, "") : text;
    return value === "" ? [] : [[name, toNumber(value)]];
  });
  return { link: {}, ...Object.fromEntries(headerTemplates) };
}

/** Headers of every response, and those of the successes of one operation. */
async function readHeaders(reader: Reader): Promise<Reading> {
  const responses = reader.log
    .filter(isAnswered)
    .flatMap(({ probe, response }) => (probe.method === undefined ? [headersIn(response)] : []));
  const { link: _, ...first } = responses[0] ?? {};
  const always = Object.entries(first)
    .filter(([name, value]) => responses.every((headers) => own(headers, name) === value))
    .map(([name, value]) => [name, jsonText(value)] as const);
  const names = new Set(always.map(([name]) => name));
  return readFurther(
    reader,
    "as most responses have them",
    (samples, otherwise) => {
      const headers = samples.map((sample) => {
        const others = Object.entries(headersIn(sample.exchange.response)).filter(([name]) => !names.has(name));
        return { ...sample, value: Object.fromEntries(others) };
      });
      const { link = {}, ...others } = membersOf(inferTemplate(headers, otherwise));
      const links = Object.entries(membersOf(link)).map(([rest, url]) => `<${jsonText(url)}>${rest}`);
      const shareableLinks = links.filter((text) => isShareableHeader("link", text));
      const texts = Object.entries(others).map(([name, value]) => [name, jsonText(value)] as const);
      return { ...(shareableLinks.length > 0 && { link: shareableLinks }), ...shareable(texts) };
    },
    shareable(always),
  );
}

function shareable(headers: readonly (readonly [string, string])[]): JsonObject {
  return Object.fromEntries(headers.filter(([name, template]) => isShareableHeader(name, template)));
}

/** The URLs of a `Link` header, by what follows them: `; rel="next"`. */
function linksIn(header: string): Json {
  const links = header.matchAll(/<([^<>]*)>((?:\s*;[^,<>]*)+)/g);
  return Object.fromEntries([...links].map(([, url = "", rest = ""]) => [rest.trim(), url]));
}

/** The status code of the first success, or of the first one with another code than declared. */
async function readSuccess(reader: Reader, operation: OperationId, declared?: Json): Promise<Reading> {
  const successes = await readSuccesses(reader, operation);
  const odd = successes.find(({ response }) => declared !== undefined && response.status !== declared);
  const exchange = odd ?? successes[0];
  const { status } = exchange.response;
  if (status !== 204 && status !== 205) return reading(status, [exchange]);
  return beyondDialects(`the success is ${status}, which cannot carry the envelope (§2)`, [exchange]);
}

/** For what all operations show together. */
const anyOperation = ["listUsers"] as const;

/** Successes: their status codes, and what they have besides what the document states (§2, §4). */
export const responsePoints: readonly OpenPoint[] = [
  ...operationIds.map((operation): OpenPoint => ({
    key: `statuses.success.${operation}`,
    operations: [operation],
    requirement: "DECL-10",
    observedBy: ["OBS-10"],
    subject: `a success of ${operation} is`,
    read: (reader) => readSuccess(reader, operation),
    check: (declared, reader) => readSuccess(reader, operation, declared),
  })),
  {
    key: "responses.contentType",
    stage: "log",
    operations: anyOperation,
    subject: "the content type of successes is",
    read: readContentType,
  },
  {
    key: "responses.members",
    stage: "log",
    operations: anyOperation,
    subject: "further members of successes are",
    read: readMembers,
  },
  {
    key: "responses.headers",
    stage: "log",
    operations: anyOperation,
    subject: "further headers of responses are",
    read: readHeaders,
  },
];
