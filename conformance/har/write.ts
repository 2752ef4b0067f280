import { closeSync, openSync, writeSync } from "node:fs";
import { InputError } from "../../fixtures/input/input-error.ts";
import { harEnd, harEntryText, harStart } from "../../fixtures/har/har.ts";
import type { TrafficExchange } from "../proxy/exchange.ts";
import { Mask } from "../proxy/mask.ts";

/** A HAR 1.2 file that is written exchange by exchange; if it is not closed, only its end is missing. */
export interface HarFile {
  add(exchange: TrafficExchange, startedAt: Date): void;
  close(): void;
}

/**
 * Opens a new HAR file. Secrets are not written: each token gets its own placeholder, so that the requests of two
 * accounts can be told apart, and cookies, keys and passwords are masked everywhere.
 * @throws InputError if it cannot be written
 */
export function openHarFile(path: string, version: string): HarFile {
  const mask = new Mask();
  const tokens = new Map<string, string>();
  let separator = "";
  const file = openNewFile(path);
  writeSync(file, harStart(version));
  return {
    add(exchange, startedAt) {
      mask.learn(exchange);
      const { authorization } = exchange.request.headers;
      const { request, response: masked = exchange.response } = mask.exchange(exchange, Number.POSITIVE_INFINITY);
      const response = exchange.unread === undefined ? masked : { ...masked, body: undefined };
      const headers = {
        ...request.headers,
        ...(authorization === undefined ? {} : { authorization: withTokenName(authorization, tokens) }),
      };
      writeSync(file, separator + harEntryText({ request: { ...request, headers }, response, startedAt }));
      separator = ",\n";
    },
    close() {
      writeSync(file, harEnd);
      closeSync(file);
    },
  };
}

/** The header with a placeholder for its credentials, the same for equal ones. */
function withTokenName(authorization: string, tokens: Map<string, string>): string {
  const [, scheme = "", credentials = ""] = /^(\s*(?:bearer\s*$|[^\s=]+\s+)?)(.*)$/is.exec(authorization) ?? [];
  if (credentials === "") return authorization;
  const name = tokens.get(credentials) ?? `orgkit-token-${tokens.size + 1}`;
  tokens.set(credentials, name);
  return scheme + name;
}

function openNewFile(path: string): number {
  try {
    return openSync(path, "w", 0o600);
  } catch (error) {
    const problem = `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    throw new InputError(`HAR "${path}"`, [{ at: "--har", problem }]);
  }
}
