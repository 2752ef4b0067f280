import type { HttpClient, Outgoing } from "../../conformance/target/http-client.ts";
import type { Call } from "../../mocks/service/call.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { createRedactor, type Secret } from "../../fixtures/secrets/redactor.ts";

/** A client that asks a simulation itself, with no network between: hundreds of dialects are learned in a minute. */
export function directClient(simulation: Simulation, secrets: readonly Secret[]): HttpClient {
  const redactor = createRedactor(secrets);
  return {
    async send(outgoing) {
      const reply = await Promise.resolve(simulation.answer(toCall(outgoing, simulation.dialect.limits.bodyBytes)));
      const { method, url, headers, body } = outgoing;
      const shown = redactor.headers(headers);
      return {
        exchange: {
          request: { method, url: redactor.url(url), headers: shown, ...(body === undefined ? {} : { body }) },
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
