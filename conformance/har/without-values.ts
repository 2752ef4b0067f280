import { matchPath } from "../../fixtures/contract/operations.ts";
import { isObject, jsonOf, type Json } from "../../fixtures/json.ts";
import { offsetNames, pageNames, sizeNames } from "../experiments/names.ts";
import { evidenceBody, type HttpExchange } from "../target/exchange.ts";

/** The maximum characters of a body in reports. */
const maxShown = 2000;

/** The maximum number of list items in reports: they are alike. */
const maxItems = 3;

/** Headers whose values are never personal. */
const ownHeaders =
  /^(?:accept|allow|authorization|cache-control|content-(?:type|length|encoding)|retry-after|transfer-encoding|vary|(?:x-)?rate-?limit.*|access-control-allow-(?:methods|headers|credentials))$/;

/** The name of a member or a parameter, as opposed to data. */
const plainName = /^[A-Za-z_$][\w.$[\]-]{0,40}$/;

const paging: ReadonlySet<string> = new Set([...pageNames, ...offsetNames, ...sizeNames]);

/**
 * A recorded exchange for a report. The people in it did not agree to that, so values of records, requests and headers
 * are left out; their format, and what §2 states, stay.
 */
export function withoutValues({ request, response, ...rest }: HttpExchange, baseUrl: string): HttpExchange {
  return {
    ...rest,
    request: {
      ...request,
      url: baseUrl + pathWithoutValues(request.url.slice(baseUrl.length)),
      headers: shownHeaders(request.headers),
      ...(request.body === undefined ? {} : { body: bodyWithoutValues(request.body) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: shownHeaders(response.headers),
        body: bodyWithoutValues(response.body),
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
    decoded(matchPath(pathname.slice(pathname.indexOf("/api/")))?.id ?? ""),
  ];
  return [...new Set(values)]
    .filter((value) => value.length > 2 && text.includes(value))
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      // A word that the text itself may use is kept, unless it is quoted.
      (shown, value) =>
        /[^a-z]/.test(value)
          ? shown.replaceAll(value, "…")
          : ['"', "'", "`"].reduce((one, mark) => one.replaceAll(mark + value + mark, `${mark}…${mark}`), shown),
      text,
    );
}

/** A path without ids; only parameters about paging or sort direction keep their values. */
function pathWithoutValues(path: string): string {
  const [place = "", query] = path.split("?");
  const shown = matchPath(place)?.id === undefined ? place : place.replace(/[^/]*$/, "{id}");
  return query === undefined ? shown : `${shown}?${queryWithoutValues(query)}`;
}

function queryWithoutValues(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => {
      const isPlain = /^(?:-?\d{1,3}|asc|desc|ascending|descending)$/.test(value);
      const isPlace = paging.has(name) && /^-?\d{1,9}$/.test(value);
      return `${plainName.test(name) ? name : "…"}=${isPlain || isPlace ? value : "…"}`;
    })
    .join("&");
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, ownHeaders.test(name) ? withoutParameters(value) : "…"]),
  );
}

/** `text/html; charset=utf-8`, without other parameters. */
function withoutParameters(value: string): string {
  return value.replaceAll(/;\s*(?!charset=[\w-]+\s*(?:;|$))[^;]*/gi, "");
}

function bodyWithoutValues(body: string): string {
  const json = jsonOf(body);
  if (json === undefined) return body === "" ? "" : `… (${body.length} characters)`;
  const shown = hidden(json);
  const meta = isObject(json) && isObject(json["meta"]) ? json["meta"] : undefined;
  if (meta === undefined || !isObject(shown)) return evidenceBody(JSON.stringify(shown), maxShown);
  // The members that §2 states, which reports are about.
  const stated = Object.entries(meta).map(([name, value]) => {
    const isStated = (name === "page" || name === "total") && typeof value === "number";
    return [nameOf(name), isStated ? value : hidden(value ?? null)];
  });
  return evidenceBody(JSON.stringify({ ...shown, meta: Object.fromEntries(stated) }), maxShown);
}

function hidden(value: Json): Json {
  if (Array.isArray(value)) {
    const more = value.length - maxItems;
    return [...value.slice(0, maxItems).map(hidden), ...(more > 0 ? [`… (${more} more)`] : [])];
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), hidden(member)]));
  }
  return typeof value === "string" ? "…" : typeof value === "number" ? 0 : value;
}

function nameOf(name: string): string {
  return plainName.test(name) ? name : "…";
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

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
