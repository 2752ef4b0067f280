import type { IncomingMessage } from "node:http";

/** Where the control API and the console are. */
export const controlPrefix = "/_orgkit";

/** Whether a request is for the control API or the console: a browser that opens the base URL itself is led there. */
export function isControl({ method, url = "", headers }: IncomingMessage): boolean {
  if (url.startsWith(controlPrefix)) return /^(?:$|[/?])/.test(url.slice(controlPrefix.length));
  return method === "GET" && /^\/(?:$|\?)/.test(url) && /\btext\/html\b/.test(headers.accept ?? "");
}
