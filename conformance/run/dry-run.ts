import { matchPath, operations } from "../../fixtures/contract/operations.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { describeDifference } from "../judge/conclude.ts";
import { hideFresh } from "../log/parameter-names.ts";
import type { Exchange } from "../log/model.ts";
import type { Report } from "../report/report.ts";
import { readJson } from "../target/envelope.ts";
import type { HttpClient, Sent } from "../target/http-client.ts";
import { listSecrets } from "../target/credentials.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import type { Outgoing } from "../target/transport.ts";
import { judgeForReport, type Judging } from "./conform.ts";
import type { TargetToJudge } from "./judge-target.ts";

/** Responds as the document says, with one record in each list; nothing is sent. */
class AssumedTarget implements HttpClient {
  readonly #baseUrl: string;
  readonly #redactor: Redactor;
  readonly #ids: readonly string[];
  readonly #tokens: readonly (string | undefined)[];
  readonly #users: object[][] = [[{ id: "1" }], [{ id: "2" }]];

  constructor(given: TargetToJudge) {
    const target = targetSchema.parse(given.target);
    const secrets = secretsSchema.parse(given.secrets);
    this.#baseUrl = target.baseUrl;
    this.#redactor = createRedactor(listSecrets(secrets, target));
    this.#ids = Object.values(target.ids).flat();
    this.#tokens = [secrets.first, secrets.second];
  }

  send(outgoing: Outgoing): Promise<Sent> {
    const [status, data] = this.#respond(outgoing);
    const body = status < 300 ? JSON.stringify({ data, meta: { page: 1, total: data.length } }) : "{}";
    const response = { status, headers: { "content-type": "application/json" }, body, ms: 0 };
    // A token may stand in a URL.
    const request = { ...outgoing, url: this.#redactor.text(outgoing.url), headers: {} };
    return Promise.resolve({ exchange: { request, response }, requests: 1, waited: 0 });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #respond({ method, url, headers, body = "" }: Outgoing): readonly [status: number, data: readonly object[]] {
    const { authorization } = headers;
    const account = this.#tokens.findIndex((token) => token !== undefined && authorization === `Bearer ${token}`);
    const users = this.#users[account];
    if (users === undefined) return [401, []];
    const { operations: byMethod, id } = matchPath(url.slice(this.#baseUrl.length).replace(/\?.*/s, "")) ?? {};
    const operation = byMethod?.get(method);
    if (operation === undefined) return [404, []];
    if (id !== undefined) return this.#ids.includes(id) ? [200, [{ id }]] : [404, []];
    if (operations[operation].shape === "list")
      return [200, operation === "listUsers" ? users : [{ id: `${operation} ${account}` }]];
    const given = readJson({ body });
    if (!isObject(given)) return [400, []];
    const user = { id: `created ${users.length}`, ...given };
    users.push(user);
    return [201, [user]];
  }
}

/** What a run would send. */
export interface DryRun {
  /** Each request in a line: `4 × GET /api/v1/users (with an unknown token)`. */
  readonly lines: readonly string[];
  readonly requests: number;
  /** What could be verified, and what would help. */
  readonly report: Report;
}

/** Judges a target that responds as the document says, in order to know the requests; nothing is sent. */
export async function listRequests(judging: Judging): Promise<DryRun> {
  let log: readonly Exchange[] = [];
  const client = new AssumedTarget(judging.target);
  const report = await judgeForReport({
    ...judging,
    target: { ...judging.target, client },
    connection: { ...judging.connection, patience: 0 },
    onEnd: (facts) => (log = facts.log.filter(({ round }) => round === 0)),
  });
  const { baseUrl } = report.target;
  const texts = log.map((exchange) => {
    const { method, url } = exchange.request;
    const how = describeDifference(exchange);
    const path = hideFresh(shortened(url.slice(baseUrl.length), 160));
    return `${method} ${path}${how.length === 0 ? "" : ` (${how.join(", ")})`}`;
  });
  const lines: string[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === texts[index - 1]) continue;
    const next = texts.findIndex((other, place) => place > index && other !== text);
    const count = (next < 0 ? texts.length : next) - index;
    lines.push(`${String(count).padStart(3)} × ${text}`);
  }
  return { lines, requests: texts.length, report };
}
