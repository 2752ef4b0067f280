import type { Json } from "../../fixtures/json.ts";
import { type ExchangeResponse } from "../target/exchange.ts";
import { placeTemplate } from "./generalize/place-template.ts";
import { certain, likely, Unset, type Found } from "./observation.ts";
import { byOperation, type Sample } from "./responses.ts";
import { answersOf, type Source } from "./source.ts";

/** Headers of the connection, of infrastructure, and of other keys. */
const notLearned =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|type|encoding|security.*)|server.*|host|via|age|expires|pragma|etag|last-modified|allow|location|www-authenticate|retry-after|set-cookie|accept-ranges|alt-svc|nel|report-to|p3p|strict-transport.*|referrer-policy|permissions-policy|origin-agent-cluster|cross-origin.*|access-control.*|x-(?:powered|frame|xss|content|dns|download|permitted|amz|cache|runtime|response-time).*|cf-.*|(?:x-)?rate-?limit.*)$/;

function headersIn({ headers }: ExchangeResponse): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (!/^[\w-]+$/.test(name) || notLearned.test(name)) return [];
      // `Vary: Origin` belongs to CORS.
      const shown =
        name === "vary"
          ? value
              .split(/,\s*/)
              .filter((part) => part.toLowerCase() !== "origin")
              .join(", ")
          : value;
      return shown === "" ? [] : [[name, shown]];
    }),
  );
}

/** Headers of every response, and those of the successes of one operation. */
export async function furtherHeaders(source: Source): Promise<Found> {
  const responses = answersOf(source).flatMap(({ call, exchange }) =>
    call.method === undefined ? [headersIn(exchange.response)] : [],
  );
  const [first] = responses;
  const always = Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) => responses.every((headers) => headers[name] === value)),
  );
  const { value, evidence } = await byOperation(source, (samples) => {
    const names = new Set(samples.flatMap(({ answer }) => Object.keys(headersIn(answer.exchange.response))));
    const own = [...names]
      .filter((name) => !Object.hasOwn(always, name))
      .flatMap((name): readonly (readonly [string, Json])[] => {
        const template = name === "link" ? linkTemplate(samples) : headerTemplate(samples, name);
        return template === undefined ? [] : [[name, template]];
      });
    return own.length === 0 ? undefined : Object.fromEntries(own);
  });
  if (evidence.length === 0) throw new Unset("nothing was read");
  const all = { ...(Object.keys(always).length > 0 && { always }), ...value };
  return Object.keys(all).length === 0 ? certain(all, evidence) : likely(all, evidence, "as most responses have them");
}

function headerTemplate(samples: readonly Sample[], name: string): Json | undefined {
  const values = samples.map(({ answer, ...sample }) => {
    const text = headersIn(answer.exchange.response)[name];
    return { ...sample, value: text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text };
  });
  // A header of few responses depends on their content.
  if (values.filter(({ value }) => value === undefined).length * 2 > values.length) return undefined;
  const template = placeTemplate(values, name);
  return typeof template === "string" || typeof template === "number" ? String(template) : undefined;
}

/** The links of all responses, one for each relation. */
function linkTemplate(samples: readonly Sample[]): Json | undefined {
  const links = samples.map(({ answer, ...sample }) => ({
    sample,
    byRelation: new Map(
      [
        ...(answer.exchange.response.headers["link"] ?? "").matchAll(
          /<([^<>]*)>((?:;[^,<>]*)?;\s*rel="?([\w-]+)[^,<>]*)/g,
        ),
      ].map(([, url = "", parameters = "", relation = ""]) => [relation, { url, parameters }]),
    ),
  }));
  const relations = new Map(links.flatMap(({ byRelation }) => [...byRelation]));
  const parts = [...relations].flatMap(([relation, { parameters }]) => {
    const values = links.map(({ sample, byRelation }) => ({ ...sample, value: byRelation.get(relation)?.url }));
    const template = placeTemplate(values, relation);
    return typeof template === "string" ? [`<${template}>${parameters}`] : [];
  });
  return parts.length === 0 ? undefined : parts;
}
