import { metaShape } from "../../fixtures/contract/envelope.ts";
import {
  isList,
  operationIds,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { isObject, toJson, type Json } from "../../fixtures/json.ts";
import { isAcceptedCreation } from "../judge/creation.ts";
import type { Exchange } from "../judge/model.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import type { ExchangeResponse } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { placeTemplate, type PlacedValue, type Places } from "./place-template.ts";
import { plainPage, positionOf, type Position } from "./read-lists.ts";
import { isAnswered, NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { samplesOf } from "./samples.ts";

/** A success, and its position in a list. */
interface Sample extends Omit<PlacedValue, "value"> {
  readonly exchange: Answer;
}

/** Successes of an operation whose requests differ from the plain one only in the page. */
const samplesOfResponses = memoize(async (reader: Reader, operation: OperationId): Promise<readonly Sample[]> => {
  if (isList(operation)) return listSamples(reader, operation);
  const exchanges =
    operations[operation].shape === "create"
      ? reader.log.filter((one) => one.as === "first" && isAcceptedCreation(one)).filter(isAnswered)
      : ((await unlessHidden(samplesOf(reader, operation))) ?? []).map(({ exchange }) => exchange);
  return exchanges.map((exchange) => ({ exchange, parameters: {}, places: commonPlaces(reader, exchange) }));
});

/** The values of placeholders in any success. */
function commonPlaces({ target }: Reader, { request, response }: Answer): Places {
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

async function listSamples(reader: Reader, operation: ListOperationId): Promise<readonly Sample[]> {
  const plain = await unlessHidden(plainPage(reader, operation));
  if (plain === undefined) return [];
  const { size } = reader.facts.paging(operation);
  const position = await unlessHidden(positionOf(reader, operation));
  const cursor = position?.style === "cursor" ? position.parameter : undefined;
  const numbered = cursor === undefined ? position : undefined;
  const isWhole = position === undefined && size === undefined && plain.records.length >= plain.total;
  const longest = Math.max(
    ...reader.log.map((one) => (one.operation === operation ? (reader.facts.page(one)?.records.length ?? 0) : 0)),
  );
  return reader.log.filter(isAnswered).flatMap((exchange): readonly Sample[] => {
    const page = reader.facts.page(exchange);
    const { query = {}, path, method, headers } = exchange.probe;
    const isPlain = [path, method, headers].every((one) => one === undefined) && exchange.as === "first";
    const isOfPages = Object.entries(query).every(
      ([name, value]) =>
        name === cursor || ((name === size || name === numbered?.parameter) && /^\d{1,9}$/.test(value)),
    );
    if (exchange.operation !== operation || page === undefined || !isPlain || !isOfPages) return [];
    const asked = size === undefined ? undefined : query[size];
    if (asked !== undefined && Number(asked) < 1) return [];
    const isCut = asked !== undefined && Number(asked) > longest;
    const length = asked === undefined ? plain.records.length : isCut ? longest : Number(asked);
    const step = numbered?.style === "page" ? length : 1;
    const start = numbered === undefined ? undefined : query[numbered.parameter];
    const offset = start === undefined ? 0 : (Number(start) - (numbered?.first ?? 0)) * step;
    // Services disagree on the number of a page out of range.
    if (offset < 0 || (offset > 0 && offset >= page.total)) return [];
    // A page that is cut to the longest one seen shows that this is the maximum.
    const isSized =
      asked === undefined ? !isWhole && plain.records.length < plain.total : !isCut || longest < page.total;
    const isAtStart = cursor === undefined || query[cursor] === undefined;
    return [
      {
        exchange,
        parameters: { size, place: position?.parameter },
        places: {
          ...commonPlaces(reader, exchange),
          ...(isWhole && { offset: 0, hasNext: false, hasPrev: false, next: undefined, prev: undefined }),
          // Services disagree on the number of pages without records.
          ...(isWhole && page.total > 0 && { pages: 1 }),
          ...(isSized && { size: length, pages: Math.ceil(page.total / length) }),
          ...(isSized && isAtStart && placesOf(offset, length, page.total, numbered)),
        },
      },
    ];
  });
}

function placesOf(offset: number, size: number, total: number, position: Position | undefined): Places {
  const placeOf = (start: number): number =>
    position?.style === "page" ? Math.floor(start / size) + position.first : start;
  const hasNext = offset + size < total;
  return {
    offset,
    hasNext,
    hasPrev: offset > 0,
    // Without a known parameter these are cursors, which cannot be predicted.
    ...(position !== undefined && {
      first: placeOf(0),
      last: placeOf(Math.max(Math.ceil(total / size) - 1, 0) * size),
      next: hasNext ? placeOf(offset + size) : undefined,
      prev: offset > 0 ? placeOf(Math.max(offset - size, 0)) : undefined,
    }),
  };
}

/** A value for each operation that has one, and what shows it. */
async function byOperation(
  reader: Reader,
  valueOf: (samples: readonly Sample[]) => Json | undefined,
): Promise<{ readonly value: Record<string, Json>; readonly exchanges: readonly Exchange[] }> {
  const value: Record<string, Json> = {};
  const exchanges: Exchange[] = [];
  for (const operation of operationIds) {
    const samples = await samplesOfResponses(reader, operation);
    const own = samples.length === 0 ? undefined : valueOf(samples);
    const isEmpty = own === undefined || (isObject(own) && Object.keys(own).length === 0);
    if (!isEmpty) value[operation] = own;
    exchanges.push(...samples.map(({ exchange }) => exchange));
  }
  if (exchanges.length === 0) throw new NotShown("nothing was read");
  return { value, exchanges: exchanges.slice(0, 3) };
}

const byRule = "by names, and by how values change with the page";

async function readMembers(reader: Reader): Promise<Reading> {
  const { value, exchanges } = await byOperation(reader, (samples) =>
    placeTemplate(
      samples.map((sample) => ({ ...sample, value: furtherIn(sample.exchange.response) })),
      "",
    ),
  );
  return reading(value, exchanges, Object.keys(value).length === 0 ? {} : { doubt: byRule });
}

/** A success without the members that the document states. */
function furtherIn(response: ExchangeResponse): Json {
  const body = toJson(readJson(response));
  if (!isObject(body)) return {};
  const { data: _, meta, ...others } = body;
  const more = Object.fromEntries(
    Object.entries(isObject(meta) ? meta : {}).filter(([name]) => !Object.hasOwn(metaShape, name)),
  );
  return { ...(Object.keys(more).length > 0 && { meta: more }), ...others };
}

async function readContentType(reader: Reader): Promise<Reading> {
  const types: string[] = [];
  const { exchanges } = await byOperation(reader, (samples) => {
    types.push(...samples.flatMap(({ exchange }) => exchange.response.headers["content-type"] ?? []));
    return undefined;
  });
  const [usual, ...others] = [...Map.groupBy(types, (type) => type)].toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  if (usual === undefined) throw new NotShown("no success has a `Content-Type`");
  const doubt = "other operations have a different one";
  return reading(usual[0], exchanges, others.length === 0 ? {} : { doubt });
}

/** Headers of the connection, of infrastructure, and of other keys. */
const notLearned =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|type|encoding|security.*)|server.*|host|via|age|expires|pragma|etag|last-modified|allow|location|www-authenticate|retry-after|set-cookie|accept-ranges|alt-svc|nel|report-to|p3p|strict-transport.*|referrer-policy|permissions-policy|origin-agent-cluster|cross-origin.*|access-control.*|x-(?:powered|frame|xss|content|dns|download|permitted|amz|cache|runtime|response-time).*|cf-.*|(?:x-)?rate-?limit.*)$/;

function headersIn({ headers }: ExchangeResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (!/^[\w-]+$/.test(name) || notLearned.test(name)) return [];
      // `Vary: Origin` belongs to CORS.
      const parts = value.split(/,\s*/).filter((part) => name !== "vary" || part.toLowerCase() !== "origin");
      const shown = name === "vary" ? parts.join(", ") : value;
      return shown === "" ? [] : [[name, shown]];
    }),
  );
}

/** Headers of every response, and those of the successes of one operation. */
async function readHeaders(reader: Reader): Promise<Reading> {
  const responses = reader.log
    .filter(isAnswered)
    .flatMap(({ probe, response }) => (probe.method === undefined ? [headersIn(response)] : []));
  const always = Object.fromEntries(
    Object.entries(responses[0] ?? {}).filter(([name, value]) => responses.every((headers) => headers[name] === value)),
  );
  const { value, exchanges } = await byOperation(reader, (samples) => {
    const names = new Set(samples.flatMap(({ exchange }) => Object.keys(headersIn(exchange.response))));
    const own = [...names]
      .filter((name) => !Object.hasOwn(always, name))
      .flatMap((name): readonly (readonly [string, Json])[] => {
        const template = name === "link" ? linkTemplate(samples) : headerTemplate(samples, name);
        return template === undefined ? [] : [[name, template]];
      });
    return own.length === 0 ? undefined : Object.fromEntries(own);
  });
  const all = { ...(Object.keys(always).length > 0 && { always }), ...value };
  return reading(all, exchanges, Object.keys(all).length === 0 ? {} : { doubt: "as most responses have them" });
}

function headerTemplate(samples: readonly Sample[], name: string): Json | undefined {
  const values = samples.map(({ exchange, ...sample }) => {
    const text = headersIn(exchange.response)[name];
    return { ...sample, value: text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text };
  });
  // A header of few responses depends on their content.
  if (values.filter(({ value }) => value === undefined).length * 2 > values.length) return undefined;
  const template = placeTemplate(values, name);
  return typeof template === "string" || typeof template === "number" ? String(template) : undefined;
}

/** The links of all responses, one for each relation. */
function linkTemplate(samples: readonly Sample[]): Json | undefined {
  const pattern = /<([^<>]*)>((?:;[^,<>]*)?;\s*rel="?([\w-]+)[^,<>]*)/g;
  const links = samples.map(({ exchange, ...sample }) => ({
    sample,
    byRelation: new Map(
      [...(exchange.response.headers["link"] ?? "").matchAll(pattern)].map(
        ([, url = "", parameters = "", relation = ""]) => [relation, { url, parameters }],
      ),
    ),
  }));
  const relations = new Map(links.flatMap(({ byRelation }) => [...byRelation]));
  const parts = [...relations].flatMap(([relation, { parameters }]) => {
    const values = links.map(({ sample, byRelation }) => ({ ...sample, value: byRelation.get(relation)?.url }));
    const template = placeTemplate(values, relation);
    return typeof template === "string" ? [`<${template}>${parameters}`] : [];
  });
  return parts.length === 0 ? undefined : parts;
}

async function readSuccess(reader: Reader, operation: OperationId): Promise<Reading> {
  const declared = reader.declared(`statuses.success.${operation}`);
  const exchanges =
    declared === undefined
      ? (await samplesOfResponses(reader, operation)).map(({ exchange }) => exchange)
      : reader.successes(operation);
  const [first] = exchanges;
  if (first === undefined) {
    if (operations[operation].shape === "create" && !reader.target.allowWrites)
      throw new NotShown(writesAreOff, { lack: "writes" });
    if (operations[operation].shape !== "create") await samplesOf(reader, operation);
    throw new NotShown("the authorized request did not succeed (see PATH-01)");
  }
  const other = declared === undefined ? undefined : exchanges.find(({ response }) => response.status !== declared);
  const shown = other ?? first;
  const { status } = shown.response;
  if ((status === 204 || status === 205) && declared === undefined)
    throw new NotShown(`the success is ${status}, which cannot carry the envelope (§2)`);
  return reading(status, [shown]);
}

/** Successes: their status codes, and what they have besides what the document states (§2, §4). */
export const responsePoints: readonly OpenPoint[] = [
  ...operationIds.map((operation): OpenPoint => ({
    key: `statuses.success.${operation}`,
    operations: [operation],
    requirement: "DECL-10",
    subject: `a success of ${operation} is`,
    read: (reader) => readSuccess(reader, operation),
  })),
  {
    key: "responses.contentType",
    operations: operationIds,
    subject: "the content type of successes is",
    read: readContentType,
    readAll: readContentType,
  },
  {
    key: "responses.members",
    operations: operationIds,
    subject: "further members of successes are",
    read: readMembers,
    readAll: readMembers,
  },
  {
    key: "responses.headers",
    operations: operationIds,
    subject: "further headers of responses are",
    read: readHeaders,
    readAll: readHeaders,
  },
];
