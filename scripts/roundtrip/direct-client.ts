import type { HttpClient, Outgoing } from "../../conformance/target/http-client.ts";
import type { Call } from "../../mocks/service/call.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { createRedactor, redactBody } from "../../conformance/target/redact.ts";
import type { Secret } from "../../conformance/target/redact.ts";

/** A client that asks a simulation itself, with no network between: hundreds of dialects are learned in a minute. */
export function directClient(simulation: Simulation, secrets: readonly Secret[]): HttpClient {
  const redact = createRedactor(secrets);
  return {
    async send(outgoing) {
      const reply = await Promise.resolve(simulation.answer(toCall(outgoing, simulation.dialect.limits.bodyBytes)));
      const { method, url, headers, body } = outgoing;
      const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
      return {
        exchange: {
          request: { method, url: redact(url), headers: shown, ...(body === undefined ? {} : { body }) },
          response: {
            status: reply.status,
            headers: { ...reply.headers },
            body: redactBody(reply.body, redact),
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
