import { BlockList, isIP } from "node:net";
import { InputError } from "../../fixtures/input/input-error.ts";
import { isLoopback, isUnspecified } from "../../fixtures/network/loopback.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy in front of a target, and the variable that names it. */
export interface Proxy {
  readonly url: string;
  readonly variable: string;
}

/** The variables for the targets of a protocol, the first one set counts. */
const variables = {
  "https:": ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"],
  "http:": ["http_proxy", "HTTP_PROXY"],
} as const;

/**
 * The proxy of the environment for a base URL; `undefined` if the target is reached directly: without a proxy, on this
 * machine, or listed in `NO_PROXY`.
 * @throws InputError if the variable has no URL of a proxy
 */
export function findProxy(baseUrl: string, environment: Environment): Proxy | undefined {
  const { protocol, hostname, port: given } = new URL(baseUrl);
  const port = given === "" ? (defaultPorts[protocol] ?? "") : given;
  const names = protocol === "https:" ? variables["https:"] : variables["http:"];
  const variable = names.find((name) => environment[name] !== undefined);
  const url = variable === undefined ? "" : (environment[variable] ?? "");
  if (variable === undefined || url === "") return undefined;
  if (!isProxy(url)) {
    const problem = "expected the URL of a proxy, for instance http://proxy.example:8080";
    throw new InputError("these settings", [{ at: variable, problem }]);
  }
  const host = hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  const direct = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split(/[\s,]+/).filter(Boolean);
  const isHere = isLoopback(host) || isUnspecified(host);
  if (isHere || direct.some((entry) => covers(entry.toLowerCase(), host, port))) return undefined;
  return { url, variable };
}

/** A proxy without its credentials. */
export function proxyInWords({ url, variable }: Proxy): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host} (${variable})`;
}

function isProxy(text: string): boolean {
  return URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol);
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether an entry of `NO_PROXY` means a host: `*`, a name or its end, an address, or a range such as `10.0.0.0/8`. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, range = "", bits] = /^\[?([\da-f.:]+?)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  if (bits !== undefined) return isIn(host, range, Number(bits));
  const [, name = entry, only] = /^(.*?):(\d+)$/.exec(isIP(entry) === 0 ? entry : "") ?? [];
  if (only !== undefined && only !== port) return false;
  const end = name.replace(/^\*?\.|^\[|\]$/g, "");
  return host === end || host.endsWith(`.${end}`);
}

function isIn(host: string, range: string, bits: number): boolean {
  const family = isIP(range) === 6 ? "ipv6" : "ipv4";
  if (isIP(host) === 0 || isIP(range) === 0 || bits > (family === "ipv6" ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(range, bits, family);
  return list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}
