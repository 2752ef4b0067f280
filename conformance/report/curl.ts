import type { Exchange } from "../target/exchange.ts";

/**
 * A line for a shell that repeats the request of an exchange. Redacted tokens stand in it as the variables
 * they came from, so it works where these are set.
 */
export function curlLine({ request }: Exchange): string {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const user = /^Basic base64\((.*)\)$/.exec(value)?.[1];
    if (name === "authorization" && user !== undefined) return `-u ${quote(user, ownVariables)}`;
    return `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`, ownVariables)}`;
  });
  const method = request.method === "GET" ? [] : [`-X ${request.method}`];
  const body = request.body === undefined ? [] : [`--data-raw ${quote(request.body, never)}`];
  return ["curl -sS -i", ...method, ...headers, ...body, quote(request.url, ownVariables)].join(" ");
}

/** A variable, whole or cut as an altered token is made from it: `$TOKEN`, `${TOKEN%?}`, `${TOKEN:0:9}`. */
const ownVariables = String.raw`[A-Z][A-Z0-9_]*\b|\{[A-Z][A-Z0-9_]*(?:%\?|:\d+(?::\d+)?)?\}`;

/** In a body nothing is filled in: it is the user's text. */
const never = "(?!)";

/** In double quotes, where the shell fills in the variables that stand for tokens and nothing else. */
function quote(text: string, variables: string): string {
  const special = new RegExp(String.raw`[\\"` + "`" + String.raw`]|\$(?!${variables})`, "g");
  return `"${text.replaceAll(special, (character) => `\\${character}`)}"`;
}
