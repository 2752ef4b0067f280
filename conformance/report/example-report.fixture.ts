import { contract, type OperationId, operationPath, operations } from "../../fixtures/contract/operations.ts";
import { requirementSet } from "../requirements/catalogue.ts";
import type { Exchange } from "../log/model.ts";
import { createExchange } from "../rules/log.fixture.ts";
import { githubAnnotations, reportSummary } from "./summary.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import { reportText } from "./text.ts";
import { listChoices, countResults, type Report, type Result, toResult, decideVerdict } from "./report.ts";

/** The forms of a report for people and CI, each as a text. */
export const forms = {
  terminal: (report: Report) => reportText(report, (_, text) => text),
  annotations: (report: Report) => githubAnnotations(report).join("\n"),
  summary: reportSummary,
  junit: reportJunit,
  page: reportHtml,
};

const base = "https://staging.meridian.example/accounts";

/** Text from a hostile target: it must not become active in any page, terminal, XML or Markdown. */
export const hostile =
  "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> " +
  "]]> & ``` | **bold** \u0000\u001B[31m\u202Eevil\u2028 \uD800 ::error::pwned @everyone $(id) `id`";

/** An exchange with the example target. */
export function exampleExchange(
  operation: OperationId,
  status: number,
  body: string,
  authorization: string | null = "Bearer $ORGKIT_TOKEN",
): Exchange {
  return {
    ...createExchange({ operation }, 0),
    request: {
      method: operations[operation].method,
      url: base + operationPath(operation, "sub_k9p34y6n"),
      headers: { accept: "application/json", ...(authorization === null ? {} : { authorization }) },
      ...(operation === "createUser" ? { body: '{"name":"orgkit7f3a9c-1b2c3d4e"}' } : {}),
    },
    response: {
      status,
      headers: { "content-type": "application/json; charset=utf-8", date: "Mon, 02 Nov 2026 09:30:01 GMT" },
      body,
      ms: 42,
    },
  };
}

/** A result with the level and section of its requirement. */
export function exampleResult(
  id: string,
  operation: OperationId,
  status: Result["status"],
  message: string,
  exchanges: readonly Exchange[] = [],
): Result {
  return toResult({ requirement: id, operation, status, message, exchanges });
}

const users = exampleExchange(
  "listUsers",
  200,
  '{"data":[{"id":"usr_2z8iq9y7jz","name":"Omar Osei"},{"id":"usr_n6z43dvyrk","name":"Yara Rahman"}],"meta":{"page":"1","total":47}}',
);
const invoices = exampleExchange(
  "listInvoices",
  200,
  '{"data":[{"id":"inv_01","amountDue":4900,"status":"paid"}],"meta":{"page":1.0,"total":26}}',
);
const leak = exampleExchange("listInvoices", 403, `{"error":"no","note":${JSON.stringify(hostile)}}`, null);
const subscription = exampleExchange(
  "getSubscription",
  200,
  '{"data":[{"id":"sub_k9p34y6n","seats":12}],"meta":{"page":1,"total":1}}',
);
const anyone = exampleExchange("getSubscription", 200, subscription.response?.body ?? "", "Bearer w7sk2-never-issued");
const { response: _, ...request } = invoices;
const noReply = { kind: "timeout", message: "no complete response within 10 s" } as const;
const silent: Exchange = { ...request, noReply };

const writesOff = "writes are off: give --allow-writes";

const rows: readonly (readonly [string, OperationId, Result["status"], string, ...Exchange[]])[] = [
  ["PATH-01", "listUsers", "passed", "responded with 200", users],
  ["PATH-01", "createUser", "skipped", writesOff],
  ["ENV-01", "listUsers", "passed", "the body is a JSON object", users],
  ["ENV-01", "createUser", "skipped", writesOff],
  ["ENV-04", "listUsers", "failed", '`meta.page` is the string "1"; §2 says integer', users],
  ["ENV-04", "getSubscription", "passed", "`meta.page` is 1", subscription],
  ["ENV-04", "listInvoices", "passed", "`meta.page` is 1.0", invoices],
  ["AUTH-04", "getSubscription", "failed", "with an unknown token: accepted with 200", anyone, subscription],
  ["AUTH-08", "listInvoices", "failed", `the rejection discloses a record: ${hostile}`, leak],
  ["AUTH-09", "createUser", "skipped", writesOff],
  ["SCOPE-01", "listInvoices", "skipped", "no token of a second account is given"],
  ["SUB-02", "getSubscription", "skipped", "only one subscription id is known", subscription],
  ["DECL-05", "listInvoices", "inconclusive", "no complete response within 10 s", silent],
  ["OBS-05", "listUsers", "observed", "page and per_page", users],
  ["OBS-15", "listInvoices", "observed", `a body of its own: ${hostile}`, leak],
];

const results = rows.map(([id, operation, status, message, ...evidence]) =>
  exampleResult(id, operation, status, message, evidence),
);

/** A realistic report: at least one result of each status, and a hostile target. */
export function exampleReport(overrides: Partial<Report> = {}): Report {
  const all = overrides.results ?? results;
  return {
    kit: { name: "orgkit", version: "0.2.0" },
    contract: { ...contract, set: requirementSet },
    target: { name: "staging", baseUrl: base, dialect: "meridian" },
    startedAt: "2026-11-02T09:30:00.000Z",
    durationMs: 4210,
    requests: 63,
    waitedMs: 2400,
    runId: "orgkit7f3a9c",
    created: [],
    verdict: decideVerdict(all),
    complete: false,
    missing: [
      { give: "--allow-writes", toVerify: 3 },
      { give: "the token of a second account", toVerify: 1 },
      { give: "a second --id subscription=ID", toVerify: 1 },
    ],
    summary: countResults(all),
    results: all,
    choices: listChoices(all),
    ...overrides,
  };
}
