import { expect, test } from "vitest";
import { z } from "zod";
import { fillDialect } from "../../fixtures/dialect/declared.ts";
import { openTestCaller, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";

const bodySchema = z.looseObject({ data: z.array(z.record(z.string(), z.json())) });

/** A mock whose successes differ in this. */
function openWith(responses: object): Promise<TestCaller> {
  return openTestCaller({ dialect: fillDialect({ responses }) });
}

async function dataOf(caller: TestCaller, call: TestCall): Promise<z.infer<typeof bodySchema>["data"]> {
  return bodySchema.parse(JSON.parse((await caller.call(call)).body)).data;
}

test("records hold their id under the name that the dialect has for it, or show none", async () => {
  const caller = await openWith({ ids: { user: "uid", subscription: null } });
  const [account] = caller.simulation.accounts;
  const [user] = account?.users.all() ?? [];
  const [subscription] = account?.subscriptions.all() ?? [];
  const { id, ...others } = user ?? { id: "" };
  expect((await dataOf(caller, {}))[0]).toStrictEqual({ uid: id, ...others });
  const { id: hidden, ...shown } = subscription ?? { id: "" };
  expect(await dataOf(caller, { path: `/api/v1/subscriptions/${hidden}` })).toStrictEqual([shown]);
  expect((await dataOf(caller, { path: "/api/v1/invoices" }))[0]).toHaveProperty("id");
  const created = await caller.create({ email: "new@x.example", name: "New", uid: "mine" });
  const [made] = bodySchema.parse(JSON.parse(created.body)).data;
  expect(made).not.toHaveProperty("id");
  expect(made?.["uid"]).toBe(created.why.created);
});

test("a list is sorted and filtered by the name that the id is sent under", async () => {
  const dialect = { responses: { ids: { user: "uid" } }, sorting: { style: "signed", users: ["uid"] } };
  const filtering = { style: "plain", users: ["uid"] };
  const caller = await openTestCaller({ dialect: { ...dialect, filtering } });
  const sorted = (await dataOf(caller, { query: "sort=-uid&per_page=100" })).map(({ uid }) => z.string().parse(uid));
  expect(sorted.length).toBeGreaterThan(1);
  expect(sorted).toStrictEqual(sorted.toSorted().toReversed());
  expect(await dataOf(caller, { query: `uid=${sorted[0]}` })).toMatchObject([{ uid: sorted[0] }]);
});
