import type { Exchange } from "../target/exchange.ts";

/**
 * A line for a shell that repeats the request of an exchange. Redacted tokens stand in it as the variables
 * they came from, so it works where these are set.
 */
export function curlLine({ request }: Exchange): string {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`,
  );
  const method = request.method === "GET" ? [] : [`-X ${request.method}`];
  const body = request.body === undefined ? [] : [`--data-raw ${quote(request.body)}`];
  return ["curl -sS -i", ...method, ...headers, ...body, quote(request.url)].join(" ");
}

/** In double quotes, where the shell fills in `$ORGKIT_TOKEN` and nothing else. */
function quote(text: string): string {
  const escaped = text.replaceAll(/[\\"`]|\$(?!ORGKIT_TOKEN(?:_B)?\b)/g, (character) => `\\${character}`);
  return `"${escaped}"`;
}
