import { basename } from "node:path";
import type { Passed } from "../proxy/finding.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";

/** A placeholder that a tool wrote instead of a credential. */
const redactedValue =
  /redact|hidden|masked|removed|omitted|filtered|sanitized|\*{3}|x{5}|^\s*(?:bearer\s+)?(?:<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|…|\.{3})\s*$/i;

/** Tokens that the tool which wrote a HAR file removed: their absence shows nothing about the service. */
export class RedactedTokens {
  readonly #withToken = new Set<string>();
  readonly #acceptedWithout = new Set<string>();
  readonly #withPlaceholder = new Set<string>();

  /** Reads an exchange as recorded. */
  see(passed: Passed, file: string): void {
    const { authorization } = passed.request.headers;
    if (authorization === undefined) {
      if (isEnvelope(passed)) this.#acceptedWithout.add(file);
      return;
    }
    this.#withToken.add(file);
    if (redactedValue.test(authorization)) this.#withPlaceholder.add(file);
  }

  /** Marks the token of an exchange as removed by the tool, after all exchanges of its file were seen. */
  shown(passed: Passed, file: string): Passed {
    const { headers } = passed.request;
    const isMissing = headers["authorization"] === undefined;
    if (isMissing ? !this.#isLeftOutOf(file) : !isPlaceholder(passed)) return passed;
    return { ...passed, request: { ...passed.request, headers: { ...headers, authorization: "Bearer $TOKEN" } } };
  }

  /** Notes for the reader of a report. */
  notes(): readonly string[] {
    const leftOut = [...this.#acceptedWithout].filter((file) => this.#isLeftOutOf(file));
    const names = [...leftOut, ...this.#withPlaceholder].map((file) => basename(file)).join(", ");
    if (names === "") return [];
    return [`${names}: \`Authorization\` was left out by the tool that recorded it, so rejected tokens show nothing`];
  }

  #isLeftOutOf(file: string): boolean {
    return this.#acceptedWithout.has(file) && !this.#withToken.has(file);
  }
}

/** Whether the token of an exchange is a placeholder for a removed one. */
export function isPlaceholder({ request: { headers } }: Passed): boolean {
  return redactedValue.test(headers["authorization"] ?? "");
}

/** Whether a response accepts a token: an envelope (§2). */
function isEnvelope(passed: Passed): boolean {
  const { data, meta } = isSuccess(passed) ? readEnvelope(passed.response) : {};
  return data !== undefined && meta !== undefined;
}
