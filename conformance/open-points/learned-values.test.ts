import { expect, test } from "vitest";
import type { Reader } from "./reader.ts";
import type { Reading } from "./open-point.ts";
import { openPointRows } from "./open-points.ts";
import type { JsonObject } from "../../fixtures/values/json.ts";
import { smallService } from "./service.fixture.ts";
import { envelope, scriptedReader, type ScriptedResponse } from "./scripted-reader.fixture.ts";
import type { Call } from "../log/model.ts";

/** Reads a key as `learn` does. */
async function read(reader: Reader, key: string): Promise<Reading> {
  const row = openPointRows.find((one) => one.key === key);
  const [operation = "listUsers"] = row?.operations ?? [];
  const value = await row?.read(reader, operation);
  if (value === undefined) throw new Error(`there is no row of ${key}`);
  return value;
}

const subscriptions = (ids: readonly (string | null)[]) =>
  ids.map((id, index) => ({ id: `i-${id}-${index}`, subscription_id: id, total: index }));

const mine = subscriptions(Array.from({ length: 12 }, (_, index) => `s-${index}`));

/** A service whose second account has these invoices. */
function service(others: ScriptedResponse): (call: Call) => ScriptedResponse {
  return ({ operation, as = "first", id }) =>
    operation === "getSubscription"
      ? envelope([{ id, plan: "basic", seats: as === "first" ? 3 : null }])
      : as === "first"
        ? envelope(mine)
        : others;
}

test("a field that is null in the second account may be null", async () => {
  const { reader } = scriptedReader(service(envelope(subscriptions(["s-100", null]))));
  const { value, doubt } = await read(reader, "records.invoice");
  expect([value, doubt]).toEqual([
    expect.objectContaining({ properties: expect.objectContaining({ subscription_id: { type: ["string", "null"] } }) }),
    undefined,
  ]);
  expect((await read(reader, "records.subscription")).value).toHaveProperty("properties.seats.type", [
    "integer",
    "null",
  ]);
});

test("the fields of one account are likely, not certain", async () => {
  const { reader } = scriptedReader(service({ status: 401 }));
  const { value, doubt } = await read(reader, "records.invoice");
  expect([value, doubt]).toEqual([
    expect.objectContaining({ properties: expect.objectContaining({ subscription_id: { type: "string" } }) }),
    "by 12 records of one account",
  ]);
});

test("a subscription that the other account reads is a finding, and no value of a dialect", async () => {
  const others = envelope(subscriptions(["s-100"]));
  const isForeign = (id: string | undefined, as: string): boolean => (id === "s-100") !== (as === "second");
  const serve =
    (isLeaking: boolean) =>
    (call: Call): ScriptedResponse => {
      const { operation, as = "first", id = "s-1" } = call;
      if (operation !== "getSubscription") return service(others)(call);
      return isForeign(id, as) && !isLeaking ? { status: 404 } : envelope([{ id, plan: "basic" }]);
    };
  expect(await read(scriptedReader(serve(false)).reader, "subscriptions")).toMatchObject({ value: "ofAccount" });
  expect(await read(scriptedReader(serve(true)).reader, "subscriptions")).toMatchObject({
    problem: "the second account's token reads a subscription of the first",
  });
});

test("a failure with a deeply nested body is read in no time", async () => {
  const nested = `${"[".repeat(90)}{"code":"no"}${"]".repeat(90)}`;
  const { reader } = scriptedReader(({ as }) => (as === "none" ? { status: 401, text: nested } : envelope([])));
  expect(await read(reader, "errors")).toHaveProperty("value.contentType", "application/json");
});

test("the status of a creation is that of accepted ones, where rejected ones get 200 and say so", async () => {
  const create = (body: JsonObject): JsonObject =>
    Object.hasOwn(body, "name") ? { id: "n-1", ...body } : { status: 200, json: { ok: false } };
  const { reader } = scriptedReader(smallService({ create }));
  await reader.ask({ operation: "createUser", body: { email: "ada@x.example" } });
  await reader.ask({ operation: "createUser" });
  expect((await read(reader, "statuses.success.createUser")).value).toBe(201);
});
