import { writeFileSync } from "node:fs";
import { harEnd, harEntryText, harStart } from "../../fixtures/har/har.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  operationPath,
  operations,
  type OneOperationId,
} from "../../fixtures/contract/operations.ts";
import {
  firstPosition,
  isNumbered,
  positionParameter,
  sizeParameter,
  type NumberedPaging,
} from "../../fixtures/dialect/paging.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { compose } from "../../conformance/learn/compose.ts";
import { dialectFile } from "../../conformance/learn/dialect-file.ts";
import { learnTraffic, openTraffic } from "../../conformance/learn/learn-har.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { recordsOf, type Trial } from "./trial.fixture.ts";
import { answer, requestOf, type VisitRequest, type VisitResponse } from "./visit-request.fixture.ts";
import { tokens } from "./world.fixture.ts";

/** Whether a visit sees the paging of lists: it requests pages by number or offset, and follows no cursor. */
export function isVisitable({ paging }: Dialect): boolean {
  return paging.users.style !== "cursor";
}

/**
 * The requests of someone trying out a service: lists, pages, sorting, filters, single records, creations, and
 * failures.
 */
function* visitOf(spoken: Dialect, records: Trial["records"]): Generator<VisitRequest> {
  for (const list of ["users", "invoices"] as const) {
    const path = `/api/v1/${list}`;
    const paging = spoken.paging[list];
    yield { path };
    if (isNumbered(paging)) {
      const { maxSize } = paging;
      const first = firstPosition(paging);
      const position = positionParameter(paging);
      const sized = (size: number | string) => sizeQuery(paging, size);
      const isPage = paging.style === "page";
      for (const [page, length] of [
        [0, 2],
        [1, 2],
        [2, 2],
        [1, 5],
        [3, 3],
      ] as const) {
        yield { path, query: { ...sized(length), [position]: isPage ? page + first : page * length } };
      }
      yield { path, query: { [position]: isPage ? 1 + first : paging.defaultSize } };
      yield { path, query: sized(maxSize) };
      yield { path, query: sized(maxSize + 1) };
      yield { path, query: { [position]: isPage ? 500 : 5000 } };
      yield { path, query: { [position]: "next" } };
      yield { path, query: sized("all") };
    }
    const { filtering, sorting } = spoken;
    if (filtering.style !== "none") {
      for (const field of filtering[list]) {
        const value = records[list].map((record) => record[field]).find((one) => one !== records[list][0]?.[field]);
        const name = filtering.style === "bracket" ? `filter[${field}]` : field;
        if (typeof value === "string" || typeof value === "number") yield { path, query: { [name]: value } };
      }
    }
    if (sorting.style !== "none") {
      for (const field of sorting[list]) {
        yield { path, query: { [sorting.parameter]: field } };
        if (sorting.style === "signed") yield { path, query: { [sorting.parameter]: `-${field}` } };
        else yield { path, query: { [sorting.parameter]: field, [sorting.orderParameter]: "desc" } };
      }
      yield { path, query: { [sorting.parameter]: "shoeSize" } };
    }
  }
  const { notFound, badParameter } = spoken.statuses.failure;
  const isWorded = /\{\{\s*(?:code|message)\s*\}\}/.test(JSON.stringify(errorTemplate(spoken.errors).body));
  for (const operation of operationIds.filter(hasId)) {
    const ids = idsOf(operation, records);
    for (const id of [...ids.slice(0, 5), unknownLike(ids), "no~such~thing"]) {
      yield { path: operationPath(operation, id) };
    }
    // If both get the same response, they cannot be told apart.
    if (isWorded || notFound !== badParameter) yield { path: operations[operation].path.replace("{id}", "%zz") };
  }
  const paths = [
    ...listOperationIds.map((operation) => operationPath(operation)),
    ...operationIds.filter(hasId).map((operation) => operationPath(operation, idsOf(operation, records)[0])),
  ];
  for (const path of paths) {
    yield { path, authorization: null };
    yield { path, authorization: "Bearer mistyped-token-0007" };
    yield { path, authorization: `bearer ${tokens.good}` };
  }
  yield { path: "/users" };
  yield { path: "/api/v2/users" };
  yield { path: "/api/v1/nowhere" };
  for (const method of ["HEAD", "PROPFIND"] as const) yield { path: "/api/v1/users", method };
  const listed = Array.isArray(spoken.requests.cors?.origins) ? spoken.requests.cors.origins : [];
  for (const origin of [...listed, "https://visit.example", "https://another-visit.example"]) {
    yield { path: "/api/v1/users", headers: { origin } };
    const headers = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-visit",
    };
    yield { path: "/api/v1/users", method: "OPTIONS", authorization: null, headers };
  }
  // Other `OPTIONS` requests may get the response of a preflight.
  if (spoken.requests.options !== "preflight") yield { path: "/api/v1/users", method: "OPTIONS" };
  for (const path of paths.filter((one) => one !== "/api/v1/users")) yield { path, method: "PROPFIND" };
  yield { path: "/api/v1/users", method: "PROPFIND", authorization: null };
  yield { path: "/api/v1/nowhere", authorization: null };
  yield* lastPages(spoken, records);
  yield* creations(spoken, records);
  // The created user is at the end.
  yield* lastPages(spoken, records);
}

function sizeQuery(paging: NumberedPaging, size: number | string): Readonly<Record<string, number | string>> {
  const name = sizeParameter(paging);
  return name === null ? {} : { [name]: size };
}

function* lastPages({ paging: { users } }: Dialect, records: Trial["records"]): Generator<VisitRequest> {
  if (!isNumbered(users)) yield { path: "/api/v1/users" };
  else {
    const length = sizeParameter(users) === null ? users.defaultSize : Math.min(10, users.maxSize);
    const position = positionParameter(users);
    const start = Math.floor(records.users.length / length);
    for (let page = start; page <= start + Math.ceil(8 / length); page += 1) {
      yield {
        path: "/api/v1/users",
        query: {
          ...sizeQuery(users, length),
          [position]: users.style === "page" ? page + firstPosition(users) : page * length,
        },
      };
    }
  }
}

function* creations({ createUser, requests }: Dialect, { users }: Trial["records"]): Generator<VisitRequest> {
  const post = (body: string, type?: string): VisitRequest => ({
    method: "POST",
    path: operations.createUser.path,
    body,
    ...(type === undefined ? {} : { type }),
  });
  const bodyOf = (round: number): Record<string, unknown> =>
    Object.fromEntries(
      ["email", "name", ...createUser.required, ...createUser.unique].map(
        (name) => [name, valueOf(name, users, round)] as const,
      ),
    );
  const smallest = Object.fromEntries(createUser.required.map((name) => [name, valueOf(name, users, 0)]));
  yield post(JSON.stringify(smallest));
  for (const name of createUser.required) {
    const { [name]: _left, ...others } = bodyOf(1);
    yield post(JSON.stringify(others));
  }
  yield post(JSON.stringify({ ...bodyOf(2), shoeSize: true }));
  // All fields of a user, which shows those that the service sets.
  const set = Object.keys(users[0] ?? {}).filter((name) => name !== "id");
  const other = (name: string): unknown =>
    users
      .map((user) => user[name])
      .find((value) => ![createUser.defaults[name], createUser.generated[name]].includes(value));
  const all = Object.fromEntries(set.map((name) => [name, other(name)]));
  const whole = { ...all, ...bodyOf(3), lastSeenAt: "2001-02-03T04:05:06.000Z" };
  yield post(JSON.stringify(whole));
  for (const name of createUser.unique) {
    yield post(JSON.stringify({ ...bodyOf(4), [name]: bodyOf(3)[name] }));
  }
  if (createUser.unique.length === 0) yield post(JSON.stringify(whole));
  yield post('{"email":');
  const { text = requests.mediaTypes.other } = requests.mediaTypes;
  // Any other type may be accepted somehow.
  if (text === "unsupported") yield post("email=ada", "text/plain");
}

function valueOf(name: string, users: readonly RecordData[], round: number): unknown {
  if (name === "email") return `visitor.${round}@visit.example`;
  const value = users[0]?.[name];
  return typeof value === "string" && !/^\d{4}-/.test(value) && new Set(users.map((user) => user[name])).size > 20
    ? `Visitor ${round}`
    : (value ?? `Visitor ${round}`);
}

/** The ids of an operation's records. */
function idsOf(operation: OneOperationId, records: Trial["records"]): readonly string[] {
  return records[`${operations[operation].record}s`].map(({ id }) => String(id));
}

/** An unknown id of the same format. */
function unknownLike(ids: readonly string[]): string {
  const [first = ""] = ids;
  const all = [...Array(36).keys()].map((digit) => first.slice(0, -2) + digit.toString(36) + first.at(-1));
  return all.find((id) => !ids.includes(id) && /^\d/.test(first.at(-2) ?? "") === /^\d/.test(id.at(-2) ?? "")) ?? "";
}

/** A visit to the mock in a dialect, recorded as HAR and learned. */
export interface Visit extends Trial {
  readonly requests: readonly VisitRequest[];
  readonly responses: readonly VisitResponse[];
}

/**
 * Starts a mock with a dialect, visits it, and learns from the HAR file of the visit.
 * @param file to write the HAR to
 */
export async function learnVisit(spoken: Dialect, world: World, file: string): Promise<Visit> {
  const simulation = await createSimulation({ world, dialect: spoken });
  const records = recordsOf(simulation);
  const requests = [...visitOf(spoken, records)];
  const responses: VisitResponse[] = [];
  for (const request of requests) responses.push(await answer(simulation, request));
  const entries = requests.map((request, index) => {
    const response = responses[index] ?? { status: 0, headers: {}, body: "" };
    return harEntryText({
      request: requestOf(request),
      response: { ...response, ms: 1 },
      startedAt: new Date(index * 1000),
    });
  });
  writeFileSync(file, harStart("0") + entries.join(",\n") + harEnd);
  const learned = await learnTraffic(await openTraffic([file]), false);
  const composed = compose(learned);
  const text = dialectFile(learned, composed);
  // The bodies of failures are compared by `differentResponses`.
  return { spoken, learned, composed, methods: [], otherFailures: [], text, records, requests, responses };
}
