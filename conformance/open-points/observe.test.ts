import { expect, test } from "vitest";
import { obligations } from "../requirements/catalogue.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { isAcceptedCreation } from "../log/exchanges.ts";
import { listChoices } from "../report/report.ts";
import { judgeDeclared, observe as observePoint } from "./judge-open-points.ts";
import { withMock, type OpenMock } from "./reader.fixture.ts";
import { envelope, scriptedReader, smallService } from "./scripted-reader.fixture.ts";

const all = obligations(["observed"]).filter(({ requirement }) => requirement.id.startsWith("OBS-"));

/** The observations of different targets at some open points. */
const seen: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>> = {
  reference: {
    "OBS-04 listInvoices": { "observed.states": { status: ["paid", "void"] } },
    "OBS-05 listUsers": { "paging.users.style": "page", "paging.users.parameters": { page: "page", size: "per_page" } },
    "OBS-12 listUsers": { "auth.challenge": 'Bearer realm="organization"', "auth.schemeCase": "any" },
  },
  "login-page": {
    "OBS-05 listUsers": {},
    "OBS-05 listInvoices": {
      "paging.invoices.style": "offset",
      "paging.invoices.parameters": { offset: "skip", limit: "take" },
    },
  },
  enveloped: {
    "OBS-14 listUsers": { "statuses.failure.missingToken": 401, "statuses.failure.refusedToken": 404 },
  },
};

/** Tokens and ids of the mock. */
const values = (await openWorld("demo", 1)).accounts.flatMap(({ tokens, subscriptions }) => [
  ...tokens.map(({ token }) => token),
  ...subscriptions.map(({ id }) => String(id)),
]);

/** All observations, without their evidence. */
async function observe(mock: OpenMock) {
  const found = await mock.judge(all);
  return found.map(({ name, status, message, observations = [] }) => ({ name, status, message, observations }));
}

test("a dialect is observed alike in each run", async () => {
  const observeOnce = (): ReturnType<typeof observe> => withMock({ speaks: "reference" }, observe);
  expect(await observeOnce()).toStrictEqual(await observeOnce());
});

test.each(builtInDialectNames)("the dialect %s is observed or skipped with a reason", async (speaks) => {
  const found = await withMock({ speaks }, async (mock) => {
    const observed = await observe(mock);
    expect(mock.log.filter(isAcceptedCreation).length).toBeLessThan(2);
    return observed;
  });
  expect(found.filter(({ status }) => status !== "observed" && status !== "skipped")).toStrictEqual([]);
  for (const { name, message } of found) {
    expect(message, name).toMatch(/\w/);
    // No token, address, id or timestamp.
    expect(message, name).not.toMatch(/@|\d{4}-\d{2}|[0-9a-f]{8}-[0-9a-f]{4}|;/);
    expect(
      values.filter((value) => message.includes(value)),
      name,
    ).toEqual([]);
  }
  for (const [obligation, expected] of Object.entries(seen[speaks] ?? {})) {
    const observations = found.find(({ name }) => name === obligation)?.observations ?? [];
    expect(Object.fromEntries(observations.map(({ key, value }) => [key, value])), obligation).toEqual(expected);
  }
  const results = all.map(({ requirement: { id, level }, operation }, index) => {
    const { status = "", message = "" } = found[index] ?? {};
    return { id, operation, level, status, message };
  });
  const choices = listChoices(results).flatMap((point) => point.choices);
  expect(choices).toHaveLength(found.filter(({ status }) => status === "observed").length);
});

test("a list that the token may not read is skipped with that reason, and the run is not complete", async () => {
  const { reader } = scriptedReader(() => ({ status: 403 }));
  const check = await observePoint(reader, "OBS-01", "listUsers");
  expect(check).toMatchObject({ status: "skipped", message: expect.stringContaining("403") });
  expect(check.lack).toBeUndefined();
});

test("how lists are paged is what the target shows, not what a dialect declares", async () => {
  const parameters = { offset: "skip", limit: "take" };
  const { reader, explore } = scriptedReader(smallService(), {
    dialect: { paging: { users: { style: "offset", parameters } } },
  });
  await explore();
  expect((await observePoint(reader, "OBS-05", "listUsers")).observations).toStrictEqual([
    { key: "paging.users.style", value: "page" },
    { key: "paging.users.parameters", value: { page: "page", size: "per_page" } },
  ]);
});

test("a status that no request of the run has shown is asked for", async () => {
  const { reader } = scriptedReader(smallService(), { dialect: { statuses: { success: { listUsers: 200 } } } });
  expect(await judgeDeclared(reader, "DECL-10", "listUsers")).toMatchObject({ status: "passed", exchanges: [{}] });
});

test.each([true, false])("whether a token reads another account's subscription is data: %s", async (isRead) => {
  const invoices = { first: "s-1", second: "s-2" } as const;
  const { reader } = scriptedReader(({ operation, id = "s-1", as }) => {
    const account = as === "second" ? "second" : "first";
    if (operation === "listInvoices") return envelope([{ number: account, subscriptionId: invoices[account] }]);
    return isRead || id === invoices[account] ? envelope([{ id }]) : { status: 404 };
  });
  const { status, observations } = await observePoint(reader, "SCOPE-02", "getSubscription");
  expect([status, observations]).toStrictEqual(["observed", [{ key: "observed.readsOtherAccount", value: isRead }]]);
});

test("without writes no write is sent, and the reason is given", async () => {
  await withMock({ speaks: "reference", dialect: await openDialect("reference"), allowWrites: false }, async (mock) => {
    const creations = obligations(["declared", "observed"]).filter(({ operation }) => operation === "createUser");
    for (const { name, status, message } of await mock.judge(creations)) {
      expect(`${status}: ${message}`, name).toBe("skipped: writes are off (--allow-writes)");
    }
    expect(mock.log.filter(({ request }) => request.method !== "GET")).toStrictEqual([]);
  });
});
