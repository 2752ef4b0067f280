import { expect, test } from "@playwright/test";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { withOtherClients } from "../test-servers/conforming-lists.ts";
import { odd } from "../test-servers/departures.ts";
import { ordinaryDialect } from "../test-servers/dialect.ts";
import { springLike } from "../test-servers/frameworks.ts";
import { newUser, openService } from "../test-servers/service.ts";
import { learnServer, learnIndependent, type Result } from "./learn-server.fixture.ts";

/** The keys that were found, and those found for certain. */
function certainKeys({ composed }: Result, pattern: RegExp): readonly string[] {
  return [...composed.readings]
    .filter(([key, { doubt }]) => pattern.test(key) && doubt === undefined)
    .map(([key]) => key);
}

test("a service in the style of a Java framework", async () => {
  const result = await learnIndependent(springLike);
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
    sorting: { style: "pair", parameter: "sort", users: ["mail", "joined"], unknownField: "ignore" },
    auth: { challenge: "Bearer", schemeCase: "exact" },
    errors: { format: "template", contentType: "application/json", body: { status: "{{status}}", error: "{{title}}" } },
    subscriptionId: { format: { kind: "integer" }, illFormed: "reject" },
    createUser: {
      required: ["mail"],
      unique: ["mail"],
      unknownFields: "drop",
      generated: { id: "{{id}}", level: "basic", joined: "{{now}}" },
      location: "/api/v1/users/{{id}}",
    },
    limits: { rate: { requests: 500, seconds: 60, headers: "ratelimit" } },
  });
  // It responds 500 to a page that is not a number, and sorts by `sort=mail,desc`: a dialect can express neither.
  expect(result.composed.missing.get("paging.users.unreadable")?.message).toContain("500");
  expect(result.composed.readings.get("sorting.style")).toHaveProperty("doubt");
});

/** The form of an ordinary failure, which lists no field. */
const errors = {
  format: "template",
  contentType: "application/json; charset=utf-8",
  body: { error: { code: "{{code}}", message: "{{message}}" } },
};

test("the ordinary service is learned as it declares itself", async () => {
  const { answer } = openService();
  const result = await learnServer(answer, { subscriptionIds: ["s-1", "s-2"] });
  const { statuses, paging, createUser, auth, limits, filtering } = ordinaryDialect;
  const { maxSize: _, oversize: __, ...users } = paging.users;
  expect(result.dialect).toMatchObject({
    paging: { users, invoices: paging.invoices },
    statuses,
    filtering,
    errors: { ...errors, kinds: { missingToken: { values: { code: "unauthorized" } } } },
    auth,
    createUser: { ...createUser, generated: { ...createUser.generated, id: "{{id}}" } },
    limits: { bodyBytes: limits.bodyBytes },
  });
  // Its 25 users all fit on a page.
  expect(result.composed.missing.get("paging.users.maxSize")?.give).toBe("an account with more users");
});

for (const place of ["start", "end"] as const) {
  test(`a list that grows at its ${place} while it is read`, async () => {
    const moving = withOtherClients((users, nth) => {
      users[place === "start" ? "unshift" : "push"](
        newUser(7000 + nth, `Moving ${nth}`, `moving.${nth}@server.example`),
      );
      if (nth % 3 === 0 && place === "end") users.shift();
    });
    const server = odd("moving", moving, { world: { users: [140, 5], invoices: [30, 3] } });
    const result = await learnIndependent(server, { subscriptionIds: ["s-1"] });
    const { users } = ordinaryDialect.paging;
    expect(result.dialect).toMatchObject({ paging: { users }, errors });
    expect(certainKeys(result, /^(sorting|filtering)\.users/)).toEqual([]);
  });
}

test("without writes, only safe methods are sent, and keys that need more say so", async () => {
  const { answer } = openService();
  const methods = new Set<string>();
  const result = await learnServer(
    (ask) => {
      methods.add(ask.method);
      return answer(ask);
    },
    { allowWrites: false },
  );
  expect([...methods]).toEqual(["GET", "OPTIONS"]);
  expect(result.composed.missing.get("createUser.required")).toMatchObject({
    message: "writes are off (--allow-writes)",
    give: "--allow-writes",
  });
});

test("an account without records shows little, and nothing is guessed", async () => {
  const { answer } = openService({ users: [0, 0], invoices: [0, 0], subscriptionIds: [] });
  const result = await learnServer(answer, { allowWrites: false });
  expect(certainKeys(result, /^(paging|sorting|filtering|records|subscriptionId)/)).toEqual([]);
  expect(result.dialect.paging).toBeUndefined();
  expect(result.dialect.records).toBeUndefined();
  expect(certainKeys(result, /^(statuses|auth)/)).toContain("statuses.failure.missingToken");
});

test("a rate limit is waited for, and its status code is learned", async () => {
  const { answer } = openService();
  let calls = 0;
  const result = await learnServer(
    (ask) => {
      calls += 1;
      return calls % 20 === 0 ? { status: 429, headers: { "retry-after": "0" } } : answer(ask);
    },
    { subscriptionIds: ["s-1"], allowWrites: false },
  );
  const users: Partial<Dialect["paging"]["users"]> = { style: "page", defaultSize: 10 };
  expect(result.dialect).toMatchObject({ paging: { users } });
  expect(calls).toBe(result.learned.requests);
});
