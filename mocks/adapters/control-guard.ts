import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isUnspecified } from "../../fixtures/network/loopback.ts";
import { ControlProblem } from "../control/control-problem.ts";

/** The path of the control API and the console. */
export const controlPrefix = "/_orgkit";

export interface GuardOptions {
  /** Required in `Authorization: Bearer …`; absent if only this machine can reach the mock. */
  readonly token?: string | undefined;
  /** Allowed host names, besides loopback and IP addresses. */
  readonly allowedHosts: readonly string[];
}

/**
 * Keeps web pages of other origins, and machines without the token, from the control API.
 * - `Host` must name this machine, which rejects pages that use DNS rebinding.
 * - `Origin` and `Sec-Fetch-Site` must be the console's own, which rejects other pages even if their request would be
 *   "simple". There is no CORS.
 * @throws ControlProblem if a request is not allowed
 */
export function guard(request: IncomingMessage, { token, allowedHosts }: GuardOptions, isPage: boolean): void {
  const { host = "", origin } = request.headers;
  const name = hostName(host);
  if (!isOwnHost(name, { allowedHosts, isOpen: token !== undefined })) {
    throw new ControlProblem(403, `The host "${host}" is not allowed: use 127.0.0.1 or localhost.`);
  }
  // Opening the page by a link reveals nothing, and its policy forbids frames.
  const isNavigation = isPage && request.method === "GET" && request.headers["sec-fetch-mode"] === "navigate";
  const site = request.headers["sec-fetch-site"];
  if (!isNavigation && site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ControlProblem(403, "A page of another origin may not use the control API.");
  }
  // A proxy, or Vite, may speak HTTPS with the browser.
  if (origin !== undefined && origin.replace(/^https?:\/\//, "") !== host) {
    throw new ControlProblem(403, `The origin ${origin} may not use the control API.`);
  }
  // The page and its scripts contain no data, so a browser may load them to ask for the token.
  if (token !== undefined && !isPage && !carries(request, token)) {
    throw new ControlProblem(
      401,
      "The mock is open to other machines, so its control API needs the token it printed at its start.",
    );
  }
}

/** All names below `localhost` are this machine (RFC 6761 §6.3). */
const localhost = /^(?:[\w-]+\.)*localhost$/;

/** The name in a `Host` header, without port and brackets. */
export function hostName(host: string): string {
  return host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
}

/**
 * Whether a host name is allowed, or can only mean this machine. Names that DNS rebinding can use are not allowed.
 *
 * @param isOpen whether other machines can reach it; if not, browsers do not protect what they reach at 0.0.0.0
 */
export function isOwnHost(
  name: string,
  { allowedHosts, isOpen }: { readonly allowedHosts: readonly string[]; readonly isOpen: boolean },
): boolean {
  if (allowedHosts.includes(name)) return true;
  return isUnspecified(name) ? isOpen : localhost.test(name) || isIP(name) !== 0;
}

/** Compared in constant time, so that timing does not reveal the token. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
