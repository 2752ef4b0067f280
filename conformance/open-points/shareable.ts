import { hideInBody, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";

/**
 * Headers that a client of this interface reads: caching, languages, changes of the API, and places in a list. Those of
 * rate limits, CORS, rejections and created users are of other keys.
 */
const readByClients =
  /^(?:cache-control|vary|content-language|link|deprecation|sunset|warning|(?:x-)?api-version|content-range|(?:x-)?(?:total|count|pages?|limit|offset|has-more|(?:total|per|next|prev|previous|first|last)-(?:count|pages?|records|items|offset|cursor)|(?:page|result|record|item)-(?:number|size|count)|pagination(?:-[a-z-]+)?))$/;

/** Headers whose values are new each time: their form is shareable, a value is not. */
const namesRequest = /^(?:x-)?(?:(?:request|correlation|trace)-?id|traceparent)$/;

/** Whether a dialect may have a header, by its name in lower case. */
export function isClientHeader(name: string): boolean {
  return readByClients.test(name) || namesRequest.test(name);
}

/** Whether a dialect, which is made to be committed, may show the template of a header. */
export function isShareableHeader(name: string, template: string): boolean {
  return namesRequest.test(name) ? template === "{{uuid}}" : isShareableText(template);
}

const masker: Masker = { hide: () => "(hidden)", rest: (text) => text };

const address = /[^\s@<>"']@[^\s@<>"']+\.[a-z]{2}/i;

/** Whether a text has neither an e-mail address nor a credential, by its form or by the name of its parameter. */
function isShareableText(text: string): boolean {
  const parts = text.split(/[?\s<>"',;]+/);
  const hasCredential = parts.some((part) => hideInQuery(part, masker) !== part || hideInPath(part, masker) !== part);
  return !hasCredential && !address.test(text);
}

/**
 * A template without what is private by its name or value.
 * @param instead replaces such members and items; by default, they are left out
 */
export function withoutPrivate(template: Json, instead?: Json): Json {
  const present = <Item>(value: Json | undefined, item: (value: Json) => Item): readonly Item[] =>
    value === undefined ? [] : [item(value)];
  const shareable = (name: string, value: Json): Json | undefined => {
    if (typeof value === "object" && value !== null) return withoutPrivate(value, instead);
    const member = JSON.stringify({ [name]: value });
    const isPublic = hideInBody(member, masker) === member && (typeof value !== "string" || isShareableText(value));
    return isPublic ? value : instead;
  };
  if (Array.isArray(template)) return template.flatMap((item) => present(shareable("", item), (value) => value));
  if (!isObject(template)) return template;
  const members = Object.entries(template).flatMap(([name, member]) =>
    present(shareable(name, member), (value) => [name, value] as const),
  );
  return Object.fromEntries(members);
}
