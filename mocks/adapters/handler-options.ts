import { rejectUnknownOptions, inputError } from "../../fixtures/input/input-error.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { Wait } from "./delivery.ts";

export interface HandlerOptions {
  /**
   * The base URL in your application, with its path prefix if it has one, for instance `https://api.example/tenant/x`; a
   * path for any origin. By default that of the simulation.
   */
  readonly baseUrl?: string;
  /** Waits for a delay: in real time by default; tests can replace it. */
  readonly wait?: Wait;
  /** Called for each request. When the signal aborts, hanging requests fail. */
  readonly signal?: () => AbortSignal;
}

const names: Readonly<Record<keyof HandlerOptions, true>> = { baseUrl: true, wait: true, signal: true };

/** The base URL of the service, as the application has it. */
interface BaseUrl {
  /** `*` for any. */
  readonly origin: string;
  /** The path prefix of the interface, without a trailing slash; empty if there is none. */
  readonly prefix: string;
}

/**
 * @param text absolute, with a path prefix if there is one: `https://api.example/tenant/x`; a path, or `*`, for any
 * origin
 * @throws InputError if it is none of them
 */
export function readBaseUrl(text = "*"): BaseUrl {
  const base = text.replace(/\/+$/, "");
  const surplus = /\/api\/v1$|[?#].*/.exec(base)?.[0];
  if (surplus !== undefined) {
    throw inputError("the mock", "baseUrl", `expected a base URL without ${surplus}, got "${text}"`);
  }
  if (/^\*?(?:$|\/)/.test(base)) return { origin: "*", prefix: base.replace("*", "") };
  const url = URL.parse(base);
  if (url !== null) return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
  const problem = `expected an absolute URL, or a path for any origin, got "${text}"`;
  throw inputError("the mock", "baseUrl", problem);
}

/**
 * The base URL that an adapter is given, or that of the simulation.
 * @param adapter its name in messages
 * @throws InputError if an option is unknown, or the base URL is invalid
 */
export function readHandlerBaseUrl(adapter: string, options: HandlerOptions, { baseUrl }: Simulation): BaseUrl {
  rejectUnknownOptions(adapter, options, names);
  return readBaseUrl(options.baseUrl ?? baseUrl);
}
