import type { IncomingHttpHeaders } from "node:http";
import { hostName, isOwnHost, type OwnHosts } from "./control-guard.ts";

const forwardingHeaders = ["forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix"];

/**
 * The base URL as the client of a server has it. Behind a proxy it follows from `Forwarded` (RFC 7239) or
 * `X-Forwarded-Host`, `-Proto` and `-Prefix`, which count if they name an allowed host: a client may send them itself.
 * @returns `undefined` if there is no such proxy
 */
export function clientBaseUrl(headers: IncomingHttpHeaders, hosts: OwnHosts): string | undefined {
  const { host } = headers;
  if (host === undefined || !forwardingHeaders.some((name) => headers[name] !== undefined)) return undefined;
  const first = (name: string): string | undefined =>
    String(headers[name] ?? "")
      .split(",", 1)[0]
      ?.trim() || undefined;
  const pairs =
    first("forwarded")
      ?.split(";")
      .map((pair) => pair.trim().replaceAll('"', "").split("=", 2)) ?? [];
  const standard = (name: string): string | undefined => pairs.find(([key]) => key?.toLowerCase() === name)?.[1];
  const outerHost = standard("host") ?? first("x-forwarded-host") ?? host;
  const protocol = standard("proto") ?? first("x-forwarded-proto");
  const prefix = first("x-forwarded-prefix") ?? "";
  const url = `${protocol?.toLowerCase() === "https" ? "https" : "http"}://${outerHost}${prefix.replace(/\/+$/, "")}`;
  return isOwnHost(hostName(outerHost), hosts) && URL.canParse(url) ? url : undefined;
}
