import type { Exchange } from "../target/exchange.ts";
import { asEvidence } from "../target/exchange.ts";
import { createRedactor, redactBody } from "../target/redact.ts";
import { toExchange, type Seen } from "./seen.ts";

/** Hides what passes by and is secret: tokens, cookies, keys and passwords, wherever they stand. */
export interface Mask {
  /** Remembers the secrets of a call, so that they are known in all that is shown from now on. */
  learn(seen: Pick<Seen, "requestHeaders" | "query">): void;
  exchange(seen: Seen): Exchange;
  /** A path with its query. */
  target(seen: Pick<Seen, "path" | "query">): string;
  text(text: string): string;
}

const hidden = "(hidden)";
const token = "$TOKEN";

/** Names of headers, parameters and members whose value is nobody else's business. */
const secretName = /auth|token|secret|passw|api[-_]?key|session|cookie|credential|signature|csrf|xsrf/i;

/** The most secrets that are remembered at a time: the oldest is forgotten first. */
const mostSecrets = 500;
/** A shorter text is no secret, and would stand in other words. */
const leastLength = 4;
/** The most characters of a body that a report shows. */
const mostOfBody = 2000;

export function createMask(baseUrl: string): Mask {
  const secrets = new Set<string>();
  let redact = createRedactor([]);

  function remember(value: string): void {
    if (value.length < leastLength || secrets.has(value)) return;
    secrets.add(value);
    const [oldest] = secrets;
    if (secrets.size > mostSecrets && oldest !== undefined) secrets.delete(oldest);
    redact = createRedactor([...secrets].map((secret) => ({ value: secret, name: token })));
  }

  function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskedHeader(name, value)]));
  }

  function maskedHeader(name: string, value: string): string {
    if (name === "authorization") return value.replace(/^(\s*[\w-]+ +)?\S.*$/, `$1${token}`);
    return isPublic(name) || !secretName.test(name) ? redact(value) : hidden;
  }

  const target: Mask["target"] = ({ path, query }) => {
    const shown = query.replaceAll(/([^&=]+)=([^&]*)/g, (pair, name: string) =>
      secretName.test(name) ? `${name}=${hidden}` : pair,
    );
    return redact(`${path}${query === "" ? "" : `?${shown}`}`);
  };

  return {
    learn({ requestHeaders, query }) {
      for (const [name, value] of Object.entries(requestHeaders)) {
        if (name === "authorization") remember(value.replace(/^\s*[\w-]+ +/, "").trim());
        else if (name === "cookie") for (const part of value.split(";")) rememberLong(part.split("=")[1]?.trim());
        else if (secretName.test(name)) remember(value);
      }
      for (const [name, value] of new URLSearchParams(query)) if (secretName.test(name)) remember(value);
    },
    exchange(seen) {
      const { request, response } = toExchange(seen, baseUrl);
      const body = request.body === undefined ? {} : { body: maskedBody(request.body) };
      const url = `${baseUrl}${target(seen)}`;
      return asEvidence(
        {
          request: { method: request.method, url, headers: maskedHeaders(request.headers), ...body },
          response: { ...response, headers: maskedHeaders(response.headers), body: maskedBody(response.body) },
        },
        mostOfBody,
      );
    },
    target,
    text: (text) => redact(text),
  };

  /** A cookie often holds but a word or a number. */
  function rememberLong(value: string | undefined): void {
    if (value !== undefined && value.length >= 12) remember(value);
  }

  function maskedBody(body: string): string {
    return redactBody(withoutSecretMembers(body), redact);
  }
}

/** These names hold no secret, though they sound like it. */
function isPublic(name: string): boolean {
  return name === "www-authenticate" || name.startsWith("access-control-");
}

/** In JSON: whatever stands in a member with such a name. */
function withoutSecretMembers(body: string): string {
  return body.replaceAll(
    /"([^"\\]{1,60})"(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g,
    (member, name: string, colon: string) => (secretName.test(name) ? `"${name}"${colon}"${hidden}"` : member),
  );
}
