import { operationIds, operations } from "../../fixtures/contract/operations.ts";
import type { Call } from "../log/model.ts";
import { isPage, readEnvelope, readJson } from "../target/envelope.ts";
import {
  firewallHeaders,
  isFromGateway,
  isSuccess,
  isUnanswered,
  summarize,
  type ExchangeResponse,
  type HttpExchange,
} from "../target/exchange.ts";
import { withAdvice } from "../target/no-reply.ts";
import { unlessHidden, type Reader } from "../open-points/reader.ts";
import type { Target } from "../target/target.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

/**
 * Checks that the target can be judged. Sends the authorized requests that only read (the checks use them again), and
 * more only if no response looks like the interface.
 * @returns what to fix first; `undefined` if the target can be judged
 */
export async function preflight(reader: Reader): Promise<string | undefined> {
  const samples = await sendAll(
    reader,
    reads.map((operation) => ({ operation })),
  );
  const there = samples.filter(isThere);
  if (there.length > 0 && !(await isEverywhere(reader, there))) return undefined;
  const { baseUrl } = reader.target;
  if (samples.every(({ response }) => response === undefined)) return describeNoResponse(baseUrl, samples[0]);
  const redirected = describeRedirects(baseUrl, samples);
  if (redirected !== undefined) return redirected;
  if (samples.every(isUnanswered))
    return describe(
      `No service responds at ${baseUrl}, only what stands in front of it`,
      samples,
      "Is the service running, and does its gateway reach it?",
    );
  if (samples.every(({ response }) => isRejection(response?.status))) return describeRejection(reader.target, samples);
  const isElsewhere = (sample: HttpExchange): boolean =>
    isUnrelated(sample) || isUnanswered(sample) || isRejection(sample.response?.status) || there.includes(sample);
  if (samples.every(isElsewhere)) return findBaseUrlProblem(reader, samples);
  return samples.some(({ response }) => response?.status === 500)
    ? undefined
    : describe(
        `No operation gives anything for the token in ${reader.target.tokenVariables.first}, so nothing can be judged`,
        samples,
        headerAdvice,
      );
}

const reads = operationIds.filter((operation) => operations[operation].method === "GET");

const headerAdvice =
  "Check the base URL and the token. If a gateway needs its own header, such as an API key, add it with --header.";

/** Whether something is there that may be the interface: a success that is not a page. */
function isThere(exchange: HttpExchange): boolean {
  return isSuccess(exchange) && !isUnrelated(exchange) && !isFromGateway(exchange);
}

/** Whether what looks like no envelope is what any path gets: a health check, a stub, an echo. */
async function isEverywhere(reader: Reader, there: readonly HttpExchange[]): Promise<boolean> {
  const names = there.map(({ response }) => response && listMembers(response));
  if (names.some((name) => name === undefined)) return false;
  const [elsewhere] = await sendAll(reader, [{ operation: "listUsers", path: "/orgkit/nothing/is/here" }]);
  if (elsewhere?.response === undefined || !isSuccess(elsewhere)) return false;
  const name = listMembers(elsewhere.response);
  return names.every((one) => one === name);
}

/** The members of an object that has no part of an envelope. */
function listMembers(response: ExchangeResponse): string | undefined {
  const { object } = readEnvelope(response);
  if (object === undefined || "data" in object || "meta" in object) return undefined;
  return Object.keys(object).toSorted().join();
}

/** Whether a response refuses the token, or leads elsewhere. */
function isRejection(status = 0): boolean {
  return [401, 403, 407, 423].includes(status) || (status >= 300 && status <= 399);
}

function describeNoResponse(baseUrl: string, sample: HttpExchange | undefined): string {
  const noReply = sample?.noReply;
  return noReply === undefined
    ? `No request could be sent to ${baseUrl}.`
    : `${baseUrl} cannot be reached: ${withAdvice(noReply)}`;
}

/** What is wrong, what was sent, what came, and what to do: what the response says itself comes before the usual advice. */
function describe(problem: string, samples: readonly HttpExchange[], advice: string): string {
  const said = samples.map(describeBody).find((text) => text !== "") ?? "";
  return [
    `${problem}:`,
    ...samples.map((sample) => `  ${summarize(sample)}`),
    ...(said === "" ? [] : [`Response: ${said}`]),
    samples.map(adviceFor).find((text) => text !== undefined) ?? advice,
  ].join("\n");
}

/** Every operation refuses the request. */
function describeRejection({ tokenVariables }: Target, samples: readonly HttpExchange[]): string {
  const statuses = samples.map(({ response }) => response?.status ?? 0);
  const what = statuses.every((status) => status < 400)
    ? `Every request is redirected, as if to a login page (${samples[0]?.response?.headers["location"] ?? "without Location"})`
    : statuses.includes(401)
      ? `Every operation rejects the token in ${tokenVariables.first}`
      : `Every operation is refused with the token in ${tokenVariables.first}`;
  return describe(`${what}, so nothing can be judged`, samples, `Set a valid token. ${headerAdvice}`);
}

/** Every path leads to the same path elsewhere. */
function describeRedirects(baseUrl: string, samples: readonly HttpExchange[]): string | undefined {
  const newBaseUrls = samples.map((sample) => redirectedBaseUrl(sample, baseUrl));
  const [elsewhere] = newBaseUrls;
  if (elsewhere === undefined || newBaseUrls.some((url) => url !== elsewhere)) return undefined;
  const slash = `${baseUrl} redirects each path to one with a slash at its end, which the paths of the interface do not have (§4)`;
  const advice = elsewhere === baseUrl ? slash : `${baseUrl} redirects to ${elsewhere}: use that as the base URL`;
  return [`${advice}.`, ...samples.map((sample) => `  ${summarize(sample)}`)].join("\n");
}

/** The base URL that a redirect leads to, if it leads to the same path; `undefined` if it leads elsewhere. */
function redirectedBaseUrl({ request, response }: HttpExchange, baseUrl: string): string | undefined {
  const location = response?.headers["location"];
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const { origin, pathname } = new URL(location, request.url);
  const path = request.url.slice(baseUrl.length).split("?")[0] ?? "";
  const target = `${origin}${pathname}`.replace(/\/$/, "");
  return path !== "" && target.endsWith(path) ? target.slice(0, -path.length) : undefined;
}

/** Paths at which a target may serve the interface although §4 and §9 say otherwise: then that is its failure. */
const otherPaths = ["/users", "/v1/users", "/api/v2/users"] as const;

/**
 * What to fix if nothing at this base URL looks like the interface: no response to the valid token, and nothing at other
 * versions of the path. That a request without a token is rejected shows no interface: many services ask for the token
 * before they look at the path.
 */
async function findBaseUrlProblem(reader: Reader, samples: readonly HttpExchange[]): Promise<string | undefined> {
  const { baseUrl } = reader.target;
  const problem = `Nothing at ${baseUrl} looks like the interface`;
  const further = /^(.*)\/api(?:\/v1)?$/.exec(baseUrl)?.[1];
  if (further !== undefined)
    return describe(problem, samples, `Use ${further}: the base URL does not include /api/v1.`);
  const elsewhere = await sendAll(
    reader,
    otherPaths.map((path) => ({ operation: "listUsers", path })),
  );
  if (elsewhere.some((sample) => isSuccess(sample) && readEnvelope(sample.response).data !== undefined)) {
    return undefined;
  }
  return describe(problem, samples, "Is this the right base URL? Give the part before /api/v1.");
}

/** The response of any server to an unknown path: a 404, or a page or nothing instead of JSON. A missing response is inconclusive. */
function isUnrelated({ response }: HttpExchange): boolean {
  if (response === undefined || response.status === 404 || response.status === 405) return true;
  const { status, headers, body } = response;
  const isHtml = isPage(response) || /^\s*(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
  return (isHtml || body.trim() === "") && readJson(response) === undefined && status >= 200 && status <= 299;
}

async function sendAll(reader: Reader, calls: readonly Call[]): Promise<readonly HttpExchange[]> {
  const exchanges = await Promise.all(calls.map((call) => unlessHidden(reader.send(call))));
  return exchanges.filter((exchange) => exchange !== undefined);
}

/** What gateways write instead of a service's response, and what to do then. */
const advice: readonly (readonly [text: RegExp, advice: string])[] = [
  [
    /HTTP request .*to (?:an )?HTTPS|plain HTTP to an SSL/i,
    "The target speaks HTTPS there: give https:// in the base URL.",
  ],
  [/SSL certificate/i, "The target demands a client certificate: give one with --cert FILE and --key FILE."],
  [
    /attention required|just a moment|human verification|request (?:is |was )?(?:blocked|rejected|forbidden by)|not acceptable|cf-mitigated|x-amzn-waf-action/i,
    "It reads as if a firewall blocked this client: let it through, or run from where it is allowed.",
  ],
  [/maintenance|be right back/i, "It reads like maintenance: run again when it is over."],
  [
    /missing authentication token/i,
    "API Gateway says this where it has no such path: does the base URL include its stage?",
  ],
  [/api key|subscription key|x-[a-z-]+/i, "It reads as if a header were missing: add it with --header."],
  [/misdirected/i, "The host in the base URL is not one that this gateway serves: check the base URL."],
  [/header .*too large/i, "The gateway accepts shorter headers only: are the token and --header right?"],
];

/** What to do about a response, by what it says. */
export function adviceFor(exchange: HttpExchange): string | undefined {
  const { headers = {} } = exchange.response ?? {};
  const text = [describeBody(exchange), ...firewallHeaders.filter((name) => name in headers)].join("\n");
  return advice.find(([pattern]) => pattern.test(text))?.[1];
}

/** The text of a response on one line, without the tags of a page. */
export function describeBody({ response }: HttpExchange): string {
  const body = response?.body ?? "";
  const isMarkup = /^\s*</.test(body);
  return visibleLine(
    isMarkup ? body.replaceAll(/<(?:style|script).*?<\/(?:style|script)>|<[^>]*>/gis, " ") : body,
    300,
  );
}
