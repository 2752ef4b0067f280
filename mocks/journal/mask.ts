import type { Call } from "../service/call.ts";

/** Whether a token is one of the world: those are no secrets. */
export type IsKnownToken = (token: string) => boolean;

const mask = "[masked]";
const secretHeader = /^(?:cookie|(?:x-)?(?:api-?key|auth-token|access-token))$/;

/**
 * Headers without what may be somebody's real secret; those without a value are left out. What the simulation
 * answers is the same with them: an unknown token stays an unknown token.
 */
export function maskHeaders(headers: Call["headers"], isKnown: IsKnownToken): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (name === "authorization" || name === "proxy-authorization") return [[name, maskCredentials(value, isKnown)]];
    return [[name, secretHeader.test(name) && !isKnown(value) ? mask : value]];
  });
  return Object.fromEntries(entries);
}

/** `Bearer` and a token of the world stay as they are; a token from elsewhere may be somebody's real one. */
function maskCredentials(value: string, isKnown: IsKnownToken): string {
  if (/^bearer$/i.test(value)) return value;
  const space = value.indexOf(" ");
  const credentials = value.slice(space + 1);
  return credentials === "" || isKnown(credentials) ? value : value.slice(0, space + 1) + mask;
}

/** A query without what may be somebody's real secret. */
export function maskQuery(query: string, isKnown: IsKnownToken): string {
  return query.replaceAll(
    /((?:^|&)(?:access_?token|auth_?token|token|api_?key|authorization)=)([^&]+)/gi,
    (whole, name: string, value: string) => (isKnown(value) ? whole : name + mask),
  );
}
