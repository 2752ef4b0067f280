import { expect, test } from "@playwright/test";
import { springLike, withOtherClients } from "../test-servers/conforming-lists.ts";
import { odd } from "../test-servers/departures.ts";
import { ordinaryDialect } from "../test-servers/declared.ts";
import { newUser } from "../test-servers/service.ts";
import { parse } from "yaml";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { defaultSubscriptionIds, defaultTokens, type IndependentServer } from "../test-servers/independent-server.ts";
import { connectionSchema } from "../target/connection.ts";
import { Stage } from "../judge/stage.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { compose, type Composed, dialectFile } from "./compose.ts";
import { learnFrom, maxRequests } from "./learn-from.ts";

interface Result {
  readonly composed: Composed;
  readonly dialect: DialectInput;
}

/** Learns a test server of the judge; checks that the result loads and the number of requests is within the limit. */
async function learnServer(server: IndependentServer, allowWrites = true): Promise<Result> {
  const { baseUrl, stop } = await server.start();
  const stage = new Stage({
    target: targetSchema.parse({
      baseUrl,
      ids: { subscription: [...(server.subscriptionIds ?? defaultSubscriptionIds)] },
      allowWrites,
    }),
    secrets: secretsSchema.parse({ first: defaultTokens.first }),
    connection: connectionSchema.parse({ maxRequests }),
    runId: "orgkit05eed",
  });
  try {
    const learned = await learnFrom(stage);
    const composed = compose(learned);
    dialectSchema.parse(parse(dialectFile(learned, composed)));
    expect(learned.requests).toBeLessThanOrEqual(maxRequests);
    return { composed, dialect: composed.dialect };
  } finally {
    await stage.close();
    await stop();
  }
}

/** The keys that were found, and those found for certain. */
function certainKeys({ composed }: Result, pattern: RegExp): readonly string[] {
  return composed.keys
    .filter(({ key, confidence }) => pattern.test(key) && confidence === "certain")
    .map(({ key }) => key);
}

test("a service in the style of a Java framework", async () => {
  const result = await learnServer(springLike);
  const paging = {
    style: "page",
    parameters: { page: "page", size: "size" },
    firstPage: 0,
    defaultSize: 8,
    maxSize: 25,
    oversize: "clamp",
    beyondLast: "empty",
  };
  expect(result.dialect).toMatchObject({
    paging: { users: paging, invoices: paging },
    filtering: { style: "none" },
    sorting: { style: "pair", parameter: "sort", users: ["name"], unknownField: "ignore" },
    auth: { challenge: "Bearer", schemeCase: "exact" },
    errors: {
      format: "template",
      contentType: "application/json",
      body: { timestamp: "{{now}}", status: "{{status}}", error: "{{title}}", path: "{{path}}" },
    },
    subscriptionId: { illFormed: "reject" },
    createUser: { location: "/api/v1/users/{{id}}" },
    limits: { rate: { requests: 500, seconds: 60, headers: "ratelimit" } },
  });
  // It responds 500 to a page that is not a number, and sorts by `sort=email,desc`: a dialect can express neither.
  expect(result.composed.missing.find(({ key }) => key === "paging.users.unreadable")?.reason).toContain("500");
  expect(result.composed.keys.find(({ key }) => key === "sorting.style")).toHaveProperty("confidence", "likely");
});

/** The form of an ordinary failure, which lists no field. */
const errors = {
  format: "template",
  contentType: "application/json; charset=utf-8",
  body: { error: { code: "{{code}}", message: "{{message}}" } },
};

test("a list that grows while it is read", async () => {
  const moving = withOtherClients((users, nth) => {
    users.unshift(newUser(7000 + nth, `Moving ${nth}`, `moving.${nth}@server.example`));
  });
  const server = odd("moving", moving, { world: { users: [140, 5], invoices: [30, 3] } });
  const result = await learnServer(server);
  const { users } = ordinaryDialect.paging;
  expect(result.dialect).toMatchObject({ paging: { users }, errors });
  expect(certainKeys(result, /^(sorting|filtering)\.users/)).toEqual([]);
});

test("an account without records shows little, and nothing is guessed", async () => {
  const empty = odd("empty", { subscriptionIds: [], world: { users: [0, 0], invoices: [0, 0] } });
  const result = await learnServer(empty, false);
  expect(certainKeys(result, /^(paging|sorting|filtering|records|subscriptionId)/)).toEqual([]);
  expect(result.dialect.paging).toBeUndefined();
  expect(result.dialect.records).toBeUndefined();
  expect(certainKeys(result, /^(statuses|auth)/)).toContain("statuses.failure.missingToken");
  expect(result.composed.missing.find(({ key }) => key === "createUser.required")?.give).toBe("--allow-writes");
});
