import { matchPath } from "../../fixtures/contract/operations.ts";
import { isObject, jsonOf, type Json } from "../../fixtures/values/json.ts";
import { percentDecoded } from "../../fixtures/values/text.ts";
import type { HttpExchange } from "../target/exchange.ts";

/** Headers whose values are never personal. */
const publicHeaders =
  /^(?:accept|allow|authorization|cache-control|content-(?:type|length|encoding)|retry-after|transfer-encoding|vary|(?:x-)?rate-?limit.*|access-control-allow-(?:methods|headers|credentials))$/;

/** The name of a member or a parameter, as opposed to data. */
const plainName = /^[A-Za-z_$][\w.$[\]-]{0,40}$/;

/**
 * A recorded exchange for a report. The people in it did not agree to that, so bodies, ids, and the values of parameters
 * and headers are left out: the report names the entry of the file that has them.
 */
export function withoutValues({ request, response, ...rest }: HttpExchange, baseUrl: string): HttpExchange {
  return {
    ...rest,
    request: {
      ...request,
      url: baseUrl + pathWithoutValues(request.url.slice(baseUrl.length)),
      headers: headersWithoutValues(request.headers),
      ...(request.body === undefined ? {} : { body: describeLength(request.body) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: headersWithoutValues(response.headers),
        body: describeLength(response.body),
      },
    }),
  };
}

/** A text about an exchange without its values. */
export function textWithoutValues(text: string, { request, response }: HttpExchange): string {
  const { pathname = "", searchParams = [] } = URL.parse(request.url) ?? {};
  const values = [
    ...textsIn(jsonOf(request.body ?? "") ?? null),
    ...textsIn(jsonOf(response?.body ?? "") ?? null),
    ...[...searchParams].map(([, value]) => value),
    ...Object.values({ ...request.headers, ...response?.headers }).filter(
      (value) => withoutParameters(value) !== value,
    ),
    percentDecoded(matchPath(pathname.slice(pathname.indexOf("/api/")))?.id ?? ""),
  ];
  return [...new Set(values)]
    .filter((value) => value.length > 2 && text.includes(value))
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      // A word that the text itself may use is kept, unless it is quoted.
      (shownText, value) =>
        /[^a-z]/.test(value)
          ? shownText.replaceAll(value, "…")
          : ['"', "'", "`"].reduce((one, mark) => one.replaceAll(mark + value + mark, `${mark}…${mark}`), shownText),
      text,
    );
}

/** A path without ids; of parameters, only small numbers and directions keep their values. */
function pathWithoutValues(path: string): string {
  const [place = "", query] = path.split("?");
  const shownPath = matchPath(place)?.id === undefined ? place : place.replace(/[^/]*$/, "{id}");
  if (query === undefined) return shownPath;
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const isPlain = /^(?:-?\d{1,3}|asc|desc|ascending|descending)$/.test(value);
    return `${plainName.test(name) ? name : "…"}=${isPlain ? value : "…"}`;
  });
  return `${shownPath}?${pairs.join("&")}`;
}

function headersWithoutValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, publicHeaders.test(name) ? withoutParameters(value) : "…"]),
  );
}

/** `text/html; charset=utf-8`, without other parameters. */
function withoutParameters(value: string): string {
  return value.replaceAll(/;\s*(?!charset=[\w-]+\s*(?:;|$))[^;]*/gi, "");
}

function describeLength(body: string): string {
  return body === "" ? "" : `… (${body.length} characters)`;
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!plainName.test(name)) yield name;
      yield* textsIn(member);
    }
  }
}
