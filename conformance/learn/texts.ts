import type { LearnedDialect } from "./learned.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { maxRequests } from "./learn-from.ts";
import { operations } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { isAcceptedCreation } from "../log/creation.ts";
import type { Exchange } from "../log/model.ts";
import { seenValue } from "../open-points/filtering.ts";
import type { Reading } from "../open-points/open-point.ts";
import type { NotShown } from "../open-points/reader.ts";
import { shownInWords } from "../log/creation.ts";
import { credentialKinds } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";

/**
 * The requests that show a reading, without duplicates: `GET /api/v1/users?page=x → 400`. Without data from records:
 * ids, values of bodies and of filters are left out.
 */
export function evidenceLines(
  { exchanges }: Pick<Reading, "exchanges">,
  { baseUrl }: { readonly baseUrl: string },
): readonly string[] {
  return [...new Set(exchanges.map((exchange) => exchangeText(exchange, baseUrl)))];
}

function exchangeText({ as, probe, request, response }: Exchange, baseUrl: string): string {
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

/** What could not be learned, a line for each reason: the keys, why, and how to learn them. */
export function missingLines(missing: ReadonlyMap<string, Pick<NotShown, "message" | "give">>): readonly string[] {
  const groups = Map.groupBy(
    missing,
    ([, { message, give }]) => message + (give === undefined ? "" : `; give ${give}`),
  );
  return [...groups].map(([reason, keys]) => `${keys.map(([key]) => key).join(", ")}: ${reason}`);
}

/** A created user, with what helps to find it: its id or address, if a response has it, and the text that was sent. */
export function createdText(exchange: Exchange): string {
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

/** A format of Node's `styleText`. */
type Paint = (format: "bold" | "dim" | "green" | "yellow", text: string) => string;

/** The output at the end of a run: what was learned, what was not and why, and which users were created. */
export function learnedText(
  { baseUrl, keys, missing, requests, created }: LearnedDialect,
  { out, paint }: { readonly out: string; readonly paint: Paint },
): string {
  const sure = keys.filter(({ confidence }) => confidence === "certain").length;
  const isBlind = !keys.some(({ key }) => /^(?:paging|records)\./.test(key));
  const missingTexts = missingLines(new Map(missing.map(({ key, reason, give }) => [key, { message: reason, give }])));
  const effort = `in ${requests} of at most ${maxRequests} requests`;
  return [
    `Learned ${paint("bold", baseUrl)}`,
    "",
    ...(missingTexts.length === 0
      ? []
      : [
          `Not learned (${missing.length} keys): the default is used`,
          ...missingTexts.map((line) => `  – ${visibleLine(line)}`),
          "",
        ]),
    ...(created.length === 0
      ? []
      : [
          `Created (${created.length} of the organization's users)`,
          ...created.map((user) => `  – ${visibleLine(user)}`),
          "",
        ]),
    ...(isBlind ? [`${paint("yellow", "?")} neither list could be read, so almost nothing was learned`] : []),
    `${isBlind ? paint("yellow", "?") : paint("green", "✓")} ${keys.length} keys, ${sure} certain and ${keys.length - sure} likely, ${effort}`,
    `Wrote ${paint("bold", out)}: each key lists the requests that show it`,
  ].join("\n");
}
