import { compose, type Composed } from "../../conformance/learn/compose.ts";
import { dialectFile } from "../../conformance/learn/dialect-file.ts";
import { learnFrom, maxRequests, type Learned } from "../../conformance/learn/learn-from.ts";
import { connectionSchema } from "../../conformance/target/connection.ts";
import { secretsOf } from "../../conformance/target/secrets.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { Stage } from "../../conformance/judge/stage.ts";
import { secretsSchema, targetSchema } from "../../conformance/target/target.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { RecordData, World } from "../../fixtures/worlds/world.ts";
import type { Kind } from "../../mocks/service/record-collection.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
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
  /** The failures whose body differs in a mock with the learned dialect. */
  readonly otherFailures: readonly string[];
  /** The records in this dialect, before any user was created. */
  readonly records: Readonly<Record<Kind, readonly RecordData[]>>;
}

/** The records of a mock's first account. */
function recordsOf({ accounts: [account] }: Simulation): Trial["records"] {
  return {
    users: [...(account?.users.all() ?? [])],
    subscriptions: [...(account?.subscriptions.all() ?? [])],
    invoices: [...(account?.invoices.all() ?? [])],
  };
}

/** Runs a mock with a dialect in the process itself, and learns it. */
export async function learnDirectly(
  spoken: Dialect,
  world: World,
  options: { readonly allowWrites: boolean },
): Promise<Trial> {
  const simulation = await createSimulation({ world, dialect: spoken });
  const records = recordsOf(simulation);
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
    const clock = frozenClock(Date.UTC(2026, 0, 2));
    const again = await createSimulation({ world, dialect: fillDialect(composed.dialect), clock });
    const otherFailures = await failuresUnlike(
      await createSimulation({ world, dialect: spoken, clock }),
      again,
      options.allowWrites,
    );
    return { spoken, learned, methods, composed, text: dialectFile(learned, composed), records, otherFailures };
  } finally {
    await stage.close();
  }
}

/**
 * Sends failing requests to both mocks, and lists the failures whose bodies differ. Without writes, failures of bodies
 * were not seen.
 */
async function failuresUnlike(
  spoken: Simulation,
  learned: Simulation,
  allowWrites: boolean,
): Promise<readonly string[]> {
  const good = `Bearer ${tokens.good}`;
  const json = "application/json";
  const outgoing = (method: string, path: string, authorization?: string, type?: string, body = ""): Call => ({
    method,
    path: `/api/v1${path}`,
    query: "",
    headers: { authorization, "content-type": type },
    body: new TextEncoder().encode(body),
  });
  const calls = [
    outgoing("GET", "/users"),
    outgoing("GET", "/users", "Bearer roundtrip-token-9999"),
    outgoing("GET", "/users", `Bearer ${tokens.expired}`),
    outgoing("GET", "/nothing", good),
    ...(allowWrites
      ? [
          outgoing("POST", "/users", good, json, '{"a":'),
          outgoing("POST", "/users", good, json, "{}"),
          outgoing("PROPFIND", "/users", good),
        ]
      : []),
  ];
  const unlike: string[] = [];
  for (const call of calls) {
    const [one, other] = [await spoken.answer(call), await learned.answer(call)].map(({ status, headers, body }) =>
      status >= 400 ? `${headers["content-type"] ?? "no content type"} ${body}` : "no failure",
    );
    if (one !== other) unlike.push(`${call.method} ${call.path}: ${other} for ${one}`);
  }
  return unlike;
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
