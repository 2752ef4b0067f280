import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isUnspecified } from "../../fixtures/network/loopback.ts";
import { ControlProblem } from "../control/replies.ts";

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
 * @param isPublic whether the response contains no data: the page and its scripts, which say what is wrong and ask for
 *   the token, and the health check
 * @throws ControlProblem if a request is not allowed
 */
export function guard(request: IncomingMessage, { token, allowedHosts }: GuardOptions, isPublic: boolean): void {
  const { host = "", origin, "sec-fetch-site": site } = request.headers;
  const hosts = { allowedHosts, isOpen: token !== undefined };
  if (!isOwnHost(hostName(host), hosts))
    throw new ControlProblem(403, `The host "${host}" is not allowed: ${howToAllow}.`);
  if (isPublic) return;
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ControlProblem(403, "A page of another origin may not use the control API.");
  }
  if (origin !== undefined && !isOwnOrigin(origin, request.headers, hosts)) {
    throw new ControlProblem(403, `The origin ${origin} may not use the control API of ${host}: ${howToAllow}.`);
  }
  if (token !== undefined && !carries(request, token)) {
    throw new ControlProblem(
      401,
      "The mock is open to other machines, so its control API needs the token it printed at its start.",
    );
  }
}

const howToAllow =
  "use 127.0.0.1 or localhost, or allow the name with orgkit mock --allowed-host (Vite: server.allowedHosts)";

/** A proxy may speak HTTPS with the browser, and send on another `Host`: then the browser has to vouch for the page. */
function isOwnOrigin(origin: string, { host, "sec-fetch-site": site }: IncomingHttpHeaders, hosts: OwnHosts): boolean {
  const outer = URL.parse(origin)?.host;
  return outer !== undefined && (outer === host || (site === "same-origin" && isOwnHost(hostName(outer), hosts)));
}

/** The host names that a server answers under. */
export interface OwnHosts {
  readonly allowedHosts: readonly string[];
  /** Whether other machines can reach it; if not, browsers do not protect what they reach at 0.0.0.0. */
  readonly isOpen: boolean;
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

/** Whether a host name is allowed, or can only mean this machine. Names that DNS rebinding can use are not allowed. */
export function isOwnHost(name: string, { allowedHosts, isOpen }: OwnHosts): boolean {
  if (allowedHosts.includes(name)) return true;
  return isUnspecified(name) ? isOpen : localhost.test(name) || isIP(name) !== 0;
}

/** Compared in constant time, so that timing does not reveal the token. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

const forwardingHeaders = ["forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix"];

/**
 * The base URL as the client of a server has it. Behind a proxy it follows from `Forwarded` (RFC 7239) or
 * `X-Forwarded-Host`, `-Proto` and `-Prefix`, which count if they name an allowed host: a client may send them itself.
 * @returns `undefined` if there is no such proxy, and no TLS
 */
export function clientBaseUrl(headers: IncomingHttpHeaders, hosts: OwnHosts, isEncrypted = false): string | undefined {
  const { host } = headers;
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  if (host === undefined || !(isForwarded || isEncrypted)) return undefined;
  const first = (name: string): string | undefined =>
    String(headers[name] ?? "")
      .split(",", 1)[0]
      ?.trim() || undefined;
  const pairs =
    first("forwarded")
      ?.split(";")
      .map((pair) => pair.trim().replaceAll('"', "").split("=", 2)) ?? [];
  const readForwarded = (name: string): string | undefined => pairs.find(([key]) => key?.toLowerCase() === name)?.[1];
  const outerHost = readForwarded("host") ?? first("x-forwarded-host") ?? host;
  const protocol = readForwarded("proto") ?? first("x-forwarded-proto") ?? (isEncrypted ? "https" : "http");
  const prefix = first("x-forwarded-prefix") ?? "";
  const url = `${protocol.toLowerCase() === "https" ? "https" : "http"}://${outerHost}${prefix.replace(/\/+$/, "")}`;
  return isOwnHost(hostName(outerHost), hosts) && URL.canParse(url) ? url : undefined;
}
