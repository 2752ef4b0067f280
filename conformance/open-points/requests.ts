import { hasId, operationIds, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Cors } from "../../fixtures/dialect/requests.ts";
import { isObject, jsonText, type Json } from "../../fixtures/json.ts";
import type { Exchange } from "../judge/model.ts";
import { unknownParameter } from "../experiments/names.ts";
import { isSuccess } from "../target/exchange.ts";
import { answerTo, hasEnvelope } from "./answer-to.ts";
import { creating } from "./creations.ts";
import { askTooLarge, askUnreadable, openingOfBody } from "./failures.ts";
import { narrow, numbersIn } from "./narrow.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { readList } from "./read-lists.ts";
import { NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { isSameFailure } from "./same-failure.ts";
import { rejectedWith, sampleOf } from "./samples.ts";
import { plainly, rejectedOr, wordFor } from "./words.ts";

async function readChallenge(reader: Reader, operation: OperationId): Promise<Reading> {
  const declared = reader.declared("auth.challenge");
  const rejections = [await rejectedWith(reader, operation, "none")];
  const unknown = await unlessHidden(rejectedWith(reader, operation, "never-issued"));
  if (unknown !== undefined) rejections.push(unknown);
  const found = rejections.map((one) => one.response.headers["www-authenticate"] ?? null);
  const [value = null, other = value] = found;
  const isWanted = (header: string | null, wanted: Json): boolean =>
    wanted === null ? header === null : header?.startsWith(jsonText(wanted)) === true;
  if (declared === undefined) {
    if (isWanted(other, value)) return reading(value, rejections);
    const doubt = `an unknown token gets ${other === null ? "none" : `\`${other}\``}`;
    return reading(value, rejections, { doubt });
  }
  const index = found.findIndex((header) => !isWanted(header, declared));
  const wrong = found[index];
  const shown = wrong === undefined || wrong === null ? "no `WWW-Authenticate`" : `\`WWW-Authenticate: ${wrong}\``;
  return index < 0
    ? reading(declared, rejections)
    : reading(value, rejections.slice(index, index + 1), { problem: `a rejection has ${shown}` });
}

async function readSchemeCase(reader: Reader, operation: OperationId): Promise<Reading> {
  const sample = await sampleOf(reader, operation);
  const exchange = await reader.ask({ ...sample.call, as: "other-case" });
  const answer = answerTo(exchange, sample.exchange);
  if (answer === "unclear")
    throw new NotShown("the response is not an envelope, so a success is inconclusive (see ENV-01)");
  return reading(answer === "served" ? "any" : "exact", [exchange]);
}

async function readLogin(reader: Reader, operation: OperationId): Promise<Reading> {
  for (const as of ["none", "never-issued"] as const) {
    const rejection = await unlessHidden(rejectedWith(reader, operation, as));
    const { status = 0, headers = {} } = rejection?.response ?? {};
    if (rejection !== undefined && status < 400) return reading(headers["location"] ?? null, [rejection]);
  }
  await rejectedWith(reader, operation, "none");
  throw new NotShown("no rejection is a redirect", { lack: "nothing" });
}

/** An unknown origin, and a usual one for developing frontends. */
const origins = ["https://orgkit.example", "http://localhost:3000"] as const;

/** Which pages of other origins may read, by the first of the tried ones that may. */
async function readCors(reader: Reader): Promise<Reading> {
  const asked: Exchange[] = [];
  const allowed = (exchange: Answer, name: string): string | undefined =>
    exchange.response.headers[`access-control-allow-${name}`];
  for (const origin of origins) {
    const read = await reader.ask({ operation: "listUsers", headers: { origin } });
    asked.push(read);
    const named = allowed(read, "origin");
    if (named !== "*" && named !== origin) continue;
    // A browser asks first whether a page may send a token.
    const wanted = { "access-control-request-method": "GET", "access-control-request-headers": "authorization" };
    const preflight = await reader.ask({
      operation: "listUsers",
      method: "OPTIONS",
      as: "none",
      headers: { origin, ...wanted },
    });
    const exchanges = [read, preflight];
    if (allowed(preflight, "origin") === undefined)
      return reading(null, exchanges, { doubt: "browsers may read responses, but not ask with a token" });
    const value: Cors["origins"] = named === "*" ? "*" : origin === origins[0] ? "echo" : [origin];
    const isWithCredentials = value !== "*" && allowed(read, "credentials") === "true";
    return reading({ origins: value, ...(isWithCredentials && { credentials: true }) }, exchanges);
  }
  return reading(null, asked, { doubt: `no page of ${origins.join(" or ")} may read` });
}

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

async function readTrailingSlash(reader: Reader): Promise<Reading> {
  const path = "/api/v1/users/";
  const exchange = await reader.ask({ operation: "listUsers", path });
  const { status, headers } = exchange.response;
  if (hasEnvelope(exchange)) return reading("same", [exchange]);
  const isRedirected = redirects.has(status) && /\/api\/v1\/users(?:\?|$)/.test(headers["location"] ?? "");
  if (isRedirected) return reading(status, [exchange]);
  if (status >= 400) return reading("unknown", [exchange]);
  throw new NotShown(`\`${path}\` gets ${status}, which a dialect cannot express`);
}

async function readUnknownParameters(reader: Reader): Promise<Reading> {
  const query = { [unknownParameter]: "1" };
  const { page, exchange } = await readList(reader, "listUsers", query);
  if (page !== undefined) return reading("ignore", [exchange]);
  const operation = operationIds.find(hasId);
  const sample = operation && (await unlessHidden(sampleOf(reader, operation)));
  const other = sample && (await unlessHidden(reader.ask({ ...sample.call, query })));
  if (other === undefined) return reading("reject", [exchange], { doubt: "it was tried with a list alone" });
  return reading(isSuccess(other) ? "rejectInLists" : "reject", [exchange, other]);
}

/** Usual lengths of windows, in seconds. */
const usualWindows = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];

/** The first whole number in a header: some continue with a policy. */
function wholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,12})(?:\s*[,;]|\s*$)/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The limit that headers of successes announce (§8). Limits that no header mentions are not provoked. */
async function readRate(reader: Reader): Promise<Reading> {
  const declared = reader.declared("limits.rate");
  if (declared !== undefined) throw new NotShown("it is judged on each operation");
  const answers = readOperationIds
    .flatMap((operation) => reader.successes(operation))
    .filter(({ as }) => as === "first");
  for (const headers of ["ratelimit", "x-ratelimit"] as const) {
    const states = answers.flatMap((exchange) => {
      const at = (name: string): number | undefined => wholeNumber(exchange.response.headers[`${headers}-${name}`]);
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map(at);
      // A large number is a timestamp, not a number of seconds.
      if (limit === undefined || reset === undefined || reset > 10_000_000) return [];
      return [{ exchange, limit, remaining, reset }];
    });
    const [first] = states;
    if (first === undefined || first.limit < 1) continue;
    if (states.some(({ limit }) => limit !== first.limit)) throw new NotShown("responses announce different limits");
    const policies = answers.map(
      ({ response }) => response.headers["ratelimit-policy"] ?? response.headers["ratelimit-limit"],
    );
    const stated = policies
      .map((policy) => wholeNumber(/\bw=(\d+)/.exec(policy ?? "")?.[1]))
      .find((one) => one !== undefined);
    const fresh = states.find(({ limit, remaining }) => remaining === limit - 1);
    const longest = Math.max(...states.map(({ reset }) => reset));
    const seconds = stated ?? fresh?.reset ?? usualWindows.find((window) => window >= longest) ?? longest;
    if (seconds < 1) continue;
    const isWhole = stated !== undefined || fresh !== undefined;
    const doubt = "the window is at least as long as the longest wait";
    const value = { requests: first.limit, seconds, headers };
    return reading(value, [(fresh ?? first).exchange], isWhole ? {} : { doubt });
  }
  throw new NotShown("no header announces a limit, and orgkit does not provoke one");
}

/** Whether every success of an operation announces the declared limit. */
async function readDeclaredRate(reader: Reader, operation: OperationId): Promise<Reading> {
  const declared = reader.declared("limits.rate");
  if (declared === undefined) return readRate(reader);
  const { requests = 0, headers = "none" } = isObject(declared) ? declared : {};
  if (declared === null) throw new NotShown("the dialect declares no rate limit", { lack: "nothing" });
  if (headers === "none")
    throw new NotShown("the dialect declares that the limit is not announced", { lack: "nothing" });
  const name = headers === "x-ratelimit" ? "x-ratelimit-limit" : "ratelimit-limit";
  const exchanges = reader.successes(operation);
  if (exchanges.length === 0) await sampleOf(reader, operation);
  // Some servers add the policy to the number: `100, 100;w=60`.
  const wrong = exchanges.find(({ response }) => Number.parseInt(response.headers[name] ?? "", 10) !== requests);
  const header = wrong?.response.headers[name];
  const problem = header === undefined ? `there is no \`${name}\`` : `\`${name}\` is ${header}`;
  return wrong === undefined ? reading(declared, exchanges.slice(0, 1)) : reading(null, [wrong], { problem });
}

/** Common limits of servers: 1 MiB, 100 KiB, 64 KiB. */
const usualSizes = [100 * 1024, 1024 * 1024, 100 * 1024 + 1, 1024 * 1024 + 1, 64 * 1024, 64 * 1024 + 1];

/** The maximum size of a declared body that is tried, in bytes. */
const maxDeclared = 2 * 1024 * 1024;

async function readBodyLimit(reader: Reader): Promise<Reading> {
  const declared = reader.declared("limits.bodyBytes");
  if (typeof declared === "number") return readDeclaredLimit(reader, declared);
  const small = await askUnreadable(reader);
  const large = await askTooLarge(reader);
  const named = numbersIn(large.response.body).slice(0, 2);
  const seen = new Map<number, Answer>([[maxDeclared, large]]);
  const { accepted, rejected } = await narrow(
    { accepted: openingOfBody.length, rejected: maxDeclared },
    [...named.flatMap((bytes) => [bytes + 1, bytes]), ...usualSizes],
    // Most limits are whole KiB.
    ({ accepted: low, rejected: high }) => {
      const kib = Math.floor((low + high) / 2048) * 1024;
      if (kib > low && kib < high) return kib;
      return low % 1024 === 0 ? low + 1 : Math.floor((low + high) / 2);
    },
    async (bytes) => {
      const exchange = await askUnreadable(reader, bytes);
      seen.set(bytes, exchange);
      if (isSameFailure(small, exchange)) return true;
      if (exchange.response.status === large.response.status) return false;
      throw new NotShown("bodies of one size are rejected in different ways");
    },
  );
  if (accepted < 64)
    throw new NotShown(`bodies of more than ${accepted} bytes are rejected, which a dialect cannot express`);
  return reading(
    accepted,
    [accepted, rejected].flatMap((bytes) => seen.get(bytes) ?? []),
  );
}

/** Whether a valid body over the declared size is rejected. */
async function readDeclaredLimit(reader: Reader, bytes: number): Promise<Reading> {
  if (bytes > maxDeclared) throw new NotShown("the declared size is too large to try");
  const { body } = await creating(reader);
  const field = Object.keys(body).find((name) => typeof body[name] === "string");
  if (field === undefined) throw new NotShown("the given body has no string that could be extended");
  const long = { ...body, [field]: `${JSON.stringify(body[field])}${"x".repeat(bytes)}` };
  const exchange = await reader.ask({ operation: "createUser", body: long });
  const problem = `a body of more than ${bytes} bytes gets ${exchange.response.status}`;
  return reading(bytes, [exchange], isSuccess(exchange) ? { problem } : {});
}

/** Rejected clients (§5), limits (§8), and requests that the document does not describe. */
export const requestPoints: readonly OpenPoint[] = [
  {
    key: "auth.challenge",
    operations: operationIds,
    requirement: "DECL-19",
    subject: "the challenge of a rejection is",
    read: readChallenge,
  },
  {
    key: "auth.schemeCase",
    operations: readOperationIds,
    requirement: "DECL-20",
    subject: "`bearer` in lower case is",
    say: wordFor({ any: "accepted", exact: "rejected" }),
    read: readSchemeCase,
  },
  {
    key: "auth.login",
    operations: operationIds,
    requirement: "DECL-21",
    subject: "rejected clients are redirected to",
    read: readLogin,
  },
  { key: "requests.cors", operations: ["listUsers"], subject: "pages of other origins get", read: readCors },
  {
    key: "requests.unknownParameters",
    operations: ["listUsers"],
    subject: "unknown parameters are",
    say: rejectedOr,
    read: readUnknownParameters,
  },
  {
    key: "requests.trailingSlash",
    operations: ["listUsers"],
    subject: "`/api/v1/users/` is",
    say: (value) =>
      ({ unknown: "an unknown path", same: "the list of users" })[jsonText(value)] ?? `a redirect (${plainly(value)})`,
    read: readTrailingSlash,
  },
  {
    key: "limits.bodyBytes",
    operations: ["createUser"],
    requirement: "DECL-33",
    rejectedAs: "payloadTooLarge",
    subject: "a body may be at most",
    say: (value) => `${plainly(value)} bytes`,
    read: readBodyLimit,
  },
  {
    key: "limits.rate",
    operations: operationIds,
    requirement: "DECL-32",
    subject: "the rate limit is",
    say: rateInWords,
    read: readDeclaredRate,
    readAll: readRate,
  },
];

/** `100 requests in 60 seconds, announced by ratelimit-limit`. */
function rateInWords(value: Json): string {
  if (!isObject(value)) return plainly(value);
  const { requests, seconds, headers } = value;
  return `${plainly(requests ?? null)} requests in ${plainly(seconds ?? null)} seconds, announced by \`${jsonText(headers ?? null)}-limit\``;
}
