import { matchPath, operations } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { shortened } from "../../fixtures/text.ts";
import type { Exchange } from "../judge/model.ts";
import { seenValue } from "../open-points/filtering.ts";
import type { Reading } from "../open-points/open-point.ts";
import type { NotShown } from "../open-points/reader.ts";
import { isAcceptedCreation } from "../judge/creation.ts";
import { shownInWords } from "../target/creations.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";

/**
 * A request and its status on one line: `GET /api/v1/users?page=x → 400`. Without data from records: ids and the values
 * of filters are left out.
 */
function exchangeText(exchange: Exchange, baseUrl: string): string {
  const { as, probe, request, response } = exchange;
  const notes = [
    ...(as === "first" ? [] : [`with ${credentialsInWords[as]}`]),
    ...(probe.label === undefined ? [] : [probe.label]),
    ...bodyNote(exchange),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  return `${request.method} ${shownPath(exchange, baseUrl)}${note} → ${response?.status ?? "no response"}`;
}

/** The requests that show a reading, without duplicates. */
export function evidenceLines(
  { exchanges }: Pick<Reading, "exchanges">,
  { baseUrl }: { readonly baseUrl: string },
): readonly string[] {
  return [...new Set(exchanges.map((exchange) => exchangeText(exchange, baseUrl)))];
}

function shownPath({ request, probe }: Exchange, baseUrl: string): string {
  const [place = "", query] = request.url.slice(baseUrl.length).split("?");
  // Ids that orgkit tries begin like known ones.
  const isId = matchPath(place)?.id !== undefined && probe.id !== undefined;
  const shown = isId ? place.replace(/[^/]*$/, "{id}") : place;
  if (query === undefined) return shown;
  const isSeen = probe.label === seenValue;
  const parts = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${isSeen ? "…" : value}`);
  return `${shown}?${shortened(parts.join("&"), 120)}`;
}

/** The names in a body, without its values. */
function bodyNote({ probe: { operation, text, body, method } }: Exchange): readonly string[] {
  if (operations[operation].method !== "POST" || method !== undefined) return [];
  if (text !== undefined) return [`${text.content.length} bytes of ${text.type.split(";")[0] || "no type"}`];
  return isObject(body) ? [`{${Object.keys(body).join(", ")}}`] : [];
}

/** What could not be learned, a line for each reason: the keys, why, and how to learn them. */
export function missingLines(missing: ReadonlyMap<string, Pick<NotShown, "message" | "give">>): readonly string[] {
  const groups = Map.groupBy(
    missing,
    ([, { message, give }]) => message + (give === undefined ? "" : `; give ${give}`),
  );
  return [...groups].map(([reason, keys]) => `${keys.map(([key]) => key).join(", ")}: ${reason}`);
}

/** The maximum length of a value in the list of created users. */
const maxValue = 80;

/** A created user, with what helps to find it: its id, if a response has it, and what was sent. */
export function createdText(exchange: Exchange): string {
  const { request, response } = exchange;
  const [record] = response === undefined ? [] : (readEnvelope(response).data ?? []);
  const id = isObject(record) ? record["id"] : undefined;
  const location = response?.headers["location"];
  const sent = readJson({ body: request.body ?? "" });
  const fresh = isObject(sent)
    ? Object.entries(sent).filter(([, value]) => typeof value === "string" && value.includes("orgkit"))
    : [];
  const parts = [
    ...(typeof id === "string" || typeof id === "number" ? [`id ${id}`] : location === undefined ? [] : [location]),
    ...fresh.slice(0, 2).map(([name, value]) => `${name} ${String(value)}`),
  ].map((part) => (part.length > maxValue ? `${part.slice(0, maxValue)}…` : part));
  const text = parts.length === 0 ? "one without an identifying value: the body was empty" : parts.join(", ");
  return isAcceptedCreation(exchange) ? text : `${text} (${shownInWords.nothing})`;
}
