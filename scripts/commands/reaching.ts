import type { ConnectionOptions } from "../../conformance/api/conform-options.ts";
import { readCa } from "./read-ca.ts";

/** How a target is reached, as settings say it. */
export interface Reaching {
  readonly timeout?: number | undefined;
  readonly maxRps?: number | undefined;
  /** The path of a PEM file. */
  readonly ca?: string | undefined;
  readonly insecure: boolean;
}

/**
 * As the API takes it.
 * @throws InputError where the file of the authority cannot be read, or holds no certificate
 */
export function reachingOf({ timeout, maxRps, ca, insecure }: Reaching): ConnectionOptions {
  return { timeout, maxRps, insecure, ca: ca === undefined ? undefined : readCa(ca) };
}
