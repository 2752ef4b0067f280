import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import type { Report } from "../report/report.ts";
import type { Target } from "../target/target.ts";
import { startPrism } from "../strangers/prism.fixture.ts";
import type { Running } from "../strangers/stranger.ts";
import { judgeOne } from "./conform.ts";

const tokens = { first: "stranger-token-aaaa", second: "stranger-token-bbbb" };

function judge(target: Partial<Target> & Pick<Target, "baseUrl">): Promise<Report> {
  return judgeOne({
    targets: [{ target: { allowWrites: false, ...target }, secrets: tokens }],
    connection: { patience: 500 },
  });
}

function failures({ results }: Report): readonly string[] {
  return results.filter(({ status }) => status === "failed").map(({ id, operation }) => `${id} ${operation}`);
}

test.describe("Prism, an independent implementation of our OpenAPI document", () => {
  test.describe.configure({ mode: "serial" });
  let prism: Running;
  let baseUrl: string;

  test.beforeAll(async () => {
    prism = await startPrism();
    ({ baseUrl } = prism);
  });

  test.afterAll(() => prism.stop());

  test("takes any token and keeps no state, and that is all that fails without a known subscription", async () => {
    const report = await judge({ baseUrl, allowWrites: true });
    expect(failures(report)).toEqual([
      "AUTH-04 listUsers",
      "AUTH-04 listInvoices",
      "AUTH-05 listUsers",
      "AUTH-05 listInvoices",
      // It keeps no state.
      "CREATE-01 createUser",
    ]);
    // No list would show what a refused creation created, so that no more than one is tried.
    expect(
      report.results.find(({ id, operation }) => id === "AUTH-04" && operation === "createUser")?.reason,
    ).toContain("a run creates at most 2 users");
    const altered = report.results.find(({ id, operation }) => id === "AUTH-05" && operation === "listUsers");
    expect(altered?.message).toContain("as is any token (see AUTH-04)");
    expect(report.verdict).toBe("non-conforming");
  });

  test("keeps the envelope on every operation", async () => {
    const report = await judge({ baseUrl, allowWrites: true, ids: { subscription: ["any"] } });
    const envelope = report.results.filter(({ id }) => id.startsWith("ENV-"));
    expect(envelope).toHaveLength(28);
    expect(envelope.map(({ status }) => status)).toEqual(envelope.map(() => "passed"));
    // The document's example holds no record, so a subscription said to be known is not there.
    expect(failures(report)).toEqual([
      "AUTH-04 listUsers",
      "AUTH-04 getSubscription",
      "AUTH-04 listInvoices",
      "AUTH-05 listUsers",
      "AUTH-05 getSubscription",
      "AUTH-05 listInvoices",
      "SUB-01 getSubscription",
      "CREATE-01 createUser",
    ]);
    // No list would show what a refused creation created, so that no more than one is tried.
    expect(
      report.results.find(({ id, operation }) => id === "AUTH-04" && operation === "createUser")?.reason,
    ).toContain("a run creates at most 2 users");
  });
});

/** A small service of another hand, behind a path prefix; `broken` breaks five rules of it. */
function smallService(broken: boolean): Server {
  const logins = ["a"];
  const subscriptions = [{ key: "s-1", plan: "gold" }];
  const invoices = [
    { owner: tokens.first, number: 4711 },
    { owner: tokens.second, number: 8123 },
  ];
  const answers = (path: string, method: string, token: string): unknown => {
    if (path === "/users" && method === "POST") {
      logins.push(`user ${logins.length}`);
      return { data: [], meta: { page: 1, total: 0 } };
    }
    if (path === "/users") {
      return { data: logins.map((login) => ({ login })), meta: { page: broken ? "1" : 1, total: logins.length } };
    }
    if (path === "/invoices") {
      const data = broken ? invoices : invoices.filter(({ owner }) => owner === token);
      return { data: data.map(({ number }) => ({ number })), meta: { page: 1, total: broken ? 1 : data.length } };
    }
    if (path !== "/subscriptions/s-1") return undefined;
    return {
      data: broken ? [...subscriptions, ...subscriptions] : subscriptions,
      meta: { page: 1, total: broken ? 2 : 1 },
    };
  };
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const path = pathname.replace("/org/42/api/v1", "");
    const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
    const isKnown = scheme === "Bearer" && (token === tokens.first || token === tokens.second);
    const isOpen =
      broken && path === "/users" && request.method === "GET" && request.headers.authorization === undefined;
    const isServed = pathname.startsWith("/org/42/api/v1") && (isKnown || isOpen);
    const body = isServed ? answers(path, request.method ?? "", token) : undefined;
    if (!isKnown && !isOpen) response.writeHead(302, { location: "/login" }).end();
    else if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

async function judgeService(broken: boolean): Promise<Report> {
  const server = smallService(broken);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const report = await judge({
    baseUrl: `http://127.0.0.1:${port}/org/42`,
    allowWrites: true,
    ids: { subscription: ["s-1"] },
  });
  server.close();
  return report;
}

test("a hand-written service that keeps the rules in its own way is conforming", async () => {
  const report = await judgeService(false);
  expect(failures(report)).toEqual([]);
  expect(report.verdict).toBe("conforming");
});

test("each of the five rules a hand-written service breaks is named", async () => {
  const report = await judgeService(true);
  expect(failures(report)).toEqual([
    "ENV-04 listUsers",
    "ENV-07 listInvoices",
    "AUTH-02 listUsers",
    "AUTH-07 listUsers",
    "SCOPE-01 listInvoices",
    "SUB-01 getSubscription",
  ]);
  expect(report.results.find(({ id, operation }) => id === "ENV-04" && operation === "listUsers")?.message).toBe(
    '`meta.page` is the string "1"; §2 says integer',
  );
});
