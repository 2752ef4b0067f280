import { metaOf } from "../../fixtures/contract/envelope.ts";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { responsePlaceholder, sentRecord, type HeaderTemplates } from "../../fixtures/dialect/responses.ts";
import { isObject, jsonText, type Json, type JsonObject } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Call, Reply } from "./call.ts";

import { fillJson, timeValues, type Values } from "./template.ts";

/** Makes the envelope (§2) of records; by default of one page with all of them. */
export function envelopeOf(data: readonly RecordData[], page = 1, total = data.length): Envelope<RecordData> {
  return { data, meta: metaOf(page, total) };
}

/** The parts of a successful response, and values for placeholders that the envelope does not provide. */
interface Success extends Envelope<RecordData> {
  readonly places?: Values;
}

/** A successful response: the envelope and its headers, in the dialect's format. */
export function successReply(
  operation: OperationId,
  { call, dialect, now }: { readonly call: Call; readonly dialect: Dialect; readonly now: number },
  { data, meta, places }: Success,
  further?: Readonly<Record<string, string>>,
): Reply {
  const { statuses, responses } = dialect;
  const idName = responses.ids[operations[operation].record];
  const host = call.headers["host"];
  const values: Values = {
    ...places,
    ...meta,
    count: data.length,
    path: call.path,
    origin: host === undefined ? "" : `http://${host}`,
    ...(isTimed(responses) ? timeValues(now) : {}),
  };
  const { meta: moreMeta, ...members } = withPlaces(responses.members[operation] ?? {}, values);
  const envelope = {
    data: idName === "id" ? data : data.map((record) => sentRecord(record, idName)),
    meta: isObject(moreMeta) ? { ...moreMeta, ...meta } : meta,
  };
  return {
    status: statuses.success[operation],
    headers: {
      "content-type": responses.contentType,
      ...headersWith(responses.headers[operation], values),
      ...further,
    },
    body: JSON.stringify({ ...members, ...envelope }),
    why: { operation, rule: `statuses.success.${operation}` },
  };
}

/** Fills the headers of a template. Items of a list header that lack a value are left out. */
function headersWith(template: HeaderTemplates | undefined, values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(template ?? {}).flatMap(([name, text]) => {
      const parts = [text].flat().flatMap((part) => withPlace(part, values) ?? []);
      return parts.length === 0 ? [] : [[name.toLowerCase(), parts.map(jsonText).join(", ")]];
    }),
  );
}

const timed = new WeakMap<Dialect["responses"], boolean>();

/** Whether the same request gets another response at another time, so that none may be kept. */
export function isTimed(responses: Dialect["responses"]): boolean {
  const known = timed.get(responses) ?? /\{\{\s*(?:now|uuid)/.test(JSON.stringify(responses));
  timed.set(responses, known);
  return known;
}

function withPlaces(template: JsonObject, values: Values): { readonly [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, member]) => {
      const value = withPlace(member, values);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Fills placeholders; `undefined`, or null if the template asks for null, if one has no value, or no member has. */
function withPlace(template: Json, values: Values): Json | undefined {
  if (isObject(template)) {
    const filled = withPlaces(template, values);
    return Object.keys(filled).length === 0 && Object.keys(template).length > 0 ? undefined : filled;
  }
  if (Array.isArray(template)) return template.map((item) => withPlace(item, values) ?? null);
  if (typeof template !== "string") return template;
  const names = [...template.matchAll(responsePlaceholder)].map(([, name = ""]) => name);
  if (names.every((name) => values[name] !== undefined)) return fillJson(template.replaceAll(" or null", ""), values);
  return template.includes(" or null") ? null : undefined;
}

/** Adds the headers that all responses have. */
export function withSharedHeaders(reply: Reply, responses: Dialect["responses"], now: number): Reply {
  const { always } = responses.headers;
  if (always === undefined) return reply;
  const values = isTimed(responses) ? timeValues(now) : {};
  return { ...reply, headers: { ...headersWith(always, values), ...reply.headers } };
}
