import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  hasId,
  operationIds,
  operationPath,
  operations,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { arbitraryCall, type GeneratedCall } from "../../mocks/adapters/hostile/any-call.fixture.ts";
import type { Reply } from "../../mocks/service/call.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { testTimestamp } from "../../mocks/simulation/caller.fixture.ts";
import { matchRequest } from "../proxy/match-request.ts";
import { bodyFor } from "../target/body.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";

const contract = parseContract(contractText());
const world = loadWorld("demo", 1);
const members = z.record(z.string(), z.json());
type Schema = z.infer<typeof members>;

const responseSchema = z.object({
  headers: z.record(z.string(), z.object({ schema: members })).default({}),
  content: z.record(z.string(), z.object({ schema: members.optional() })).default({}),
});
const operationSchema = z.object({ responses: z.record(z.string(), responseSchema) });

/** The interface document of a dialect for an operation, and whether a value matches a schema in it. */
function describedBy(dialect: Dialect) {
  const { paths, components } = openApiDocument(contract, dialect);
  return {
    responses: (id: OperationId) => {
      const { path, method } = operations[id];
      return operationSchema.parse(paths[path]?.[method.toLowerCase()]).responses;
    },
    fits: (value: unknown, schema: Schema) => new Validator({ components, ...schema }, "2020-12").validate(value).valid,
  };
}

/** The headers that a dialect sets. */
const decided = /^(?:www-authenticate|location|retry-after|(?:x-)?ratelimit-.*)$/;

/** The differences between a response and the document. */
function faults(reply: Reply, id: OperationId, { responses, fits }: ReturnType<typeof describedBy>): readonly string[] {
  const response = responses(id)[reply.status];
  if (response === undefined) return [`${id} ${reply.status} ${reply.why.rule}: not described`];
  const type = (reply.headers["content-type"] ?? "").replace(/;.*/, "");
  const content = response.content[type];
  const headers = Object.entries(response.headers).map(([name, header]) => ({ ...header, name: name.toLowerCase() }));
  return [
    ...(content === undefined && type !== "" ? [`content type ${type}`] : []),
    ...(content?.schema === undefined || fits(readBody(type, reply.body), content.schema)
      ? []
      : [`body ${reply.body}`]),
    ...headers
      .filter(({ name, schema }) => {
        const value = reply.headers[name];
        return value !== undefined && !fits(schema["type"] === "integer" ? Number(value) : value, schema);
      })
      .map(({ name }) => `header ${name}: ${reply.headers[name]}`),
    ...Object.keys(reply.headers)
      .filter((name) => decided.test(name) && !headers.some((header) => header.name === name))
      .map((name) => `header ${name}: not described`),
  ].map((fault) => `${id} ${reply.status} ${reply.why.rule}: ${fault}`);
}

function readBody(type: string, body: string): unknown {
  return /[/+]json$/.test(type) ? JSON.parse(body) : body;
}

function open(dialect: Dialect): Promise<Simulation> {
  return createSimulation({ world, dialect, clock: frozenClock(testTimestamp) });
}

function answer(simulation: Simulation, { method, path, headers, body = "" }: GeneratedCall): Promise<Reply> {
  const [target = "", query = ""] = path.split("?");
  return simulation.answer({ method, path: target, query, headers, body: new TextEncoder().encode(body) });
}

const authorization = `Bearer ${world.accounts[0]?.tokens[0]?.token}`;
const users = "/api/v1/users";

/** Requests that random ones rarely or never include. */
function furtherCalls(dialect: Dialect): readonly GeneratedCall[] {
  const body = JSON.stringify(bodyFor(dialect)).replaceAll("{{unique}}", "further");
  const post = { method: "POST", path: users, headers: { authorization, "content-type": "application/json" } };
  const get = (path: string): GeneratedCall => ({ method: "GET", path, headers: { authorization } });
  return [
    { method: "GET", path: users, headers: { authorization: "Bearer unknown" } },
    { method: "GET", path: "/api/v1/subscriptions/%zz", headers: {} },
    ...operationIds
      .filter(hasId)
      .map((id) => get(operationPath(id, String(world.accounts[0]?.[`${operations[id].record}s`][0]?.id)))),
    ...(["users", "invoices"] as const).flatMap((list) => {
      const paging = dialect.paging[list];
      const [place = ""] = paging.style === "none" ? [] : Object.values(paging.parameters);
      return ["100000", "9".repeat(20)].map((far) => get(`/api/v1/${list}?${encodeURIComponent(place ?? "")}=${far}`));
    }),
    ...[body, body].map((same) => ({ ...post, body: same })),
    { ...post, body: " ".repeat(dialect.limits.bodyBytes + 1) },
  ];
}

test("in any dialect, every response of the mock matches the document: status, headers, media type, body", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arbitraryDialect(), fc.nat(), async (drawn, seed) => {
      // If a body has fields that no user has, the created user has them anyway.
      const dialect = { ...drawn, createUser: { ...drawn.createUser, body: null } };
      const simulation = await open(dialect);
      const described = describedBy(dialect);
      const calls = fc.sample(arbitraryCall(simulation), { numRuns: 40, seed });
      for (const call of [...calls, ...furtherCalls(dialect)]) {
        const place = matchRequest(call.method, call.path.split("?")[0] ?? "");
        if (place.kind !== "operation") continue;
        const reply = await answer(simulation, call);
        expect(faults(reply, place.operation, described)).toStrictEqual([]);
        seen.add(reply.why.rule);
      }
    }),
    { numRuns: 25, seed: 20_261_124 },
  );
  // Failures that were not provoked were not compared.
  const failures = ["refusedToken", "notFound", "badParameter", "unreadableBody", "unsupportedMediaType"];
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...operationIds.map((id) => `statuses.success.${id}`),
      ...failures.map((kind) => `statuses.failure.${kind}`),
      ...["users", "invoices"].flatMap((list) =>
        ["unreadable", "oversize", "beyondLast"].map((key) => `paging.${list}.${key}`),
      ),
      "AUTH-02",
      "AUTH-03",
      "AUTH-04",
      "AUTH-06",
      "subscriptionId.illFormed",
      "sorting",
      "sorting.unknownField",
      "createUser.required",
      "createUser.unique",
      "limits.bodyBytes",
    ]),
  );
});

test("a request above the limit matches the document, in any dialect with a rate limit", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDialect(), async (drawn) => {
      const rate = drawn.limits.rate === null ? { requests: 1, seconds: 1 } : { ...drawn.limits.rate, requests: 1 };
      const dialect = dialectSchema.parse({ ...drawn, limits: { ...drawn.limits, rate } });
      const simulation = await open(dialect);
      const call = { method: "GET", path: users, headers: { authorization } };
      await answer(simulation, call);
      const reply = await answer(simulation, call);
      expect(reply.why.rule).toBe("limits.rate");
      expect(faults(reply, "listUsers", describedBy(dialect))).toStrictEqual([]);
    }),
    { numRuns: 30, seed: 20_261_124 },
  );
});
