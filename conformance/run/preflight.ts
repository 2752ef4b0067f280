import { operationIds, operations } from "../../fixtures/contract/operations.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, isUnanswered, summarize, type HttpExchange } from "../target/exchange.ts";
import { withAdvice } from "../target/no-reply.ts";
import { unlessHidden, type Reader } from "../open-points/reader.ts";
import type { Target } from "../target/target.ts";

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
  if (samples.every(({ response }) => response === undefined))
    return describeNoResponse(reader.target.baseUrl, samples[0]);
  if (samples.every(isUnanswered)) return describeGateway(reader.target.baseUrl, samples);
  if (samples.every(({ response }) => isRejection(response?.status))) return describeRejection(reader.target, samples);
  return findBaseUrlProblem(reader, samples);
}

const reads = operationIds.filter((operation) => operations[operation].method === "GET");

function isRejection(status: number | undefined): boolean {
  return status !== undefined && ([401, 403, 407].includes(status) || (status >= 300 && status <= 399));
}

function describeNoResponse(baseUrl: string, sample: HttpExchange | undefined): string {
  const noReply = sample?.noReply;
  return noReply === undefined
    ? `No request could be sent to ${baseUrl}.`
    : `${baseUrl} cannot be reached: ${withAdvice(noReply)}`;
}

function describeGateway(baseUrl: string, samples: readonly HttpExchange[]): string {
  return [
    `No service responds at ${baseUrl}, only what stands in front of it:`,
    ...samples.map((sample) => `  ${summarize(sample)}`),
    "Is the service running, and does its gateway reach it?",
  ].join("\n");
}

function describeRejection({ baseUrl, tokenVariables }: Target, samples: readonly HttpExchange[]): string {
  const newBaseUrls = samples.map((sample) => redirectedBaseUrl(sample, baseUrl));
  const [elsewhere] = newBaseUrls;
  if (elsewhere !== undefined && newBaseUrls.every((url) => url === elsewhere)) {
    const slash = `${baseUrl} redirects each path to one with a slash at its end, which the paths of the interface do not have (§4)`;
    const advice = elsewhere === baseUrl ? slash : `${baseUrl} redirects to ${elsewhere}: use that as the base URL`;
    return [`${advice}.`, ...samples.map((sample) => `  ${summarize(sample)}`)].join("\n");
  }
  const redirected = samples.every(({ response }) => (response?.status ?? 0) < 400);
  const advice = redirected
    ? `Every request is redirected, as if to a login page (${samples[0]?.response?.headers["location"] ?? "without Location"})`
    : `Every operation rejects the token in ${tokenVariables.first}`;
  const body = samples.map(({ response }) => visibleLine(response?.body ?? "", 300)).find((text) => text !== "");
  return [
    `${advice}, so nothing can be judged:`,
    ...samples.map((sample) => `  ${summarize(sample)}`),
    ...(body === undefined ? [] : [`Response: ${body}`]),
    "Set a valid token, and check the base URL. If a gateway needs its own header, such as an API key, add it with --header.",
  ].join("\n");
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
  if (!samples.every((sample) => isUnrelated(sample) || isUnanswered(sample) || isRejection(sample.response?.status)))
    return undefined;
  const { baseUrl } = reader.target;
  const lines = [
    `Nothing at ${baseUrl} looks like the interface: is this the right base URL?`,
    ...samples.map((sample) => `  ${summarize(sample)}`),
  ];
  const further = /^(.*)\/api(?:\/v1)?$/.exec(baseUrl)?.[1];
  if (further !== undefined) {
    return [...lines, `Use ${further}: the base URL does not include /api/v1.`].join("\n");
  }
  const elsewhere = await sendAll(
    reader,
    otherPaths.map((path) => ({ operation: "listUsers", path })),
  );
  if (elsewhere.some((sample) => isSuccess(sample) && readEnvelope(sample.response).data !== undefined)) {
    return undefined;
  }
  return [...lines, "Give the part of the URL before /api/v1."].join("\n");
}

/** The response of any server to an unknown path: a 404, or a page. A missing response is inconclusive. */
function isUnrelated({ response }: HttpExchange): boolean {
  if (response === undefined || response.status === 404 || response.status === 405) return true;
  const { status, headers, body } = response;
  const isPage =
    /^\s*(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "") ||
    /^\s*<(?:!doctype|html)/i.test(body);
  return isPage && status >= 200 && status <= 299;
}

async function sendAll(reader: Reader, calls: readonly Call[]): Promise<readonly HttpExchange[]> {
  const exchanges = await Promise.all(calls.map((call) => unlessHidden(reader.send(call))));
  return exchanges.filter((exchange) => exchange !== undefined);
}
