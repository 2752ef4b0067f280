import { hasId, operationIds, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Cors } from "../../fixtures/dialect/requests.ts";
import { isObject, jsonText, type Json, membersOf } from "../../fixtures/values/json.ts";
import { unknownParameter } from "../log/parameter-names.ts";
import { isSuccess } from "../target/exchange.ts";
import { hasEnvelope } from "../log/exchanges.ts";
import { creating } from "./creations.ts";
import { askTooLarge, askUnreadable, maxBytes, openingOfBody } from "./failures.ts";
import { narrow, numbersIn, readList } from "./read-lists.ts";
import {
  beyondDialects,
  checkEach,
  reading,
  type OpenPoint,
  type Reading,
  plainly,
  rejectedOr,
  wordFor,
} from "./open-point.ts";
import { NotApplicable, NotShown, readAllShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { isSameFailure, rejectedWith, readSample, readSuccesses } from "./samples.ts";

/** The rejections without a token and with an unknown one. */
function readRejections(reader: Reader, operation: OperationId): Promise<readonly [Answer, ...Answer[]]> {
  return readAllShown(["none", "never-issued"] as const, (as) => rejectedWith(reader, operation, as));
}

async function readChallenge(reader: Reader, operation: OperationId): Promise<Reading> {
  const rejections = await readRejections(reader, operation);
  const [first, ...others] = rejections.map(readChallengeHeader);
  const other = others.find((header) => header !== first && !(first && header?.startsWith(first)));
  const doubt = `an unknown token gets ${plainly(other ?? null)}`;
  return reading(first ?? null, rejections, other === undefined ? {} : { doubt });
}

function readChallengeHeader({ response }: Answer): string | null {
  return response.headers["www-authenticate"] ?? null;
}

async function readSchemeCase(reader: Reader, operation: OperationId): Promise<Reading> {
  const sample = await readSample(reader, operation);
  const exchange = await reader.ask({ ...sample.call, as: "lower-case-scheme" });
  if (!hasEnvelope(sample.exchange))
    throw new NotShown("the response is not an envelope, so a success is inconclusive (see ENV-01)");
  return reading(hasEnvelope(exchange) ? "any" : "exact", [exchange]);
}

async function readLogin(reader: Reader, operation: OperationId): Promise<Reading> {
  const redirect = (await readRejections(reader, operation)).find(({ response }) => response.status < 400);
  if (redirect === undefined) throw new NotApplicable("no rejection is a redirect");
  return reading(redirect.response.headers["location"] ?? null, [redirect]);
}

/** An unknown origin, and a usual one for developing frontends. */
const origins = ["https://orgkit.example", "http://localhost:3000"] as const;

/** Which pages of other origins may read, by the first of the tried ones that may. */
async function readCors(reader: Reader): Promise<Reading> {
  const reads: Answer[] = [];
  for (const origin of origins) {
    const read = await reader.ask({ operation: "listUsers", headers: { origin } });
    reads.push(read);
    const allowedOrigin = read.response.headers["access-control-allow-origin"];
    if (allowedOrigin !== "*" && allowedOrigin !== origin) continue;
    // A browser asks first whether a page may send a token.
    const asking = { "access-control-request-method": "GET", "access-control-request-headers": "authorization" };
    const headers = { origin, ...asking };
    const preflight = await reader.ask({ operation: "listUsers", method: "OPTIONS", as: "none", headers });
    const exchanges = [read, preflight];
    if (preflight.response.headers["access-control-allow-origin"] === undefined)
      return reading(null, exchanges, { doubt: "browsers may read responses, but not ask with a token" });
    const value: Cors["origins"] = allowedOrigin === "*" ? "*" : origin === origins[0] ? "echo" : [origin];
    const isWithCredentials = value !== "*" && read.response.headers["access-control-allow-credentials"] === "true";
    return reading({ origins: value, ...(isWithCredentials && { credentials: true }) }, exchanges);
  }
  return reading(null, reads, { doubt: `no page of ${origins.join(" or ")} may read` });
}

async function readTrailingSlash(reader: Reader): Promise<Reading> {
  const path = "/api/v1/users/";
  const exchange = await reader.ask({ operation: "listUsers", path });
  const { status, headers } = exchange.response;
  if (hasEnvelope(exchange)) return reading("same", [exchange]);
  const isRedirected = [301, 302, 307, 308].includes(status);
  if (isRedirected && /\/api\/v1\/users(?:\?|$)/.test(headers["location"] ?? "")) return reading(status, [exchange]);
  if (status >= 400) return reading("unknown", [exchange]);
  return beyondDialects(`\`${path}\` gets ${status}`, [exchange]);
}

async function readUnknownParameters(reader: Reader): Promise<Reading> {
  const query = { [unknownParameter]: "1" };
  const { page, exchange } = await readList(reader, "listUsers", query);
  if (page !== undefined) return reading("ignore", [exchange]);
  const operation = operationIds.find(hasId);
  const sample = operation && (await unlessHidden(readSample(reader, operation)));
  const other = sample && (await unlessHidden(reader.ask({ ...sample.call, query })));
  if (other === undefined) return reading("reject", [exchange], { doubt: "it was tried with a list alone" });
  return reading(isSuccess(other) ? "rejectInLists" : "reject", [exchange, other]);
}

/** The first whole number in a header: some continue with a policy, as `100, 100;w=60`. */
function wholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,12})(?:\s*[,;]|\s*$)/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The limit that headers of successes announce (§8). Limits that no header mentions are not provoked. */
async function readRate(reader: Reader): Promise<Reading> {
  const answers = readOperationIds.flatMap((one) => reader.successes(one)).filter(({ as }) => as === "first");
  for (const headers of ["ratelimit", "x-ratelimit"] as const) {
    const states = answers.flatMap((exchange) => {
      const [limit = 0, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
        wholeNumber(exchange.response.headers[`${headers}-${name}`]),
      );
      // A large number is a timestamp, not a number of seconds.
      return limit < 1 || reset === undefined || reset > 10_000_000 ? [] : [{ exchange, limit, remaining, reset }];
    });
    const [first] = states;
    if (first === undefined) continue;
    if (states.some(({ limit }) => limit !== first.limit)) throw new NotShown("responses announce different limits");
    const [stated] = answers.flatMap(({ response }) => {
      const policy = response.headers["ratelimit-policy"] ?? response.headers["ratelimit-limit"];
      return wholeNumber(/\bw=(\d+)/.exec(policy ?? "")?.[1]) ?? [];
    });
    const fresh = states.find(({ limit, remaining }) => remaining === limit - 1);
    const window = stated ?? fresh?.reset;
    const seconds = window ?? Math.max(...states.map(({ reset }) => reset));
    const doubt = { doubt: "the window is at least as long as the longest wait" };
    const value = { requests: first.limit, seconds: Math.max(seconds, 1), headers };
    return reading(value, [(fresh ?? first).exchange], window === undefined ? doubt : {});
  }
  throw new NotShown("no header announces a limit, and orgkit does not provoke one");
}

/** The name of the header that announces the declared limit; `undefined` if none does. */
function findLimitHeader(declared: Json | undefined): string | undefined {
  const { headers = "none" } = membersOf(declared);
  return headers === "none" ? undefined : `${jsonText(headers)}-limit`;
}

async function findLimited(reader: Reader, operation: OperationId): Promise<readonly Answer[]> {
  if (findLimitHeader(reader.declared("limits.rate")) === undefined)
    throw new NotApplicable("the dialect declares no announced rate limit");
  return readSuccesses(reader, operation);
}

/** Every success announces the declared limit. */
function findRateProblem(declared: Json, { response }: Answer): string | undefined {
  const name = findLimitHeader(declared) ?? "";
  const { [name]: header } = response.headers;
  if (isObject(declared) && wholeNumber(header) === declared["requests"]) return undefined;
  return header === undefined ? `there is no \`${name}\`` : `\`${name}\` is ${header}`;
}

/** Common limits of servers: 100 KiB, 1 MiB, 64 KiB. */
const usualSizes = [100, 1024, 64].flatMap((kib) => [kib * 1024, kib * 1024 + 1]);

async function readBodyLimit(reader: Reader): Promise<Reading> {
  const small = await askUnreadable(reader);
  const large = await askTooLarge(reader);
  const responses = new Map([[maxBytes, large]]);
  const isAccepted = async (bytes: number): Promise<boolean> => {
    const exchange = await askUnreadable(reader, bytes);
    responses.set(bytes, exchange);
    if (isSameFailure(small, exchange)) return true;
    if (exchange.response.status === large.response.status) return false;
    throw new NotShown("bodies of one size are rejected in different ways");
  };
  const numbers = numbersIn(large.response.body).slice(0, 2);
  const likely = [...numbers.flatMap((bytes) => [bytes + 1, bytes]), ...usualSizes];
  const bounds = await narrow({ accepted: openingOfBody.length, rejected: maxBytes }, likely, isAccepted);
  const { accepted, rejected } = bounds;
  const exchanges = [accepted, rejected].flatMap((bytes) => responses.get(bytes) ?? []);
  if (accepted >= 64) return reading(accepted, exchanges);
  return beyondDialects(`bodies of more than ${accepted} bytes are rejected`, exchanges);
}

/** Whether a valid body over the declared size is rejected. */
async function checkBodyLimit(declared: Json, reader: Reader): Promise<Reading> {
  const bytes = Number(declared);
  if (bytes > maxBytes) throw new NotShown("the declared size is too large to try");
  const { body } = (await creating(reader)).first;
  const field = Object.keys(body).find((name) => typeof body[name] === "string");
  if (field === undefined) throw new NotShown("the given body has no string that could be extended");
  const long = { ...body, [field]: `${jsonText(body[field] ?? null)}${"x".repeat(bytes)}` };
  const exchange = await reader.ask({ operation: "createUser", body: long });
  const problem = `a body of more than ${bytes} bytes gets ${exchange.response.status}`;
  return reading(bytes, [exchange], isSuccess(exchange) ? { problem } : {});
}

/** `100 requests in 60 seconds, announced by ratelimit-limit`. */
function rateInWords(value: Json): string {
  if (!isObject(value)) return plainly(value);
  const { requests = null, seconds = null, headers = null } = value;
  return `${plainly(requests)} requests in ${plainly(seconds)} seconds, announced by \`${jsonText(headers)}-limit\``;
}

/** Rejected clients (§5), limits (§8), and requests that the document does not describe. */
export const requestPoints: readonly OpenPoint[] = [
  {
    key: "auth.challenge",
    operations: operationIds,
    requirement: "DECL-19",
    observedBy: ["OBS-12"],
    subject: "the challenge of a rejection is",
    read: readChallenge,
    check: checkEach(readRejections, (declared, exchange) => {
      const header = readChallengeHeader(exchange);
      // A rejection may say more, such as an error.
      const isRight = declared === null ? header === null : header?.startsWith(jsonText(declared)) === true;
      return isRight ? undefined : `the challenge of a rejection is ${plainly(header)}`;
    }),
  },
  {
    key: "auth.schemeCase",
    operations: readOperationIds,
    requirement: "DECL-20",
    observedBy: ["OBS-12"],
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
      typeof value === "number"
        ? `a redirect (${value})`
        : wordFor({ unknown: "an unknown path", same: "the list of users" })(value),
    read: readTrailingSlash,
  },
  {
    key: "limits.bodyBytes",
    stage: "bodies",
    operations: ["createUser"],
    requirement: "DECL-33",
    rejectedAs: "payloadTooLarge",
    subject: "a body may be at most",
    say: (value) => `${plainly(value)} bytes`,
    read: readBodyLimit,
    check: checkBodyLimit,
  },
  {
    key: "limits.rate",
    stage: "log",
    operations: operationIds,
    requirement: "DECL-32",
    observedBy: ["OBS-16"],
    subject: "the rate limit is",
    say: rateInWords,
    read: readRate,
    check: checkEach(findLimited, findRateProblem),
  },
];
