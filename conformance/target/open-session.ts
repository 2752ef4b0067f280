import { setTimeout as sleep } from "node:timers/promises";
import { hasId, operationPath, operations } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { fillFresh, freshText, goodBody } from "./body.ts";
import { callKey, type Call } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Creation } from "./creations.ts";
import { withPatience } from "./created-user.ts";
import { openCreationBudget } from "./creation-budget.ts";
import { buildCredentials, credentialsInWords, type CredentialParts } from "./credentials.ts";
import { isSuccess, type Exchange } from "./exchange.ts";
import { proxyOf } from "./proxy.ts";
import { createHttpClient, type HttpClient, type Outgoing } from "./http-client.ts";
import { Recorder, type Entry } from "./recorder.ts";
import { headerVariable, secretsOf } from "./secrets.ts";
import { Unavailable, type Session } from "./session.ts";
import { knownIds, type Secrets, type Target } from "./target.ts";

export interface SessionOptions {
  readonly target: Target;
  readonly secrets: Secrets;
  readonly connection: Connection;
  /** The prefix of all unique values sent to the target, by which created users can be found. */
  readonly runId: string;
  /** Where to keep the exchanges; in memory only by default. */
  readonly recordFile?: string;
  /** After this many requests, none is repeated. The caller enforces the limit itself. */
  readonly maxRequests?: number;
  /** Sends the requests; tests can replace it. */
  readonly client?: HttpClient;
}

/** A session that counts what it creates. */
export interface CountingSession extends Session {
  /** The users that the run created so far, or may have created, as far as visible. */
  creations(): Promise<readonly Creation[]>;
}

export function openSession(options: SessionOptions): CountingSession {
  const { target, secrets, connection, recordFile, maxRequests } = options;
  const redactor = createRedactor(secretsOf(secrets, target));
  const client =
    options.client ??
    createHttpClient({
      ...connection,
      proxy: proxyOf(target.baseUrl, process.env),
      redactor,
      hiddenHeaders: headerNames(secrets),
      maxRequests,
    });
  const recorder = new Recorder(client, recordFile);
  const built = new Map<string, CredentialParts | undefined>();
  const carriedBy = ({ as = "first", only }: Call): CredentialParts | undefined => {
    const cookies = as === "session-cookies" ? sessionCookies(recorder.entries) : [];
    // A short value is not a secret, and may occur in any response.
    for (const [, value] of cookies) if (value.length >= 16) redactor.add({ value, name: "(a cookie)" });
    const key = JSON.stringify([as, only, cookies]);
    if (!built.has(key)) built.set(key, buildCredentials({ secrets, target, seed: target.baseUrl, cookies }, as, only));
    return built.get(key);
  };
  const take = (call: Call): Promise<Exchange> =>
    recorder.take(call, () => outgoing(call, options, carriedBy(call) ?? {}));
  const closing = new AbortController();
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined);
  const sender = withPatience(connection.patience, pause, take);
  const budget = openCreationBudget(sender, {
    limit: connection.maxCreated,
    entries: recorder.entries,
    hasSecond: secrets.second !== undefined,
  });
  const posts = new Map<string, Promise<Exchange | Unavailable>>();
  const together = async (calls: readonly Call[]): Promise<readonly Exchange[] | Unavailable> => {
    const missing = calls.map((call) => unavailable(call, options)).find((reason) => reason !== undefined);
    if (missing !== undefined) return missing;
    if (calls.every((call) => recorder.has(call))) return Promise.all(calls.map(take));
    const made = await budget.post(...calls);
    return typeof made === "string" ? new Unavailable(made) : made;
  };
  const postOnce = (call: Call): Promise<Exchange | Unavailable> => {
    const key = callKey(call);
    const posted =
      posts.get(key) ?? together([call]).then((made) => (made instanceof Unavailable ? made : (made[0] ?? take(call))));
    posts.set(key, posted);
    return posted;
  };
  return {
    target,
    get patience() {
      return sender.patience;
    },
    wait: (milliseconds) => sender.wait(milliseconds),
    isQuick: target.isQuick,
    creations: () => budget.creations(),
    async close() {
      closing.abort();
      await client.close();
    },
    get entries() {
      return recorder.entries;
    },
    async call(call) {
      // Nobody waits for it any more.
      if (closing.signal.aborted) return new Promise<never>(() => undefined);
      const missing = unavailable(call, options);
      if (missing !== undefined) return missing;
      if (!recorder.has(call) && carriedBy(call) === undefined) return noSuch(call);
      return isWrite(call) && !recorder.has(call) ? postOnce(call) : take(call);
    },
  };
}

/** The additional headers; reports show their values as variables. */
function headerNames({ headers }: Secrets): ReadonlyMap<string, string> {
  return new Map(Object.keys(headers).map((name) => [name.toLowerCase(), `$${headerVariable(name)}`]));
}

/** The cookies in responses to the first account's valid token, by name. */
function sessionCookies(entries: readonly Entry[]): readonly (readonly [string, string])[] {
  const given = entries
    .filter(({ call: { as = "first" }, exchange }) => as === "first" && isSuccess(exchange))
    .flatMap(({ exchange: { response } }) => (response?.headers["set-cookie"] ?? "").split(/,\s*(?=[^;,\s]+=)/))
    .flatMap((cookie) => {
      const [, name, value] = /^\s*([^=;]+)=([^;]+)/.exec(cookie) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
  return [...new Map(given)];
}

/** The requests allowed without writes. */
const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

function methodOf({ method, operation }: Call): Outgoing["method"] {
  return method ?? operations[operation].method;
}

/** Whether a service may create a user for it: a POST, or a request with a method override. */
function isWrite(call: Call): boolean {
  return methodOf(call) === "POST" || call.headers?.["x-http-method-override"] === "POST";
}

function unavailable(call: Call, { target, secrets }: SessionOptions): Unavailable | undefined {
  const isRead = reads.has(methodOf(call)) && call.headers?.["x-http-method-override"] === undefined;
  if (!isRead && !target.allowWrites) return new Unavailable("writes are off (--allow-writes)", "writes");
  if (hasId(call.operation) && call.id === undefined && knownIds(target, call.operation).length === 0) {
    const { record } = operations[call.operation];
    return new Unavailable(`no ${record} id is known (--id ${record}=ID)`, `${record}-id`);
  }
  if (call.as === "second" && secrets.second === undefined) {
    return new Unavailable(`no token of a second account (${target.tokenVariables.second})`, "second-token");
  }
  return undefined;
}

function noSuch({ as = "first" }: Call): Unavailable {
  return new Unavailable(`not possible with these tokens: ${credentialsInWords[as]}`, "nothing");
}

function outgoing(call: Call, { target, secrets, runId }: SessionOptions, carried: CredentialParts): Outgoing {
  const method = methodOf(call);
  const given = new Set(Object.keys(secrets.headers).map((name) => name.toLowerCase()));
  const path = call.path ?? operationPath(call.operation, call.id ?? knownIds(target, call.operation)[0]);
  const query = new URLSearchParams({ ...call.query, ...carried.query }).toString();
  const headers = {
    accept: "application/json",
    "user-agent": "orgkit-conform",
    ...secrets.headers,
    ...call.headers,
    ...Object.fromEntries(Object.entries(carried.headers ?? {}).filter(([name]) => !given.has(name))),
  };
  const url = target.baseUrl + path + (query === "" ? "" : `?${query}`);
  const { isKept = false } = call;
  const shown = carried.shown === undefined ? {} : { shown: carried.shown };
  if (!isWrite(call)) return { method, url, headers, isKept, ...shown };
  const type = call.text?.type ?? "application/json";
  const good = call.body ?? goodBody(target);
  const whole = carried.body !== undefined && isObject(good) ? { ...good, ...carried.body } : good;
  const body = call.text === undefined ? freshText(whole, runId) : fillFresh(call.text.content, runId);
  return { method, url, headers: type === "" ? headers : { ...headers, "content-type": type }, body, isKept, ...shown };
}
