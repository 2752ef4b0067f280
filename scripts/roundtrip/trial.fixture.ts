import { compose, dialectFile } from "../../conformance/learn/compose.ts";
import { learnFrom, maxRequests, type Learned } from "../../conformance/learn/learn-from.ts";
import { connectionSchema } from "../../conformance/target/connection.ts";
import type { HttpClient } from "../../conformance/target/http-client.ts";
import { listSecrets } from "../../conformance/target/credentials.ts";
import { secretsSchema, targetSchema } from "../../conformance/target/target.ts";
import { Stage } from "../../conformance/judge/stage.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { createRedactor, type Secret } from "../../fixtures/secrets/redactor.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { compareMocks, type Comparison } from "./visit.fixture.ts";
import { tokens } from "./world.fixture.ts";

/** What was learned of a dialect of the mock. */
export interface Trial {
  readonly learned: Learned;
  /** The methods of all requests, without duplicates. */
  readonly methods: readonly string[];
  /** The dialect as a file. */
  readonly text: string;
  /** How a mock with the learned dialect differs. */
  readonly comparison: Comparison;
}

/** Runs a mock with a dialect in the process itself, and learns it. */
export async function learnDirectly(spoken: Dialect, world: World, allowWrites: boolean): Promise<Trial> {
  const simulation = await createSimulation({ world, dialect: spoken });
  const target = targetSchema.parse({ baseUrl: "http://mock.example", allowWrites });
  const secrets = secretsSchema.parse({ first: tokens.good, expired: tokens.expired });
  const stage = new Stage({
    target,
    secrets,
    connection: connectionSchema.parse({ maxRequests }),
    runId: "orgkit0f00d",
    client: openDirectClient(simulation, listSecrets(secrets, target)),
  });
  const learned = await learnFrom(stage);
  const composed = compose(learned);
  const methods = [...new Set(stage.log.map(({ request }) => request.method))];
  const clock = frozenClock(Date.UTC(2026, 0, 2));
  const original = await createSimulation({ world, dialect: spoken, clock });
  const again = await createSimulation({ world, dialect: fillDialect(composed.dialect), clock });
  const comparison = await compareMocks(original, again, allowWrites);
  return { learned, methods, text: dialectFile(learned, composed), comparison };
}

/** A client that calls a simulation directly, without a network: hundreds of dialects are learned in a minute. */
function openDirectClient(simulation: Simulation, secrets: readonly Secret[]): HttpClient {
  const redactor = createRedactor(secrets);
  const maxBytes = simulation.dialect.limits.bodyBytes + 1;
  return {
    async send({ method, url, headers, body }) {
      const { pathname: path, search } = new URL(url);
      const bytes = new TextEncoder().encode(body ?? "").slice(0, maxBytes);
      const reply = await simulation.answer({ method, path, query: search.slice(1), headers, body: bytes });
      const request = { method, url: redactor.text(url), headers: redactor.headers(headers) };
      const response = { status: reply.status, headers: { ...reply.headers }, body: redactor.body(reply.body), ms: 0 };
      const exchange = { request: { ...request, ...(body === undefined ? {} : { body }) }, response };
      return { exchange, requests: 1, waited: 0 };
    },
    close: () => Promise.resolve(),
  };
}
