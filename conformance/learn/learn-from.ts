import { listOf, listOperationIds, operations } from "../../fixtures/contract/operations.ts";
import type { LearnProgress } from "../options/options.ts";
import { exploreParameters } from "../experiments/lists.ts";
import type { Stage } from "../judge/stage.ts";
import { reading, requireValue, type OpenPoint, type Reading } from "../open-points/open-point.ts";
import { openPointRows } from "../open-points/open-points.ts";
import { toCall, isAnswered, NotShown, orNotShown, readAllShown, Reader, unlessHidden } from "../open-points/reader.ts";
import { isSameFailure } from "../open-points/samples.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { describeStop } from "../run/judge-target.ts";
import { preflight } from "../run/preflight.ts";
import { canonical } from "../log/records.ts";
import { unlessAborted } from "../../fixtures/values/timers.ts";
import { isSuccess } from "../target/exchange.ts";
import type { Totals } from "./made-up-world.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { isAcceptedCreation, shownInWords } from "../log/exchanges.ts";
import type { Exchange } from "../log/model.ts";
import { seenValue } from "../open-points/filtering.ts";
import { credentialKinds } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";

/** The maximum number of requests to learn a dialect: most are for the pages, orders and filters of each list. */
export const maxRequests: number = 70 + 40 * listOperationIds.length;

/** When only this many requests are left, nothing is asked twice. */
const reserve = 80;

/** Everything learned of a target. */
export interface Learned {
  readonly baseUrl: string;
  readonly readings: ReadonlyMap<string, Reading>;
  readonly missing: ReadonlyMap<string, NotShown>;
  /** How many records each list has, as far as it could be read. */
  readonly totals: Totals;
  /** The number of requests sent. */
  readonly requests: number;
  /** The created users, each with a value to find it by: the interface cannot delete them. */
  readonly created: readonly string[];
}

interface LearnFromOptions {
  /** Called before each key is read. */
  readonly onProgress?: ((progress: LearnProgress) => void) | undefined;
  /** Aborts the run, which then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads all keys of a target's dialect that it shows.
 * @throws CannotJudge if only the target's owner or the user can fix it, or the target stops responding
 */
export async function learnFrom(stage: Stage, { onProgress, signal }: LearnFromOptions = {}): Promise<Learned> {
  const reader = new Reader(stage, { tries: true });
  const aborting = <Value>(task: Promise<Value>): Promise<Value> => unlessAborted(task, signal);
  signal?.throwIfAborted();
  const problem = await aborting(preflight(reader));
  if (problem !== undefined) throw new CannotJudge(problem);
  await aborting(exploreTarget(stage));
  // Its failure is read last, when no request may be left.
  await aborting(unlessHidden(reader.ask({ operation: "listUsers", as: "expired" })));
  const readings = new Map<string, Reading>();
  const missing = new Map<string, NotShown>();
  for (const [done, point] of openPointRows.entries()) {
    const { key } = point;
    onProgress?.({ key, done, of: openPointRows.length, requests: stage.requests });
    const isShort = stage.requests > stage.limit - reserve;
    const read = await aborting(orNotShown(readPoint(reader, point, isShort)));
    if (read instanceof NotShown) missing.set(key, read);
    else readings.set(key, read);
    const stopped = describeStop(stage);
    if (stopped !== undefined) throw new CannotJudge(stopped);
  }
  const { facts, log } = stage;
  const totals = listOperationIds.map((operation) => {
    const [plain] = facts.plain(operation);
    return [listOf(operation), plain && facts.page(plain)?.total] as const;
  });
  return {
    baseUrl: stage.target.baseUrl,
    readings,
    missing,
    totals: Object.fromEntries(totals.filter(([, total]) => total !== undefined)),
    requests: stage.requests,
    created: log.filter(({ marker }) => marker !== undefined && facts.createdMarkers.has(marker)).map(describeCreated),
  };
}

/** Reads the lists again, and looks for the parameters of their pages. */
async function exploreTarget(stage: Stage): Promise<void> {
  for (const operation of listOperationIds) {
    await stage.play({ name: `${operation}, read again`, run: async (ask) => void (await ask({ operation })) });
  }
  for (const next of exploreParameters(stage.facts)) {
    for (const experiment of Array.isArray(next) ? next : [next]) await stage.play(experiment);
  }
}

/** What all operations show together. What one request showed is asked again. */
async function readPoint(reader: Reader, point: OpenPoint, isShort: boolean): Promise<Reading> {
  const read = await readOperations(reader, point);
  return isShort ? read : await confirm(reader, read);
}

/** @throws NotShown if no operation shows it, or they differ */
async function readOperations(reader: Reader, { operations: shownBy, read }: OpenPoint): Promise<Reading> {
  const readings = await readAllShown(shownBy, (operation) => requireValue(read(reader, operation)));
  const [first] = readings;
  const values = new Map(readings.map(({ value }) => [canonical(value), value]));
  if (values.size > 1) {
    const texts = [...values.values()].map((value) => JSON.stringify(value));
    throw new NotShown(`requests of one kind get different responses: ${texts.join(", ")}`);
  }
  const doubt = readings.length === 1 ? first.doubt : readings.map((one) => one.doubt).find((one) => one !== undefined);
  const { note } = first;
  return reading(first.value, [...new Set(readings.flatMap(({ exchanges }) => exchanges))], {
    doubt,
    note,
  });
}

/** Asks once more for what a single request showed. @throws NotShown if the response is another one */
async function confirm(reader: Reader, read: Reading): Promise<Reading> {
  const [only, ...others] = read.exchanges;
  if (only === undefined || others.length > 0 || read.doubt !== undefined || only.marker !== undefined) return read;
  if (!isAnswered(only)) return read;
  const again = await unlessHidden(reader.ask({ ...toCall(only), label: "again" }));
  if (again === undefined) return { ...read, doubt: "one request shows it" };
  const [page, other] = [reader.facts.page(only), reader.facts.page(again)];
  const isSame =
    page === undefined || other === undefined
      ? isSuccess(only)
        ? only.response.status === again.response.status
        : isSameFailure(only, again)
      : page.records.length === other.records.length || page.total !== other.total;
  if (isSame) return { ...read, exchanges: [only, again] };
  throw new NotShown(`asked twice, the same request gets different responses (${again.response.status})`);
}

/**
 * The requests that show a value, without duplicates: `GET /api/v1/users?page=x → 400`. Without data from records: ids,
 * values of bodies and of filters are left out.
 */
export function describeEvidence(exchanges: readonly Exchange[], baseUrl: string): readonly string[] {
  return [...new Set(exchanges.map((exchange) => describeExchange(exchange, baseUrl)))];
}

function describeExchange({ as, probe, request, response }: Exchange, baseUrl: string): string {
  const [path = "", query = ""] = request.url.slice(baseUrl.length).split("?");
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    probe.label === seenValue ? `${name}=…` : `${name}=${value}`,
  );
  const isCreation = operations[probe.operation].method === "POST" && probe.method === undefined;
  const notes = [
    ...(as === "first" ? [] : [`with ${credentialKinds[as].words}`]),
    ...(probe.label === undefined ? [] : [probe.label]),
    ...(isCreation && probe.text !== undefined ? [`${probe.text.content.length} bytes of ${probe.text.type}`] : []),
    ...(isCreation && isObject(probe.body) ? [`{${Object.keys(probe.body).join(", ")}}`] : []),
  ];
  return [
    request.method,
    // Ids that orgkit tries begin like known ones.
    (probe.id === undefined ? path : path.replace(/[^/]*$/, "{id}")) +
      (parameters.length === 0 ? "" : `?${shortened(parameters.join("&"), 120)}`),
    ...(notes.length === 0 ? [] : [`(${notes.join(", ")})`]),
    `→ ${response?.status ?? "no response"}`,
  ].join(" ");
}

/** A created user, with what helps to find it: its id or address, if a response has it, and the text that was sent. */
function describeCreated(exchange: Exchange): string {
  const { request, response, marker = "" } = exchange;
  const [record] = response === undefined ? [] : (readEnvelope(response).data ?? []);
  const id = isObject(record) ? record["id"] : undefined;
  const reference = typeof id === "string" || typeof id === "number" ? `id ${id}` : response?.headers["location"];
  const parts = [reference, request.body?.includes(marker) === true ? marker : undefined].filter(
    (part) => part !== undefined,
  );
  const text = parts.length === 0 ? "one without an identifying value: the body was empty" : parts.join(", ");
  return shortened(text, 160) + (isAcceptedCreation(exchange) ? "" : ` (${shownInWords.nothing})`);
}
