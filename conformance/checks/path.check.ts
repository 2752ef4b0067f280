import {
  hasId,
  isList,
  listOperationIds,
  operationIds,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { isGood, type Call } from "../target/call.ts";
import { asksToWait, brokeOff, isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { readAfterRejection, stuckCreations } from "./kept-rejection.ts";
import { enoughTimes, rejectedInTurn } from "./over-time.ts";
import type { Requirement } from "./requirement.ts";
import { anyTime, placeOf, visits } from "../places/places.ts";
import { repeated } from "../places/again.ts";

export const path: Requirement = {
  id: "PATH-01",
  level: "stated",
  sections: ["4", "9"],
  operations: operationIds,
  rule: "an authorized request to `{base_url}/api/v1/…` succeeds (2xx)",
  quote: "Every path begins with the prefix `/api/v1`, so the version is carried in the path as `v1`.",
  why: "§4 lists the operations by method and path, and §9 says that every path begins with /api/v1. The document does not state which 2xx code a success has, so any is accepted.",
  good: '200 {"data":[],"meta":{"page":1,"total":0}}',
  bad: "404 Not Found",
  fix: "Serve the operation at {base_url}/api/v1 with the method in §4. If the connection breaks each time, look for a crash, a wrong `Content-Length` (it counts bytes, not characters), or a missing last chunk. Otherwise, check the input of the run: the base URL does not include /api/v1, ids must belong to the account of the token, and --create-body must be a body that the service accepts.",
  order: "last",
  async judge(session, operation) {
    const sample = await session.call({ operation });
    if (sample instanceof Unavailable) return lacking(sample);
    if (!isSuccess(sample)) return notSuccess(session, operation, sample);
    const own = passed(`responded with ${sample.response.status}`, sample);
    return overPlaces(own, [
      ...(await errorsAtPlaces(session, operation)),
      ...(await lostAtPlaces(session, operation)),
      ...(await errorsInTurn(session, operation)),
      rejectedInTurn(session, operation),
      ...(isList(operation) ? await missingForSecond(session, operation) : []),
      ...(operation === "createUser" ? [...(await afterRejection(session)), ...(await stuckCreations(session))] : []),
    ]);
  },
};

/** A list that does not exist for the second account, though its token is accepted at the other list: §2 shows it empty. */
async function missingForSecond(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const second = { as: "second" } as const;
  const theirs = await session.call({ operation, ...second });
  if (theirs instanceof Unavailable || theirs.response?.status !== 404) return [];
  const others = listOperationIds.filter((other) => other !== operation);
  const accepted = await Promise.all(others.map((other) => session.call({ operation: other, ...second })));
  if (!accepted.some((other) => !(other instanceof Unavailable) && isSuccess(other))) return [];
  const again = await session.call({ operation, ...second, label: "again" });
  const isSame = !(again instanceof Unavailable) && again.response?.status === 404;
  const text = "responded with 404, twice, though the token is accepted; §2 shows `data` as [] if there are no records";
  const outcome = isSame ? failed(text, theirs, again) : inconclusive("responded with 404 once", theirs);
  return [{ place: `${operation} (second account)`, outcome }];
}

/** The list of users, read on the connection of a rejected creation. */
async function afterRejection(session: Session): Promise<readonly AtPlace[]> {
  if (!session.entries.some(({ call }) => call.isKept)) return [];
  const spoiled = await readAfterRejection(session);
  if (spoiled === undefined) return [];
  const text = "the next request fails, but not on another connection: the body of the rejected one was not read";
  return [{ place: "the connection of a rejected creation", outcome: failed(text, ...spoiled) }];
}

/** Places that exist but get a server error on each request. */
async function errorsAtPlaces(session: Session, operation: OperationId): Promise<readonly AtPlace[]> {
  const visited = (await visits(session)).filter((visit) => visit.operation === operation && visit.isServed);
  const broken = Map.groupBy(
    visited.filter(({ call, exchange }) => isBroken(call, exchange)),
    ({ place }) => place,
  );
  return Promise.all(
    Array.from(broken, async ([place, [first, second]]): Promise<AtPlace> => {
      if (first === undefined) return { place, outcome: passed("responded") };
      const { call, exchange } = first;
      // Timeouts and similar errors do not repeat.
      const isTwice = first.isRepetition === true && second !== undefined;
      const label = `${call.label ?? ""} again`.trimStart();
      const again = isTwice ? second.exchange : await session.call({ ...call, label });
      if (again instanceof Unavailable) return { place, outcome: lacking(again) };
      const found = `responded with ${exchange.response?.status}`;
      const outcome = isBroken(call, again)
        ? failed(`${found}, twice; §4 shows a success`, exchange, again)
        : inconclusive(`${found}, and then with ${again.response?.status ?? "no response"}`, exchange, again);
      return { place, outcome };
    }),
  );
}

/** The maximum number of places to request again after a broken connection. */
const maxLost = 3;

/** Requests whose connection breaks: at places that exist, or in the middle of a success anywhere. */
async function lostAtPlaces(session: Session, operation: OperationId): Promise<readonly AtPlace[]> {
  if (operations[operation].method !== "GET") return [];
  const visited = (await visits(session)).filter((visit) => visit.operation === operation && visit.isServed);
  const there = new Map(visited.map(({ exchange, place }) => [exchange, place]));
  const lost = session.entries.filter(
    ({ call, exchange }) =>
      call.operation === operation &&
      isGood(call) &&
      (exchange.noReply?.kind === "cut" || (there.has(exchange) && brokeOff(exchange))),
  );
  const first = [...new Map(lost.map((entry) => [anyTime(entry.call), entry])).values()].slice(0, maxLost);
  return Promise.all(
    first.map(async ({ call, exchange }) => ({
      place: there.get(exchange) ?? placeOf(call),
      outcome: await judgeLost(session, call, exchange),
    })),
  );
}

/** How often a request is sent again, in addition to what the client repeats itself. */
const moreAttempts = 2;

/** A broken connection may be chance, unless the same request breaks it each time. */
async function judgeLost(session: Session, call: Call, exchange: Exchange): Promise<Outcome> {
  const message = exchange.noReply?.message ?? "no response";
  const evidence = [exchange];
  for (let attempt = 1; attempt <= moreAttempts; attempt += 1) {
    const again = await session.call({ ...call, label: `${call.label ?? ""} again, ${attempt}`.trimStart() });
    if (again instanceof Unavailable) break;
    evidence.push(again);
    if (!brokeOff(again)) return inconclusive(`${message}, but not each time`, ...evidence);
  }
  return evidence.length > moreAttempts
    ? failed(`${message} each time, while other requests succeed; §4 shows a success`, ...evidence)
    : inconclusive(`there was no response: ${message}`, ...evidence);
}

/** Finds requests that fail between successes, among all requests of the run. */
async function errorsInTurn(session: Session, operation: OperationId): Promise<readonly AtPlace[]> {
  const [{ place } = { place: operation }] = await repeated(session, operation);
  if (operations[operation].method !== "GET") return [];
  const sent = session.entries.filter(
    ({ call, exchange }) =>
      isPlain(session, operation, call) ||
      (call.operation === operation && isGood(call) && call.path === undefined && isSuccess(exchange)),
  );
  const all = sent.flatMap(({ exchange, repeated: first }) => [...(first === undefined ? [] : [first]), exchange]);
  const faults = all.filter(isFault);
  if (faults.length === 0) return [{ place, outcome: passed("responded") }];
  const found = [...new Set(faults.map(({ response, noReply }) => response?.status ?? noReply?.message))];
  const message = `${faults.length} of ${all.length} requests failed: ${found.join(", ")}; §4 shows a success`;
  const evidence = faults.slice(0, 3);
  return [
    {
      place,
      outcome: timesOf(all, faults) >= enoughTimes ? failed(message, ...evidence) : inconclusive(message, ...evidence),
    },
  ];
}

function isPlain({ target }: Session, operation: OperationId, call: Call): boolean {
  const isOfId = call.id === undefined || knownIds(target, operation).includes(call.id);
  const more = call.query ?? call.path ?? call.headers ?? call.method ?? call.isKept;
  return call.operation === operation && (call.as ?? "first") === "first" && more === undefined && isOfId;
}

function isFault(exchange: Exchange): boolean {
  const { response, noReply } = exchange;
  // A connection may be closed before it is used; a response that has begun comes from the service.
  if (response === undefined) return noReply?.kind === "cut";
  // A lock-out is not a fault: see `rejectedInTurn`.
  const isRejected = response.status === 401 || response.status === 403;
  return !isSuccess(exchange) && !isRejected && response.status !== 503 && !asksToWait(exchange);
}

/** How often one of `some` follows an exchange that is not. */
function timesOf(all: readonly Exchange[], some: readonly Exchange[]): number {
  return all.filter((one, index) => {
    const before = all[index - 1];
    return some.includes(one) && before !== undefined && !some.includes(before);
  }).length;
}

function isBroken(call: Call, exchange: Exchange): boolean {
  return isError(exchange) || (call.id !== undefined && isMissing(exchange));
}

/** 503 says that it is temporary (RFC 9110 §15.6.4). */
function isError({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500 && response.status !== 503;
}

/** A record with a known id that is not found although it exists. */
function isMissing({ response }: Exchange): boolean {
  return response !== undefined && [400, 404, 410, 422].includes(response.status);
}

/** §4 leaves the fields of the body open and §8 its size, so our body may be at fault instead of the target. */
const bodyRejections: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

async function notSuccess(session: Session, operation: OperationId, sample: Exchange): Promise<Outcome> {
  const { response, noReply } = sample;
  if (response === undefined) {
    const isReached = session.entries.some(({ call, exchange }) => isGood(call) && isSuccess(exchange));
    if (brokeOff(sample) && isReached) return judgeLost(session, { operation }, sample);
    return inconclusive(`there was no response: ${noReply?.message ?? "unknown"}`, sample);
  }
  const { status } = response;
  if (asksToWait(sample)) return inconclusive(`the target asks to retry later (${status})`, sample);
  if (operations[operation].shape === "create" && bodyRejections.has(status)) {
    return inconclusive(
      `the body was rejected with ${status}; set one that the target accepts (--create-body)`,
      sample,
    );
  }
  // A GET was sent twice already.
  if (status >= 500 && sample.request.method === "POST") {
    const again = await session.call({ operation, label: "again, after an internal error" });
    if (again instanceof Unavailable || (again.response?.status ?? 0) < 500) {
      return inconclusive(`responded with ${status}, which may be chance`, sample);
    }
  }
  return failed(`responded with ${status}; §4 shows a success${hint(session, operation, status)}`, sample);
}

function hint({ target }: Session, operation: OperationId, status: number): string {
  if (status === 401 || status === 403) return " (the token is accepted elsewhere; may it use this operation?)";
  if (status !== 404) return "";
  if (target.baseUrl.endsWith("/api/v1")) return " (give the base URL without /api/v1)";
  if (!hasId(operation)) return " (is the base URL right? The paths begin with /api/v1)";
  const [id = ""] = knownIds(target, operation);
  return ` (is "${id}" the id of a ${operations[operation].record} of this account?)`;
}
