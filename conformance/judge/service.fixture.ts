import { listOperationIds, operations } from "../../fixtures/contract/operations.ts";
import type { HttpClient, Sent } from "../target/http-client.ts";
import type { Outgoing } from "../target/transport.ts";
import { connectionSchema, type Connection } from "../target/connection.ts";
import { secretsSchema, targetSchema, type Target } from "../target/target.ts";
import type { z } from "zod";
import { Stage } from "./stage.ts";

/** A small service in memory, of two accounts with the same users, for tests of the judge. */
export class Service implements HttpClient {
  readonly users: object[] = [1, 2, 3].map((id) => ({ id, name: `Ada ${id}` }));
  readonly requests: Outgoing[] = [];
  /** The status of responses to creations with the valid token. */
  creationStatus = 201;
  /** Whether a rejected creation stores its user all the same. */
  storesRejected = false;
  /** Whether each account gets its own subscription for the id of the other one. */
  mixesUpIds = false;
  /** Which requests get 429, and how many were sent again for each of the others. */
  isLimited: (outgoing: Outgoing) => boolean = () => false;
  resent = 0;
  /** Which requests end the service. */
  isFatal: (outgoing: Outgoing) => boolean = () => false;
  /** Milliseconds until it responds again. */
  downtime = 0;
  #downUntil = 0;

  async send(outgoing: Outgoing): Promise<Sent> {
    this.requests.push(outgoing);
    const { method, url, headers, body } = outgoing;
    const request = { method, url, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
    const isDown = performance.now() < this.#downUntil;
    if (isDown || this.isFatal(outgoing)) {
      if (!isDown) this.#downUntil = performance.now() + this.downtime;
      const noReply = { kind: isDown ? "refused" : "broken", message: "the connection was closed" } as const;
      return Promise.resolve({ exchange: { request, noReply }, requests: 1, waited: 0 });
    }
    const [status, json] = this.#respond(outgoing);
    const response = { status, headers: { "content-type": "application/json" }, body: JSON.stringify(json), ms: 1 };
    return Promise.resolve({ exchange: { request, response }, requests: 1 + this.resent, waited: 0 });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #respond({ method, url, headers, body = "" }: Outgoing): readonly [status: number, json: unknown] {
    const { pathname } = new URL(url);
    if (this.isLimited({ method, url, headers, body })) return [429, { error: "too many requests" }];
    const isSecond = headers["authorization"] === "Bearer other";
    const isAuthorized = isSecond || headers["authorization"] === "Bearer good";
    if (method === "POST") {
      const status = isAuthorized ? this.creationStatus : 401;
      if (status < 300 || this.storesRejected) this.users.push({ id: this.users.length + 1, name: body });
      return [status, status < 300 ? listOf(this.users.slice(-1)) : { error: "rejected" }];
    }
    if (!isAuthorized) return [401, { error: "rejected" }];
    if (pathname === "/api/v1/users") return [200, listOf(this.users)];
    if (listOperationIds.some((list) => operations[list].path === pathname))
      return [200, listOf([{ id: isSecond ? "i-9" : "i-1" }])];
    const [own, other] = isSecond ? ["s-9", "s-1"] : ["s-1", "s-9"];
    const served = this.mixesUpIds ? [own, other] : [own];
    return served.some((id) => pathname === `/api/v1/subscriptions/${id}`)
      ? [200, listOf([{ id: own }])]
      : [404, { error: "unknown" }];
  }
}

function listOf(data: readonly object[]): object {
  return { data, meta: { page: 1, total: data.length } };
}

/** A stage on a service. */
export function stageOn(
  client: Service,
  given: Partial<z.input<typeof targetSchema>> = {},
  connection: Partial<Connection> = {},
  second?: string,
): Stage {
  const target: Target = targetSchema.parse({
    baseUrl: "https://target.example",
    ids: { subscription: ["s-1"] },
    allowWrites: true,
    ...given,
  });
  return new Stage({
    target,
    secrets: secretsSchema.parse({ first: "good", second }),
    connection: connectionSchema.parse({ patience: 0, ...connection }),
    runId: "orgkit0a1b2c",
    client,
  });
}
