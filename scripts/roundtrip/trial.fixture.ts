import { compose, type Composed } from "../../conformance/learn/compose.ts";
import { dialectFile } from "../../conformance/learn/dialect-file.ts";
import { learnFrom, maxRequests, type Learned } from "../../conformance/learn/learn-from.ts";
import { connectionSchema } from "../../conformance/target/connection.ts";
import { secretsOf } from "../../conformance/target/secrets.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { Stage } from "../../conformance/judge/stage.ts";
import { secretsSchema, targetSchema } from "../../conformance/target/target.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { compareMocks, type Comparison } from "./visit.fixture.ts";
import { tokens } from "./world.fixture.ts";
import type { HttpClient, Outgoing } from "../../conformance/target/http-client.ts";
import type { Call } from "../../mocks/service/call.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { createRedactor, type Secret } from "../../fixtures/secrets/redactor.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

/** A dialect of the mock, and what was learned of it. */
export interface Trial {
  readonly spoken: Dialect;
  readonly learned: Learned;
  readonly composed: Composed;
  /** The methods of all requests, without duplicates. */
  readonly methods: readonly string[];
  /** The dialect as a file. */
  readonly text: string;
  /** How a mock with the learned dialect differs. */
  readonly comparison: Comparison;
}

/** Runs a mock with a dialect in the process itself, and learns it. */
export async function learnDirectly(
  spoken: Dialect,
  world: World,
  options: { readonly allowWrites: boolean },
): Promise<Trial> {
  const simulation = await createSimulation({ world, dialect: spoken });
  const target = targetSchema.parse({
    baseUrl: "http://mock.example",
    allowWrites: options.allowWrites,
  });
  const secrets = secretsSchema.parse({ first: tokens.good, expired: tokens.expired });
  const stage = new Stage({
    target,
    secrets,
    connection: connectionSchema.parse({ maxCreated: maxCreated.learn, maxRequests }),
    runId: "orgkit0f00d",
    client: directClient(simulation, secretsOf(secrets, target)),
  });
  try {
    const learned = await learnFrom(stage);
    const composed = compose(learned);
    const methods = [...new Set(stage.log.map(({ request }) => request.method))];
    const [original, again] = await Promise.all(
      [spoken, fillDialect(composed.dialect)].map((dialect) =>
        createSimulation({ world, dialect, clock: frozenClock(Date.UTC(2026, 0, 2)) }),
      ),
    );
    if (original === undefined || again === undefined) throw new Error("there are two simulations");
    const comparison = await compareMocks(original, again, options.allowWrites);
    return { spoken, learned, methods, composed, text: dialectFile(learned, composed), comparison };
  } finally {
    await stage.close();
  }
}

/** A client that calls a simulation directly, without a network: hundreds of dialects are learned in a minute. */
function directClient(simulation: Simulation, secrets: readonly Secret[]): HttpClient {
  const redactor = createRedactor(secrets);
  return {
    async send(outgoing) {
      const reply = await Promise.resolve(simulation.answer(toCall(outgoing, simulation.dialect.limits.bodyBytes)));
      const { method, url, headers, body } = outgoing;
      const shown = redactor.headers(headers);
      return {
        exchange: {
          request: { method, url: redactor.text(url), headers: shown, ...(body === undefined ? {} : { body }) },
          response: {
            status: reply.status,
            headers: { ...reply.headers },
            body: redactor.body(reply.body),
            ms: 0,
          },
        },
        requests: 1,
        waited: 0,
      };
    },
    close: () => Promise.resolve(),
  };
}

function toCall({ method, url, headers, body = "" }: Outgoing, bodyBytes: number): Call {
  const [address = "", query = ""] = url.split("?");
  return {
    method,
    path: address.replace(/^https?:\/\/[^/]+/, ""),
    query,
    headers,
    body: new TextEncoder().encode(body).slice(0, bodyBytes + 1),
  };
}
