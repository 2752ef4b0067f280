import { operations } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { isAcceptedCreation, shownInWords } from "../log/creation.ts";
import type { Exchange } from "../log/model.ts";
import { seenValue } from "../open-points/filtering.ts";
import { credentialKinds } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";

/**
 * The requests that show a value, without duplicates: `GET /api/v1/users?page=x → 400`. Without data from records: ids,
 * values of bodies and of filters are left out.
 */
export function describeEvidence(exchanges: readonly Exchange[], baseUrl: string): readonly string[] {
  return [...new Set(exchanges.map((exchange) => describeExchange(exchange, baseUrl)))];
}

function describeExchange({ as, probe, request, response }: Exchange, baseUrl: string): string {
  const [path = "", query = ""] = request.url.slice(baseUrl.length).split("?");
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    probe.label === seenValue ? `${name}=…` : `${name}=${value}`,
  );
  const isCreation = operations[probe.operation].method === "POST" && probe.method === undefined;
  const notes = [
    ...(as === "first" ? [] : [`with ${credentialKinds[as].words}`]),
    ...(probe.label === undefined ? [] : [probe.label]),
    ...(isCreation && probe.text !== undefined ? [`${probe.text.content.length} bytes of ${probe.text.type}`] : []),
    ...(isCreation && isObject(probe.body) ? [`{${Object.keys(probe.body).join(", ")}}`] : []),
  ];
  return [
    request.method,
    // Ids that orgkit tries begin like known ones.
    (probe.id === undefined ? path : path.replace(/[^/]*$/, "{id}")) +
      (parameters.length === 0 ? "" : `?${shortened(parameters.join("&"), 120)}`),
    ...(notes.length === 0 ? [] : [`(${notes.join(", ")})`]),
    `→ ${response?.status ?? "no response"}`,
  ].join(" ");
}

/** A created user, with what helps to find it: its id or address, if a response has it, and the text that was sent. */
export function describeCreated(exchange: Exchange): string {
  const { request, response, marker = "" } = exchange;
  const [record] = response === undefined ? [] : (readEnvelope(response).data ?? []);
  const id = isObject(record) ? record["id"] : undefined;
  const reference = typeof id === "string" || typeof id === "number" ? `id ${id}` : response?.headers["location"];
  const parts = [reference, request.body?.includes(marker) === true ? marker : undefined].filter(
    (part) => part !== undefined,
  );
  const text = parts.length === 0 ? "one without an identifying value: the body was empty" : parts.join(", ");
  return shortened(text, 160) + (isAcceptedCreation(exchange) ? "" : ` (${shownInWords.nothing})`);
}
