import { listOperationIds, isList } from "../../fixtures/contract/operations.ts";
import { isObject, toJson, jsonText, own, type JsonObject } from "../../fixtures/values/json.ts";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { exploreParameters } from "../experiments/lists.ts";
import { goodBody } from "../target/body.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange, Probe, Call } from "../log/model.ts";
import { noReply } from "../target/no-reply.ts";
import { targetSchema } from "../target/target.ts";
import { createExchange } from "../rules/log.fixture.ts";
import type { Reading } from "./open-point.ts";
import { openPointRows } from "./open-points.ts";
import { Reader } from "./reader.ts";

/** A response in a test: a status, headers, and a body as JSON or as text. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** What a scripted target does: a response, none, or the failure of a connection. */
export type Scripted = ScriptedResponse | "no response" | Error;

interface ScriptOptions {
  readonly baseUrl?: string;
  readonly dialect?: DialectInput | undefined;
  /** Whether the reader finds out how users are created. */
  readonly tries?: boolean;
}

/** A page of a list. */
export function envelope(data: readonly unknown[], page = 1, total = data.length): ScriptedResponse {
  return { json: { data, meta: createMeta(page, total) } };
}

/** A reader of a target that follows a script, without a network. */
export function scriptedReader(
  answer: (call: Call) => Scripted,
  { baseUrl = "https://target.example", dialect, tries = false }: ScriptOptions = {},
) {
  const target = targetSchema.parse({
    baseUrl,
    ids: Object.fromEntries(recordKinds.map((kind) => [kind, ["s-1"]])),
    allowWrites: true,
    dialect,
  });
  const log: Exchange[] = [];
  const calls: Call[] = [];
  const facts = new Facts(log, { target, runId: "orgkit1a2b3c", hasSecond: true, patience: 0 });
  const askIn = (experiment: string, probe: Probe): Promise<Exchange> => {
    const { place = {}, ...call } = probe;
    calls.push(call);
    const { operation, as = "first" } = call;
    const body = operation === "createUser" && call.text === undefined ? (call.body ?? goodBody(target)) : undefined;
    const marker = body === undefined ? undefined : `orgkit1a2b3c-${String(log.length).padStart(8, "0")}`;
    const sent: unknown = body && JSON.parse(JSON.stringify(body).replaceAll("{{unique}}", marker ?? ""));
    const line = { operation, as, probe, place, experiment, ...(marker !== undefined && { marker, sent }) };
    const { request, ...usual } = createExchange(line, log.length);
    const url = request.url.replace("https://target.example", baseUrl);
    const { response: _, ...unanswered } = { ...usual, request: { ...request, url } };
    const exchange: Exchange = {
      ...unanswered,
      ...toResponse(answer(isObject(sent) ? { ...call, body: toJson(sent) } : call)),
    };
    log.push(exchange);
    return Promise.resolve(exchange);
  };
  const ask = (probe: Probe): Promise<Exchange> => askIn("a reading", probe);
  const explore = async (): Promise<void> => {
    for (const operation of listOperationIds) await ask({ operation });
    for (const next of exploreParameters(facts))
      for (const { name, run } of Array.isArray(next) ? next : [next])
        await run((probe: Probe) => askIn(name, probe), facts);
  };
  /** Its reader, the calls that were sent, and how the parameters of lists are looked for before open points are read. */
  return { reader: new Reader({ target, facts, log, ask }, { tries }), calls, explore };
}

function toResponse(scripted: Scripted): Pick<Exchange, "response" | "noReply"> {
  if (scripted === "no response") return { noReply: { kind: "broken", message: "the connection broke" } };
  if (scripted instanceof Error) {
    const { kind, message } = noReply(scripted, 1000, "");
    return { noReply: { kind, message } };
  }
  const { status = 200, headers = {}, json, text = json === undefined ? "" : JSON.stringify(json) } = scripted;
  return { response: { status, headers: { "content-type": "application/json", ...headers }, body: text, ms: 1 } };
}

/** Reads a key as `learn` does. */
export async function readKey(reader: Reader, key: string): Promise<Reading> {
  const row = openPointRows.find((one) => one.key === key);
  if (row === undefined) throw new Error(`there is no row of ${key}`);
  return row.read(reader, row.operations[0] ?? "listUsers");
}

/** What a small service does; by default as the reference dialect says, with pages of 5. */
export interface ServiceOptions {
  readonly records?: readonly JsonObject[];
  /** The names of the parameters. */
  readonly page?: string;
  readonly size?: string;
  readonly maxSize?: number;
  readonly oversize?: "clamp" | "reject" | "usual";
  readonly beyondLast?: "empty" | "reject" | "last";
  readonly unreadable?: "default" | "reject";
  /** The fields by which lists are filtered. */
  readonly filters?: readonly string[];
  readonly sorts?: readonly string[];
  readonly sortStyle?: "signed" | "pair" | "ascending" | "by page";
  /** What an unknown sort field gets. */
  readonly unknownField?: "ignore" | "reject";
  /** What a creation sets, of the body and the number of users. */
  readonly create?: (body: JsonObject, count: number) => ScriptedResponse | JsonObject;
}

const usualRecords = Array.from({ length: 23 }, (_, index) => ({
  id: `u-${String(index).padStart(4, "0")}`,
  role: index % 3 === 1 ? "admin" : "member",
  name: `Name ${(index * 7) % 23}`,
  score: (index * 5) % 23,
}));

const textAt = (record: JsonObject, field: string): string => jsonText(own(record, field) ?? null);

const pageLength = 5;
const rejection = { status: 422, json: { error: "rejected" } };

/** A service of two lists with the same records, which follows the options. */
export function smallService({
  records = usualRecords,
  page = "page",
  size = "per_page",
  maxSize = 10,
  oversize = "clamp",
  beyondLast = "empty",
  unreadable = "reject",
  filters = [],
  sorts = [],
  sortStyle = "signed",
  unknownField = "ignore",
  create = (body, count) => ({ id: `n-${count}`, ...body }),
}: ServiceOptions = {}): (call: Call) => ScriptedResponse {
  const users = [...records];
  const sorted = (
    list: readonly JsonObject[],
    query: NonNullable<Call["query"]>,
  ): readonly JsonObject[] | undefined => {
    const { sort, order } = query;
    if (sort === undefined) return list;
    const field = sortStyle === "signed" ? sort.replace(/^-/, "") : sort;
    if (!sorts.includes(field)) return unknownField === "reject" ? undefined : list;
    const isDown = sortStyle === "signed" ? sort.startsWith("-") : sortStyle === "pair" && order === "desc";
    const byField = list.toSorted((left, right) =>
      textAt(left, field).localeCompare(textAt(right, field), "en", { numeric: true }),
    );
    return isDown ? byField.toReversed() : byField;
  };
  return ({ operation, query = {}, body, text, as = "first" }) => {
    if (as !== "first" && as !== "second") return { status: 401, json: { error: "token" } };
    if (!isList(operation)) {
      if (operation !== "createUser") return { status: 404, json: { error: "unknown" } };
      if (text !== undefined || !isObject(body)) return rejection;
      const made = create(body, users.length);
      if ("status" in made && typeof made.status === "number") return made;
      const user: JsonObject = Object.fromEntries(Object.entries(made));
      users.push(user);
      return { status: 201, ...envelope([user]) };
    }
    const number = Number(query[page] ?? 1);
    const wanted = Number(query[size] ?? pageLength);
    if (unreadable === "reject" && !(number >= 1 && wanted >= 1)) return rejection;
    if (wanted > maxSize && oversize === "reject") return rejection;
    const length = wanted > maxSize && oversize === "usual" ? pageLength : Math.min(wanted || pageLength, maxSize);
    const all = operation === "listUsers" ? users : records;
    const matching = all.filter((record) =>
      filters.every((field) => query[field] === undefined || textAt(record, field) === query[field]),
    );
    const cut = (list: readonly JsonObject[], at: number): readonly JsonObject[] =>
      list.slice((at - 1) * length, at * length);
    const last = Math.max(Math.ceil(matching.length / length), 1);
    const at = Number.isNaN(number) ? 1 : number > last && beyondLast === "last" ? last : number;
    if (at > last && beyondLast === "reject") return rejection;
    const data = sortStyle === "by page" ? sorted(cut(matching, at), query) : sorted(matching, query);
    if (data === undefined) return rejection;
    return envelope(sortStyle === "by page" ? data : cut(data, at), at, matching.length);
  };
}
