import { metaShape } from "../../fixtures/contract/envelope.ts";
import { hasId, isList, listOf, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { creationsIn } from "../target/creations.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { memoize } from "../target/memoize.ts";
import { placeTemplate, type PlacedValue, type Places } from "./generalize/place-template.ts";
import { anyList, type ListName } from "./list.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { cursor } from "./next-page.ts";
import { bounds } from "./page-bounds.ts";
import { position, sizeName } from "./page-parameters.ts";
import { readById } from "./one-record.ts";
import { answersOf, type Source } from "./source.ts";

/** A success, and its position in a list. */
export interface Sample extends Omit<PlacedValue, "value"> {
  readonly answer: Pick<Answer, "exchange">;
}

/** Successes of an operation whose requests differ from the plain one only in the page. */
const samplesOf = memoize(async (source: Source, operation: OperationId): Promise<readonly Sample[]> => {
  if (isList(operation)) return listSamples(source, operation, listOf(operation));
  const answers = hasId(operation)
    ? ((await ifKnown(readById(source, operation))) ?? [])
    : creationsIn(source.entries).flatMap(({ response, ...exchange }) =>
        response === undefined ? [] : [{ exchange: { ...exchange, response } }],
      );
  return answers.map((answer) => ({ answer, parameters: {}, places: commonPlaces(source, answer.exchange) }));
});

/** The values of placeholders in any success. */
function commonPlaces({ target }: Source, { request, response }: Exchange & { response: ExchangeResponse }): Places {
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

async function listSamples(source: Source, operation: OperationId, list: ListName): Promise<readonly Sample[]> {
  const plain = await ifKnown(anyList(source, list));
  if (plain === undefined) return [];
  const size = await ifKnown(sizeName(source, list));
  const place = await ifKnown(position(source, list));
  const led = (await ifKnown(cursor(source, list)))?.name;
  const max = (await ifKnown(bounds(source, list)))?.maxSize;
  const isWhole = place === undefined && size === undefined && plain.page.keys.length >= plain.page.total;
  return answersOf(source).flatMap((answer): readonly Sample[] => {
    const { as, path, method, query = {}, headers } = answer.call;
    const isPlain =
      [as, path, method, headers].every((one) => one === undefined) && answer.call.operation === operation;
    const isOfPages = Object.entries(query).every(
      ([name, value]) => name === led || ((name === size || name === place?.name) && /^\d{1,9}$/.test(value)),
    );
    if (!isPlain || !isOfPages || !isSuccess(answer.exchange)) return [];
    const page = pageIn(answer.exchange);
    if (page === undefined) return [];
    const asked = size === undefined ? undefined : query[size];
    if (asked !== undefined && Number(asked) < 1) return [];
    const length =
      asked === undefined ? plain.page.keys.length : Math.min(Number(asked), max ?? Number.POSITIVE_INFINITY);
    // Without a known maximum, a page of the requested size shows that it is not larger.
    const isSized =
      asked === undefined
        ? !isWhole && plain.page.keys.length < plain.page.total
        : Number(asked) <= (max ?? page.keys.length);
    const step = place?.style === "page" ? length : 1;
    const start = place === undefined ? undefined : query[place.name];
    const offset = start === undefined ? 0 : (Number(start) - (place?.first ?? 0)) * step;
    // Services disagree on the number of a page out of range.
    if (offset < 0 || (offset > 0 && offset >= page.total)) return [];
    return [
      {
        answer,
        parameters: { size, place: place?.name ?? led },
        places: {
          ...commonPlaces(source, answer.exchange),
          ...(isWhole && { offset: 0, hasNext: false, hasPrev: false, next: undefined, prev: undefined }),
          // Services disagree on the number of pages without records.
          ...(isWhole && page.total > 0 && { pages: 1 }),
          ...(isSized && { size: length, pages: Math.ceil(page.total / length) }),
          // The position of a cursor is unknown.
          ...(isSized &&
            (led === undefined || query[led] === undefined) &&
            placesOf(offset, length, page.total, place)),
        },
      },
    ];
  });
}

function placesOf(
  offset: number,
  size: number,
  total: number,
  place: { readonly style: "page" | "offset"; readonly first: number } | undefined,
): Places {
  const placeOf = (start: number): number => (place?.style === "page" ? Math.floor(start / size) + place.first : start);
  const hasNext = offset + size < total;
  return {
    offset,
    hasNext,
    hasPrev: offset > 0,
    // Without a known parameter these are cursors, which cannot be predicted.
    ...(place !== undefined && {
      first: placeOf(0),
      last: placeOf(Math.max(Math.ceil(total / size) - 1, 0) * size),
      next: hasNext ? placeOf(offset + size) : undefined,
      prev: offset > 0 ? placeOf(Math.max(offset - size, 0)) : undefined,
    }),
  };
}

/** A value for each operation that has one. */
export async function byOperation(
  source: Source,
  valueOf: (samples: readonly Sample[]) => Json | undefined,
): Promise<{ readonly value: { [operation: string]: Json }; readonly evidence: readonly Answer[] }> {
  const value: { [operation: string]: Json } = {};
  const evidence: Answer[] = [];
  for (const operation of operationIds) {
    const samples = await samplesOf(source, operation);
    const own = samples.length === 0 ? undefined : valueOf(samples);
    const isEmpty = own === undefined || (isObject(own) && Object.keys(own).length === 0);
    if (!isEmpty) value[operation] = own;
    evidence.push(...samples.map(({ answer }) => answer).filter(isAnswer));
  }
  return { value, evidence: evidence.slice(0, 3) };
}

function isAnswer(answer: object): answer is Answer {
  return "call" in answer;
}

/** Additional members of the envelope. */
export async function furtherMembers(source: Source): Promise<Found> {
  const { value, evidence } = await byOperation(source, (samples) =>
    placeTemplate(
      samples.map((sample) => ({ ...sample, value: furtherIn(sample.answer.exchange.response) })),
      "",
    ),
  );
  if (evidence.length === 0) throw new Unset("nothing was read");
  return Object.keys(value).length === 0
    ? certain(value, evidence)
    : likely(value, evidence, "by names, and by how values change with the page");
}

/** A success without the members that the document states. */
function furtherIn(response: ExchangeResponse): Json {
  const body: Json = JSON.parse(JSON.stringify(readJson(response) ?? null));
  if (!isObject(body)) return {};
  const { data: _, meta, ...others } = body;
  const more = Object.fromEntries(
    Object.entries(isObject(meta) ? meta : {}).filter(([name]) => !Object.hasOwn(metaShape, name)),
  );
  return { ...(Object.keys(more).length > 0 && { meta: more }), ...others };
}

/** The `Content-Type` of most successes. */
export async function contentType(source: Source): Promise<Found> {
  const { value, evidence } = await byOperation(
    source,
    (samples) => maxFrequent(samples.map(({ answer }) => answer.exchange.response.headers["content-type"])) ?? null,
  );
  const types = Object.values(value).filter((type) => type !== null);
  const type = maxFrequent(types);
  if (type === undefined) throw new Unset("no success has a `Content-Type`");
  return types.every((own) => own === type)
    ? certain(type, evidence)
    : likely(type, evidence, "other operations have a different one");
}

function maxFrequent<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const groups = Map.groupBy(
    values.filter((value) => value !== undefined),
    (value) => value,
  );
  return [...groups].toSorted(([, left], [, right]) => right.length - left.length)[0]?.[0];
}
