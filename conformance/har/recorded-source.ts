import { createHash } from "node:crypto";
import { counted } from "../../fixtures/counted.ts";
import { matchPath } from "../../fixtures/contract/operations.ts";
import { jsonOf } from "../../fixtures/json.ts";
import { Unset, type Answer } from "../discovery/observation.ts";
import { tooLarge, type Source } from "../discovery/source.ts";
import { createMask } from "../proxy/mask.ts";
import type { Passed } from "../proxy/finding.ts";
import { callKey, type Call } from "../target/call.ts";
import { isAccepted } from "../target/creations.ts";
import type { Credentials } from "../target/credentials.ts";
import type { Entry } from "../target/recorder.ts";
import type { Target } from "../target/target.ts";
import { pathOf, type OpenedHar } from "./read.ts";

/**
 * The maximum characters of kept bodies: of list successes, of which there may be very many, and of all others. Of
 * equal exchanges, at most two are kept.
 */
const maxKept = { lists: 4 * 2 ** 20, "other requests": 2 * 2 ** 20 };
const maxRepeated = 2;

/**
 * Reads the exchanges of one account from a recording: that of most requests. Requests without a valid token belong to
 * all accounts.
 */
export async function recordedAnswers({ traffic, accounts, exchanges }: OpenedHar): Promise<{
  readonly answers: readonly Answer[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}> {
  const mask = createMask();
  const kept: { readonly answer: Answer; readonly account: number | undefined }[] = [];
  const repeated = new Map<string, number>();
  const byAccount = new Map<number, number>();
  const leftOut = new Map<string, number>();
  const characters = { lists: 0, "other requests": 0 };
  for await (const { passed, place } of exchanges()) {
    const { as, account } = accounts.carried(passed);
    if (account !== undefined) increase(byAccount, account);
    const call = callOf(passed, traffic.baseUrl, as);
    const { status, body } = passed.response;
    const leaveOut = (reason: string): void => increase(leftOut, reason);
    if (call === undefined || status >= 500) {
      leaveOut(
        call === undefined ? "a dialect cannot express their requests" : "a 5xx shows nothing about the service",
      );
      continue;
    }
    const { origin = "" } = passed.request.headers;
    const key = createHash("sha256")
      .update(`${account ?? ""} ${origin} ${callKey(call)} ${status} ${body}`)
      .digest("base64");
    const length = body.length + (passed.request.body?.length ?? 0);
    const kind = status < 300 && call.body === undefined && call.path === undefined ? "lists" : "other requests";
    const isFull = characters[kind] + length > maxKept[kind];
    const problem =
      tooLarge(passed) ?? (isFull ? `only ${maxKept[kind] / 2 ** 20} MiB of bodies are kept of ${kind}` : undefined);
    if ((repeated.get(key) ?? 0) >= maxRepeated) continue;
    if (problem !== undefined) {
      leaveOut(problem);
      continue;
    }
    increase(repeated, key);
    characters[kind] += length;
    mask.learn(passed);
    const { response = passed.response, ...exchange } = mask.exchange(passed, Number.POSITIVE_INFINITY);
    kept.push({ answer: { call: { ...call, label: place }, exchange: { ...exchange, response } }, account });
  }
  const [[main, own] = []] = [...byAccount].toSorted(([, one], [, other]) => other - one);
  return {
    answers: kept.filter(({ account }) => account === undefined || account === main).map(({ answer }) => answer),
    notes: [
      ...[...leftOut].map(([reason, count]) => `${counted(count, "exchange")} left out: ${reason}`),
      ...(byAccount.size < 2
        ? []
        : [
            `the requests are of ${byAccount.size} accounts; learned from the account with the most (${own}); the others were left out`,
          ]),
    ],
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The request as facts ask for it, where another method is `PROPFIND`; `undefined` if they never ask for it. */
function callOf(passed: Passed, baseUrl: string, credentials: Credentials): Call | undefined {
  const { method, url, body, headers } = passed.request;
  const path = pathOf(passed, baseUrl);
  const params = [...(URL.parse(url)?.searchParams ?? [])];
  const as = credentials === "first" ? {} : { as: credentials };
  const query = Object.fromEntries(params);
  const match = matchPath(path);
  const operation = match?.version === "1" ? match.operations.get(method) : undefined;
  if (operation !== undefined && method === "POST") {
    const type = headers["content-type"] ?? "";
    const json = jsonOf(body ?? "");
    return { operation, ...as, ...(json === undefined ? { text: { type, content: body ?? "" } } : { body: json }) };
  }
  if (operation !== undefined && match?.id === undefined) {
    // Facts never ask for a query with a repeated parameter.
    if (Object.keys(query).length < params.length) {
      return { operation, path: `${path}?${new URLSearchParams(params).toString()}`, ...as };
    }
    return { operation, ...as, ...(params.length === 0 ? {} : { query }) };
  }
  if (operation === undefined && match?.version === "1") {
    const [other] = match.operations.values();
    if (other === undefined) return undefined;
    const preflight = preflightHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
    // Browsers send preflights by themselves, without a token.
    if (preflight.length > 1) {
      return { operation: other, method: "OPTIONS", as: "none", headers: Object.fromEntries(preflight) };
    }
    if (match.id === undefined && (method === "HEAD" || method === "OPTIONS")) {
      return { operation: other, method, ...as };
    }
    // Any path outside of the interface.
    return { operation: other, method: "PROPFIND", ...as, ...(match.id === undefined ? {} : { path }) };
  }
  return { operation: "listUsers", path, ...as, ...(method === "GET" ? {} : { method: "PROPFIND" }) };
}

const preflightHeaders = ["origin", "access-control-request-method", "access-control-request-headers"];

/** Recorded traffic as a source: only what was recorded, unless there is a target to ask. */
export function openRecordedSource(target: Target, answers: readonly Answer[], live?: Source): Source {
  const byKey = Map.groupBy(answers, ({ call }) => callKey({ ...call, label: undefined }));
  const entries = answers.map(({ call, exchange }): Entry => ({ call, exchange, requests: 0, waited: 0 }));
  const created = entries.findIndex((entry) => isAccepted(entry));
  const before = new Set(answers.slice(0, created < 0 ? answers.length : created));
  const inconclusive: Unset[] = [];
  return {
    target,
    recorded: answers,
    isClosed: live === undefined,
    get inconclusive() {
      return [...inconclusive, ...(live?.inconclusive ?? [])];
    },
    get entries() {
      return [...entries, ...(live?.entries ?? [])];
    },
    async ask(call) {
      const alike = byKey.get(callKey({ ...call, label: undefined })) ?? [];
      const usable = alike.filter(({ exchange }) => exchange.response.status !== 429);
      // A repeated request: as late as possible, but before a creation changed the list.
      const again = usable.findLast((answer) => before.has(answer));
      const found = call.label === undefined ? usable[0] : (again ?? usable[0]);
      if (found !== undefined) return found;
      if (live !== undefined) return live.ask(call);
      const nothing = new Unset("no recorded exchange shows it");
      inconclusive.push(nothing);
      return nothing;
    },
  };
}
