import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  hasId,
  listNames,
  listOf,
  listOperationIds,
  matchPath,
  operationIds,
  operationPath,
  operations,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { collectionOf } from "../../fixtures/contract/record-kinds.ts";
import { positionParameter, sizeParameter } from "../../fixtures/dialect/query-parameters.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { arbitraryCall, type GeneratedCall } from "../../mocks/adapters/hostile/any-call.fixture.ts";
import type { Reply } from "../../mocks/service/call.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { exampleRecords } from "../../mocks/simulation/example-records.ts";
import { createSimulation } from "../../mocks/simulation/create-simulation.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { testTimestamp } from "../../mocks/simulation/caller.fixture.ts";
import { bodyFor } from "../target/body.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";

const contract = parseContract(contractText());
const world = loadWorld("demo", 1);
const schema = z.record(z.string(), z.json());
const describedSchema = z.object({
  headers: z.record(z.string(), z.object({ schema })).default({}),
  content: z.record(z.string(), z.object({ schema: schema.default({}) })).default({}),
});

/** The headers that a dialect sets. */
const decided = /^(?:www-authenticate|location|retry-after|(?:x-)?ratelimit-.*)$/;

/** The differences between a response and the document. */
function faults(reply: Reply, id: OperationId, { paths, components }: OpenApiDocument): readonly string[] {
  const { path, method } = operations[id];
  const { responses } = z
    .object({ responses: z.record(z.string(), z.json()) })
    .parse(paths[path]?.[method.toLowerCase()]);
  if (!(reply.status in responses)) return ["status"];
  const described = describedSchema.parse(responses[reply.status]);
  const fits = (value: unknown, form: z.infer<typeof schema>): boolean =>
    new Validator({ components, ...form }, "2020-12").validate(value).valid;
  const { "content-type": contentType = "", ...headers } = reply.headers;
  const type = contentType.replace(/;.*/, "");
  const form = described.content[type]?.schema;
  const known = new Map(Object.entries(described.headers).map(([name, header]) => [name.toLowerCase(), header.schema]));
  const isWrong = ([name, value]: readonly [string, string]): boolean => {
    const expected = known.get(name);
    if (expected === undefined) return decided.test(name);
    return !fits(expected["type"] === "integer" ? Number(value) : value, expected);
  };
  return [
    ...(form === undefined && type !== "" ? [`content type ${type}`] : []),
    ...(form === undefined || fits(/[/+]json$/.test(type) ? JSON.parse(reply.body) : reply.body, form)
      ? []
      : [`body ${reply.body}`]),
    ...Object.entries(headers)
      .filter(isWrong)
      .map(([name, value]) => `header ${name}: ${value}`),
  ];
}

/** Sends requests to the mock and compares the responses. @returns the reasons of the responses */
async function compare(
  dialect: Dialect,
  choose: (simulation: Simulation) => readonly GeneratedCall[],
): Promise<readonly string[]> {
  const simulation = await createSimulation({ world, dialect, clock: frozenClock(testTimestamp) });
  const document = openApiDocument(contract, dialect, { examples: exampleRecords(simulation) });
  const seen: string[] = [];
  for (const { path, body = "", ...call } of choose(simulation)) {
    const [target = "", query = ""] = path.split("?");
    const match = matchPath(target);
    const operation = match?.version === "1" ? match.operations.get(call.method) : undefined;
    // What a client prefers is not described.
    if (operation === undefined || call.headers["prefer"] !== undefined) continue;
    const reply = await simulation.answer({ ...call, path: target, query, body: new TextEncoder().encode(body) });
    const { rule } = reply.why;
    expect(faults(reply, operation, document), `${operation} ${reply.status} ${rule}`).toStrictEqual([]);
    seen.push(rule);
  }
  return seen;
}

const authorization = `Bearer ${world.accounts[0]?.tokens[0]?.token}`;
const users = "/api/v1/users";
const get = (path: string, token = authorization): GeneratedCall => ({
  method: "GET",
  path,
  headers: { authorization: token },
});

/** Requests that random ones rarely or never include. */
function furtherCalls(dialect: Dialect): readonly GeneratedCall[] {
  const body = JSON.stringify(bodyFor(dialect)).replaceAll("{{unique}}", "further");
  const post = { method: "POST", path: users, headers: { authorization, "content-type": "application/json" } };
  return [
    get(users, "Bearer unknown"),
    get("/api/v1/subscriptions/%zz"),
    ...operationIds
      .filter(hasId)
      .map((id) => get(operationPath(id, String(world.accounts[0]?.[collectionOf(operations[id].record)][0]?.id)))),
    ...listOperationIds.flatMap((operation) => {
      const paging = dialect.paging[listOf(operation)];
      if (paging.style === "none") return [];
      const size = sizeParameter(paging);
      const queries = [
        ...["100000", "9".repeat(20)].map((far) => [positionParameter(paging), far]),
        ...(size === null ? [] : [[size, String(paging.maxSize + 1)]]),
      ];
      return queries.map((query) => get(`${operationPath(operation)}?${new URLSearchParams([query]).toString()}`));
    }),
    ...[body, body, " ".repeat(dialect.limits.bodyBytes + 1)].map((sent) => ({ ...post, body: sent })),
  ];
}

test("in any dialect, every response of the mock matches the document: status, headers, media type, body", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arbitraryDialect(), fc.nat(), async (drawn, seed) => {
      // If a body has fields that no user has, the created user has them anyway.
      const dialect = { ...drawn, createUser: { ...drawn.createUser, body: null } };
      const rules = await compare(dialect, (simulation) => [
        ...fc.sample(arbitraryCall(simulation), { numRuns: 40, seed }),
        ...furtherCalls(dialect),
      ]);
      const rate = { seconds: 1, ...dialect.limits.rate, requests: 1 };
      const limited = dialectSchema.parse({ ...dialect, limits: { ...dialect.limits, rate } });
      for (const rule of [...rules, ...(await compare(limited, () => [get(users), get(users)]))]) seen.add(rule);
    }),
    { numRuns: 25, seed: 20_261_124 },
  );
  // Failures that were not provoked were not compared.
  const failures = ["refusedToken", "notFound", "badParameter", "unreadableBody", "unsupportedMediaType"];
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...operationIds.map((id) => `statuses.success.${id}`),
      ...failures.map((kind) => `statuses.failure.${kind}`),
      ...["unreadable", "oversize", "beyondLast"].flatMap((key) => listNames.map((list) => `paging.${list}.${key}`)),
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
      "limits.rate",
    ]),
  );
});
