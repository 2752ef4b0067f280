import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { ControlProblem } from "../control/control-problem.ts";

export interface GuardOptions {
  /** Needed in `Authorization: Bearer …`; none is needed where only this machine can reach the mock. */
  readonly token?: string | undefined;
  /** Names a browser may reach the mock by, besides loopback and IP addresses. */
  readonly allowedHosts: readonly string[];
}

/**
 * Keeps web pages of other origins, and machines without the token, from the control API.
 * - `Host` must name this machine: a page whose own name was pointed here (DNS rebinding) is turned away.
 * - `Origin` and `Sec-Fetch-Site` must be the console's own: a page of another origin is turned away even
 *   where its request would be "simple". There is no CORS.
 * @throws ControlProblem where a request may not be answered
 */
export function guard(request: IncomingMessage, { token, allowedHosts }: GuardOptions, isPage: boolean): void {
  const { host = "", origin } = request.headers;
  const name = hostName(host);
  // Some systems take 0.0.0.0 for this machine, but to a browser it is no loopback address: none of its fences apply.
  const isNowhere = token === undefined && unspecified.has(name);
  if (isNowhere || !isOwnHost(name, allowedHosts)) {
    throw new ControlProblem(403, `The host "${host}" is not allowed: use 127.0.0.1 or localhost.`);
  }
  // Opening the page by a link from elsewhere reads nothing; its frames are forbidden by its policy.
  const isNavigation = isPage && request.method === "GET" && request.headers["sec-fetch-mode"] === "navigate";
  const site = request.headers["sec-fetch-site"];
  if (!isNavigation && site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ControlProblem(403, "A page of another origin may not use the control API.");
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ControlProblem(403, `The origin ${origin} may not use the control API.`);
  }
  // The page and its scripts hold no data, so a browser may load them to ask for the token.
  if (token !== undefined && !isPage && !carries(request, token)) {
    throw new ControlProblem(
      401,
      "The mock is open to other machines, so its control API needs the token it printed at its start.",
    );
  }
}

/** Every name below it is this machine's as well (RFC 6761 §6.3). */
const localhost = /^(?:[\w-]+\.)*localhost$/;

const unspecified: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The name in a `Host` header, without port and brackets. */
export function hostName(host: string): string {
  return host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
}

/** Whether a name can only mean this machine, or is allowed: one that a page pointed here (DNS rebinding) is neither. */
export function isOwnHost(name: string, allowedHosts: readonly string[]): boolean {
  return localhost.test(name) || isIP(name) !== 0 || allowedHosts.includes(name);
}

/** Compared in constant time, so that the token cannot be guessed byte by byte. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

/** Whether an address is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return localhost.test(host) || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Where the control API and the console are. */
export const controlPrefix = "/_orgkit";

/** Whether a request is for the control API or the console: a browser that opens the base URL itself is led there. */
export function isControl({ method, url = "", headers }: IncomingMessage): boolean {
  if (url.startsWith(controlPrefix)) return /^(?:$|[/?])/.test(url.slice(controlPrefix.length));
  return method === "GET" && /^\/(?:$|\?)/.test(url) && /\btext\/html\b/.test(headers.accept ?? "");
}
