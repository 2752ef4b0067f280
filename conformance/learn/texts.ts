import { matchPath, operations } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import type { Answer, Found, Unset } from "../discovery/observation.ts";
import { shownInWords, type Creation } from "../target/creations.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";

/** Replaces query values that come from records. */
const seenValue = "a value seen";

/**
 * A request and its status on one line: `GET /api/v1/users?page=x → 400`. Without data from records: ids and the values
 * of filters are left out.
 */
function evidenceText(answer: Answer, baseUrl: string): string {
  const { call, exchange } = answer;
  const { method, url } = exchange.request;
  const notes = [
    ...(call.as === undefined || call.as === "first"
      ? []
      : [`with ${call.as === "second" ? "an expired token" : credentialsInWords[call.as]}`]),
    ...(call.label === undefined ? [] : [call.label]),
    ...bodyNote(answer),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  return `${method} ${shownPath(url.slice(baseUrl.length), call.label)}${note} → ${exchange.response.status}`;
}

/** The requests that show a finding, without duplicates. */
export function evidenceLines(
  { evidence }: Pick<Found, "evidence">,
  { baseUrl }: { readonly baseUrl: string },
): readonly string[] {
  return [...new Set(evidence.map((answer) => evidenceText(answer, baseUrl)))];
}

function shownPath(path: string, label: string | undefined): string {
  const [place = "", query] = path.split("?");
  const match = matchPath(place);
  // Ids that orgkit tries begin like known ones.
  const isId = label !== undefined && match?.id !== undefined;
  const shown = isId ? place.replace(/[^/]*$/, "{id}") : place;
  if (query === undefined) return shown;
  const parts = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${label === seenValue ? "…" : value}`);
  const all = parts.join("&");
  return `${shown}?${all.length > 120 ? `${all.slice(0, 117)}…` : all}`;
}

/** The names in a body, without its values. */
function bodyNote({ call }: Answer): readonly string[] {
  if (call.operation !== "createUser" || operations[call.operation].method !== "POST") return [];
  if (call.text !== undefined)
    return [`${call.text.content.length} bytes of ${call.text.type.split(";")[0] || "no type"}`];
  const { body } = call;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  return [`{${Object.keys(body).join(", ")}}`];
}

/** What could not be learned, a line for each reason: the keys, why, and how to learn them. */
export function missingLines(missing: ReadonlyMap<string, Unset>): readonly string[] {
  const groups = Map.groupBy(missing, ([, { unset, give }]) => unset + (give === undefined ? "" : `; give ${give}`));
  return [...groups].map(([reason, keys]) => `${keys.map(([key]) => key).join(", ")}: ${reason}`);
}

/** A created user, with what helps to find it: its id, if a response has it, and what was sent. */
export function createdText({ exchange: { request, response }, shownBy }: Creation): string {
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
  ];
  const text = parts.length === 0 ? "one without an identifying value: the body was empty" : parts.join(", ");
  return shownBy === "response" ? text : `${text} (${shownInWords[shownBy]})`;
}
