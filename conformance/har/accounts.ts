import { createHmac } from "node:crypto";
import { basename } from "node:path";
import { isObject } from "../../fixtures/json.ts";
import type { Passed } from "../proxy/finding.ts";
import type { Credentials } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";

/** What is known of a token. */
interface Known {
  readonly number: number;
  isAccepted: boolean;
  /** Where it was rejected: the path, and the status. */
  readonly rejected: Map<string, number>;
  /** Hashed records in its responses. */
  readonly records: Set<string>;
}

/** The account of an exchange. */
export interface ExchangeAccount {
  readonly as: Credentials;
  /** The number of the account, if its token was accepted anywhere. */
  readonly account: number | undefined;
}

/** How many records to keep per token: two tokens with a record in common belong to one organization. */
const maxRecords = 2000;

/** A placeholder that a tool wrote instead of a credential. */
const redactedValue =
  /redact|hidden|masked|removed|omitted|filtered|sanitized|\*{3}|x{5}|^\s*(?:bearer\s+)?(?:<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|…|\.{3})\s*$/i;

/**
 * The accounts behind the tokens in recorded requests. Tokens are not kept, only hashes with a random key for the run.
 */
export class Accounts {
  readonly #key: Buffer;
  readonly #tokens = new Map<string, Known>();
  /** Files with any `Authorization`, with accepted requests without one, and with placeholders for it. */
  readonly #files = { carried: new Set<string>(), acceptedBare: new Set<string>(), hidden: new Set<string>() };

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads an exchange as recorded. */
  see(passed: Passed, file: string): void {
    const { authorization } = passed.request.headers;
    const isAccepted = isEnvelope(passed);
    if (authorization === undefined) {
      if (isAccepted) this.#files.acceptedBare.add(file);
      return;
    }
    this.#files.carried.add(file);
    if (redactedValue.test(authorization)) this.#files.hidden.add(file);
    const token = tokenIn(authorization);
    if (token === undefined) return;
    const known = this.#known(token);
    const { status } = passed.response;
    if (isAccepted) {
      known.isAccepted = true;
      // Whole records: another account's record may have the same id.
      for (const record of (readEnvelope(passed.response).data ?? []).filter(isObject))
        if (known.records.size < maxRecords) known.records.add(this.#hash(canonical(record)));
    } else if (status >= 300 && status < 500 && status !== 429)
      known.rejected.set(`${passed.request.method} ${passed.request.url.split("?")[0]}`, status);
  }

  /** Whether the tool that wrote a file removed the credentials. */
  #isRedacted(file: string): boolean {
    return this.#files.acceptedBare.has(file) && !this.#files.carried.has(file);
  }

  /** Marks the token of an exchange as removed by the tool, so that its absence does not count. */
  shown(passed: Passed, file: string): Passed {
    const { headers } = passed.request;
    const isMissing = headers["authorization"] === undefined;
    if (isMissing ? !this.#isRedacted(file) : !this.isLeftOut(passed)) return passed;
    return { ...passed, request: { ...passed.request, headers: { ...headers, authorization: "Bearer $TOKEN" } } };
  }

  /** Whether the token of an exchange is a placeholder for a removed one. */
  isLeftOut({ request: { headers } }: Passed): boolean {
    return redactedValue.test(headers["authorization"] ?? "");
  }

  /** The account of an exchange, after all exchanges were read. */
  carried({ request }: Passed): ExchangeAccount {
    const { authorization } = request.headers;
    if (authorization === undefined) return { as: "none", account: undefined };
    if (authorization.trim() === "") return { as: "empty", account: undefined };
    if (/^bearer\s*$/i.test(authorization)) return { as: "no-token", account: undefined };
    if (redactedValue.test(authorization)) return { as: "first", account: 0 };
    const token = tokenIn(authorization);
    if (token === undefined) return { as: "other-scheme", account: undefined };
    const known = this.#known(token);
    if (!known.isAccepted && isNeverIssued(known)) return { as: "never-issued", account: undefined };
    const isOtherCase = !authorization.startsWith("Bearer ") && /^bearer /i.test(authorization);
    const account = this.#accountOf(known);
    return { as: isOtherCase ? "other-case" : "first", account };
  }

  /** Notes on the credentials for the reader. */
  notes(): readonly string[] {
    const redacted = [...this.#files.acceptedBare].filter((file) => this.#isRedacted(file));
    const names = [...redacted, ...this.#files.hidden].map((file) => basename(file)).join(", ");
    if (names === "") return [];
    return [
      `${names}: \`Authorization\` was left out by the tool that recorded it, so rejected tokens show nothing and accounts cannot be distinguished`,
    ];
  }

  /** Tokens with a record in common belong to one account, as far as its lists show. */
  #accountOf(known: Known): number {
    const linked = new Set([known]);
    for (const one of linked) {
      for (const other of this.#tokens.values()) {
        if (one.records.values().some((key) => other.records.has(key))) linked.add(other);
      }
    }
    return Math.min(...[...linked].map(({ number }) => number));
  }

  #known(token: string): Known {
    const hash = this.#hash(token);
    const known = this.#tokens.get(hash) ?? {
      number: this.#tokens.size + 1,
      isAccepted: false,
      rejected: new Map(),
      records: new Set(),
    };
    this.#tokens.set(hash, known);
    return known;
  }

  #hash(text: string): string {
    return createHmac("sha256", this.#key).update(text).digest("base64");
  }
}

function tokenIn(authorization: string): string | undefined {
  return /^bearer\s+(\S.*)$/i.exec(authorization)?.[1]?.trim();
}

/** A token that was never accepted: rejected with 401, or in the same way at several places. */
function isNeverIssued({ rejected }: Known): boolean {
  const statuses = new Set(rejected.values());
  return statuses.has(401) || (rejected.size > 1 && statuses.size === 1);
}

/** Whether a response accepts a token: an envelope (§2). */
function isEnvelope(passed: Passed): boolean {
  const { data, meta } = isSuccess(passed) ? readEnvelope(passed.response) : {};
  return data !== undefined && meta !== undefined;
}
