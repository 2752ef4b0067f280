import type { Exchange } from "../target/exchange.ts";

/**
 * A shell command that repeats the request of an exchange. Redacted tokens appear as their variables, so it works where
 * these are set.
 */
export function curlLine({ request }: Exchange): string {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const user = /^Basic base64\((.*)\)$/.exec(value)?.[1];
    if (name === "authorization" && user !== undefined) return `-u ${quote(user, notOurs)}`;
    return `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`, notOurs)}`;
  });
  const method = request.method === "GET" ? [] : [`-X ${request.method}`];
  // Sends a path with dots unchanged.
  const asIs = /\/\.{1,2}(?:\/|$)/.test(request.url) ? ["--path-as-is"] : [];
  const body = request.body === undefined ? [] : [`--data-raw ${quote(request.body, any)}`];
  return ["curl -sS -i", ...asIs, ...method, ...headers, ...body, quote(request.url, notOurs)].join(" ");
}

/** Everything except a variable, whole or altered: `$TOKEN`, `${TOKEN%?}`, `${TOKEN:0:9}`, `${TOKEN^^}`. */
const notOurs = /[\\"`]|\$(?![A-Z][A-Z0-9_]*\b|\{[A-Z][A-Z0-9_]*(?:%\?|%%?\.\*|##?\*\.|\^\^|,,|:\d+(?::\d+)?)?\})/g;

/** A body contains no variables: it is the user's text. */
const any = /[\\"`$]/g;

/** In double quotes, where the shell expands only the variables of tokens. */
function quote(text: string, special: RegExp): string {
  return `"${text.replaceAll(special, (character) => `\\${character}`)}"`;
}
