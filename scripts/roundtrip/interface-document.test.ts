import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  listNames,
  matchPath,
  operationIds,
  operations,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { exampleRecords, openApiDocument, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { anyCall } from "../../mocks/adapters/hostile/any-call.fixture.ts";
import type { Call, Reply } from "../../mocks/service/call.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { testCall, testTimestamp } from "../../mocks/simulation/caller.fixture.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { visit, roundtripWorld, tokens } from "./trial.fixture.ts";

const world = await roundtripWorld(40);
const schema = z.record(z.string(), z.json());
const describedSchema = z.object({
  headers: z.record(z.string(), z.object({ schema })).default({}),
  content: z.record(z.string(), z.object({ schema: schema.default({}) })).default({}),
});

/** Headers for browsers, which no dialect decides. */
const transport = /^(?:access-control-.*|content-security-policy|vary)$/;

type Fits = (value: unknown, form: z.infer<typeof schema>) => boolean;

/** Whether values fit schemas of a document; each is prepared once. */
function openValidator({ components }: OpenApiDocument): Fits {
  const validators = new Map<string, Validator>();
  return (value, form) => {
    const key = JSON.stringify(form);
    const validator = validators.get(key) ?? new Validator({ components, ...form }, "2020-12");
    validators.set(key, validator);
    return validator.validate(value).valid;
  };
}

/** The differences between a response and the document. */
function faults(reply: Reply, id: OperationId, { paths }: OpenApiDocument, fits: Fits): readonly string[] {
  const { path, method } = operations[id];
  const { responses } = z
    .object({ responses: z.record(z.string(), z.json()) })
    .parse(paths[path]?.[method.toLowerCase()]);
  if (!(reply.status in responses)) return ["status"];
  const described = describedSchema.parse(responses[reply.status]);
  const { "content-type": contentType = "", ...headers } = reply.headers;
  const type = contentType.replace(/;.*/, "");
  const form = described.content[type]?.schema;
  const known = new Map(Object.entries(described.headers).map(([name, header]) => [name.toLowerCase(), header.schema]));
  const isWrong = ([name, value]: readonly [string, string]): boolean => {
    const expected = known.get(name);
    if (expected === undefined) return !transport.test(name);
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
  choose: (simulation: Simulation) => readonly Call[],
): Promise<readonly string[]> {
  const simulation = await createSimulation({ world, dialect, clock: frozenClock(testTimestamp) });
  const document = openApiDocument(dialect, { examples: exampleRecords(simulation.accounts) });
  const fits = openValidator(document);
  const seen: string[] = [];
  for (const call of choose(simulation)) {
    const match = matchPath(call.path);
    const operation = match?.version === "1" ? match.operations.get(call.method) : undefined;
    // What a client prefers is not described.
    if (operation === undefined || call.headers["prefer"] !== undefined) continue;
    const reply = await simulation.answer(call);
    const { rule } = reply.why;
    expect(faults(reply, operation, document, fits), `${operation} ${reply.status} ${rule}`).toStrictEqual([]);
    seen.push(rule);
  }
  return seen;
}

const plain = testCall({ token: tokens.good });
const withBadId = testCall({ token: tokens.good, path: "/api/v1/subscriptions/%zz" });

test("in any dialect, every response of the mock matches the document: status, headers, media type, body", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(arbitraryDialect(), fc.nat(), async (drawn, seed) => {
      // If a body has fields that no user has, the created user has them anyway.
      const dialect = { ...drawn, createUser: { ...drawn.createUser, body: null } };
      const rules = await compare(dialect, (simulation) => [
        ...fc.sample(anyCall(simulation), { numRuns: 30, seed }),
        ...visit(simulation, true),
        withBadId,
      ]);
      const rate = { seconds: 1, ...dialect.limits.rate, requests: 1 };
      const limited = dialectSchema.parse({ ...dialect, limits: { ...dialect.limits, rate } });
      for (const rule of [...rules, ...(await compare(limited, () => [plain, plain]))]) seen.add(rule);
    }),
    { numRuns: 12, seed: 20_261_124 },
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
