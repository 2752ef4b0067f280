import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../target/exchange.ts";
import { choicesOf } from "./choices.ts";
import { curlLine } from "./curl.ts";
import { catalogueHash } from "./digest.ts";
import type { Report, Result } from "./report.ts";

const base = "https://staging.meridian.example/accounts";

/** Text as a hostile target would send it: it must reach no page, terminal, XML or Markdown alive. */
export const hostile =
  "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> " +
  "]]> & ``` | **bold** \u0000\u001B[31m\u202Eevil\u2028 \uD800 ::error::pwned @everyone $(id) `id`";

const paths: Readonly<Record<OperationId, string>> = {
  listUsers: "/api/v1/users",
  createUser: "/api/v1/users",
  getSubscription: "/api/v1/subscriptions/sub_k9p34y6n",
  listInvoices: "/api/v1/invoices",
};

/** An exchange with the example target. */
export function exampleExchange(
  operation: OperationId,
  status: number,
  body: string,
  authorization: string | null = "Bearer $ORGKIT_TOKEN",
): Exchange {
  return {
    request: {
      method: operation === "createUser" ? "POST" : "GET",
      url: base + paths[operation],
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
  evidence: readonly Exchange[] = [],
): Result {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new Error(`${id} is no requirement`);
  const [telling] = evidence;
  return {
    id,
    operation,
    level: requirement.level,
    section: requirement.sections.map((section) => `§${section}`).join(", "),
    status,
    message,
    ...(status === "skipped" || status === "inconclusive" ? { reason: message } : {}),
    evidence: [...evidence],
    ...(telling === undefined ? {} : { curl: curlLine(telling) }),
  };
}

const users = exampleExchange(
  "listUsers",
  200,
  '{"data":[{"id":"usr_2z8iq9y7jz","name":"Omar Osei","email":"omar.osei@meridian.example","role":"owner"},{"id":"usr_n6z43dvyrk","name":"Yara Rahman","email":"yara.rahman@meridian.example","role":"member"}],"meta":{"page":"1","total":47}}',
);
const invoices = exampleExchange(
  "listInvoices",
  200,
  '{"data":[{"id":"inv_01","amountDue":4900,"currency":"EUR","status":"paid"}],"meta":{"page":1.0,"total":26}}',
);
const leak = exampleExchange("listInvoices", 403, `{"error":"no","note":${JSON.stringify(hostile)}}`, null);
const subscription = exampleExchange(
  "getSubscription",
  200,
  '{"data":[{"id":"sub_k9p34y6n","plan":"team","seats":12}],"meta":{"page":1,"total":1}}',
);
const anyone = exampleExchange("getSubscription", 200, subscription.response?.body ?? "", "Bearer w7sk2-never-issued");
const silent: Exchange = {
  request: exampleExchange("listInvoices", 200, "").request,
  noReply: { kind: "timeout", message: "no whole reply within 10 s" },
};

const writesOff = "writes are off: give --allow-writes";

const results: readonly Result[] = [
  exampleResult("PATH-01", "listUsers", "passed", "answered with 200", [users]),
  exampleResult("PATH-01", "createUser", "skipped", writesOff),
  exampleResult("PATH-01", "getSubscription", "passed", "answered with 200", [subscription]),
  exampleResult("PATH-01", "listInvoices", "passed", "answered with 200", [invoices]),
  exampleResult("ENV-01", "listUsers", "passed", "the body is a JSON object", [users]),
  exampleResult("ENV-01", "createUser", "skipped", writesOff),
  exampleResult("ENV-02", "listUsers", "passed", "`data` is an array of 2", [users]),
  exampleResult("ENV-04", "listUsers", "failed", '`meta.page` is the string "1"; §2 says integer', [users]),
  exampleResult("ENV-04", "getSubscription", "passed", "`meta.page` is 1", [subscription]),
  exampleResult("ENV-04", "listInvoices", "passed", "`meta.page` is 1.0", [invoices]),
  exampleResult("ENV-07", "listInvoices", "passed", "`meta.total` is 26, `data` holds 1", [invoices]),
  exampleResult("AUTH-01", "listUsers", "passed", "the token was accepted (200)", [users]),
  exampleResult(
    "AUTH-04",
    "getSubscription",
    "failed",
    "with a token never issued: accepted with 200, as if it were the good token",
    [anyone, subscription],
  ),
  exampleResult("AUTH-08", "listInvoices", "failed", `the refusal discloses a record: ${hostile}`, [leak]),
  exampleResult("AUTH-09", "createUser", "skipped", writesOff),
  exampleResult("SCOPE-01", "listInvoices", "skipped", "no token of a second account is given"),
  exampleResult("SUB-02", "getSubscription", "skipped", "only one subscription id is known", [subscription]),
  exampleResult("PAGE-01", "listUsers", "inconclusive", "the list moved each time while its pages were read"),
  exampleResult("DECL-05", "listInvoices", "inconclusive", "no whole reply within 10 s", [silent]),
  exampleResult("DECL-10", "listUsers", "passed", "a success is 200", [users]),
  exampleResult("OBS-05", "listUsers", "observed", "page and per_page", [users]),
  exampleResult("OBS-05", "listInvoices", "observed", "page and per_page", [invoices]),
  exampleResult("OBS-10", "listUsers", "observed", "a success is 200", [users]),
  exampleResult("OBS-15", "listInvoices", "observed", `a body of its own: ${hostile}`, [leak]),
];

/** A report as a run could leave it: of every status at least one, with a hostile target in it. */
export function exampleReport(overrides: Partial<Report> = {}): Report {
  const all = overrides.results ?? [...results];
  const count = (status: Result["status"]): number => all.filter((result) => result.status === status).length;
  return {
    kit: { name: "orgkit", version: "0.1.0" },
    contract: { title: "Organization Account REST Interface", version: "v1", set: 1, hash: catalogueHash() },
    target: { name: "staging", baseUrl: base, dialect: "meridian" },
    startedAt: "2026-11-02T09:30:00.000Z",
    durationMs: 4210,
    requests: 63,
    waitedMs: 2400,
    runId: "orgkit7f3a9c",
    created: [],
    verdict: count("failed") > 0 ? "non-conforming" : count("passed") > 0 ? "conforming" : "inconclusive",
    complete: false,
    missing: [
      { give: "--allow-writes", toVerify: 3 },
      { give: "the token of a second account", toVerify: 1 },
      { give: "a second --id subscription=ID", toVerify: 1 },
    ],
    summary: {
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
      inconclusive: count("inconclusive"),
      observed: count("observed"),
    },
    results: all,
    choices: choicesOf(all),
    ...overrides,
  };
}

/** The same target after its failures were mended: conforming as far as it was seen. */
export function mendedReport(overrides: Partial<Report> = {}): Report {
  const mended = results.map((result): Result => {
    if (result.status !== "failed") return result;
    return { ...result, status: "passed", message: "as it should be" };
  });
  return exampleReport({ results: mended, ...overrides });
}
