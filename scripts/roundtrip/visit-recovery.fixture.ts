import { parseData } from "../../fixtures/data-file.ts";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { isObject, jsonOf, valueAt, type Json } from "../../fixtures/json.ts";
import { canonical } from "../../conformance/target/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { recoveryOf, type Recovery } from "./recovery.fixture.ts";
import { answer, requestOf } from "./visit-request.fixture.ts";
import type { Visit } from "./visit.fixture.ts";

/** Keys that no visit shows: it has no expired token, no rate limit, and no long body. */
const beyondVisits =
  /^(?:requests\.(?!options$|head$|cors$)\w+|limits\.bodyBytes|statuses\.failure\.(?:expiredToken|payloadTooLarge|tooManyRequests|missingBody|notAnObject|notAcceptable|undecodableId))$/;

/** What was recovered of what the visit shows. */
export function visitRecovery(visit: Visit): readonly Recovery[] {
  const { spoken, composed } = visit;
  return recoveryOf(visit, true).map((one) => {
    const { key } = one;
    const { required, unknownFields } = spoken.createUser;
    const { mediaTypes } = spoken.requests;
    const { missingToken, refusedToken } = spoken.statuses.failure;
    const fields = /^(?:filtering|sorting)\.(?:users|invoices)$/.test(key) ? visitedFields(visit, key) : undefined;
    if (fields !== undefined && fields.length > 0) {
      const found = [composed.found.get(key)?.value ?? []].flat().map(String).toSorted();
      return {
        key,
        outcome: String(found) === String(fields) ? "recovered" : "wrong",
        detail: `${found.join()} for ${fields.join()}`,
      };
    }
    const isHidden =
      beyondVisits.test(key) ||
      fields !== undefined ||
      (/^(?:filtering|sorting)\.style$/.test(key) && valueAt(spoken, key) === "none") ||
      (key === "statuses.failure.invalidBody" && required.length === 0 && unknownFields !== "reject") ||
      (key === "statuses.failure.unsupportedMediaType" && (mediaTypes.text ?? mediaTypes.other) !== "unsupported") ||
      (key === "statuses.failure.badParameter" && spoken.requests.hugePosition === "reject") ||
      (key === "auth.login" && missingToken >= 400 && refusedToken >= 400);
    if (key === "requests.options" && spoken.requests.options === "preflight") return { ...one, outcome: "hidden" };
    // A recording does not show that no parameter sets the size.
    if (key.endsWith(".parameters") && /"(?:size|limit)":null/.test(one.detail)) return { ...one, outcome: "hidden" };
    // A recording has no paths outside of the interface.
    const isBeside = key === "auth.guards" && spoken.auth.guards === "all";
    if (isBeside && composed.found.get(key)?.value === "prefix") return { ...one, outcome: "hidden" };
    const { id } = spoken.createUser;
    // Some failures may have a body, so tags may show that live runs do not see.
    const tag = composed.found.get(key)?.value ?? null;
    if (key === "responses.etag" && canonical(tag) === canonical(spoken.responses.etag)) {
      return { ...one, outcome: "recovered" };
    }
    // By chance, the ids of a few users may all begin like this.
    const isByChance = key === "createUser.id" && id.kind === "prefixed" && id.prefix.length === 1;
    if (isByChance) return { ...one, outcome: "hidden" };
    return isHidden && one.outcome === "unset" ? { ...one, outcome: "hidden" } : one;
  });
}

/** The fields by which a visit filters or sorts a list. */
function visitedFields({ spoken: { filtering, sorting }, requests }: Visit, key: string): readonly string[] {
  const queries = requests
    .filter(({ path }) => key.endsWith(path.slice("/api/v1/".length)))
    .map(({ query = {} }) => query);
  const names = queries.flatMap((query) => {
    if (key.startsWith("sorting."))
      return sorting.style === "none" ? [] : [query[sorting.parameter] ?? []].flat().map(String);
    return Object.keys(query).map((name) =>
      filtering.style === "bracket" ? name.replace(/^filter\[(.*)\]$/, "$1") : name,
    );
  });
  const known = key.endsWith("users") ? "users" : "invoices";
  const part = key.startsWith("filtering.") ? filtering : sorting;
  const declared = new Set(part.style === "none" ? [] : part[known]);
  return [...new Set(names.map((name) => name.replace(/^-/, "")))].filter((name) => declared.has(name)).toSorted();
}

/** Headers that clients use. */
const ofNote = ["content-type", "location", "www-authenticate", "etag", "link", "x-total-count", "retry-after"];

/**
 * Sends the recorded requests to a mock with the learned dialect.
 * @returns the differences from the recording: status, important headers, the structure of the body
 */
export async function differentResponses(visit: Visit, world: World): Promise<readonly string[]> {
  const dialect = readDialect(parseData(visit.text, "learned.yaml", "dialect"));
  const simulation = await createSimulation({ world, dialect });
  const changes: string[] = [];
  for (const [index, request] of visit.requests.entries()) {
    const now = await answer(simulation, request);
    const was = visit.responses[index];
    if (was === undefined) continue;
    const parts = [
      ["status", was.status, now.status],
      ...ofNote.map((name) => [name, headerShape(was.headers[name]), headerShape(now.headers[name])]),
      ["body", bodyShape(was.body), bodyShape(now.body)],
    ];
    const name = `${request.method ?? "GET"} ${requestOf(request).url} ${request.body ?? ""}`;
    for (const [part, before, after] of parts) {
      if (before !== after) changes.push(`${name}: ${part} ${before} became ${after}`);
    }
  }
  return changes;
}

/** Ids are different each time. */
function headerShape(value: string | undefined): string | undefined {
  return value?.replaceAll(/[\w.-]{8,}/g, "…");
}

/** The members and their types; of records those of the first. */
function bodyShape(body: string): string {
  const json = jsonOf(body);
  return json === undefined ? (body === "" ? "" : "text") : JSON.stringify(shapeOf(json));
}

function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isObject(value)) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  );
}
