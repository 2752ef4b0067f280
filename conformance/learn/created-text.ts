import { isObject } from "../../fixtures/json.ts";
import { shownInWords } from "../target/creations.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import type { Creation } from "../target/creations.ts";

/** A user whom a run created, by what to find it again: its id, where a reply says it, and what was sent. */
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
  const text = parts.length === 0 ? "one without a mark: the body was empty" : parts.join(", ");
  return shownBy === "response" ? text : `${text} (${shownInWords[shownBy]})`;
}
