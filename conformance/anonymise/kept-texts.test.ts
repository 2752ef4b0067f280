import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../fixtures/json.ts";
import { anonymised, repeated } from "./test-account.fixture.ts";

describe("a text stays", () => {
  test("if few values that look like codes occur in many records", () => {
    const users = repeated(12, (index) => ({ segment: index % 2 === 0 ? "north-east" : "south" }));
    expect(anonymised({ users }).users.map(({ segment }) => segment)).toStrictEqual(
      users.map(({ segment }) => segment),
    );
  });

  test("if its words are words of interfaces, even in a single record", () => {
    const [record] = anonymised({ subscriptions: [{ id: 1, status: "past_due", plan: "Team Plus" }] }).subscriptions;
    expect(record).toMatchObject({ status: "past_due", plan: "Team Plus" });
  });

  test.each<[string, (index: number) => JsonObject]>([
    ["few records have it", (index) => ({ segment: index === 0 ? "zugspitze" : "south" })],
    ["the name of the field is personal", () => ({ vorname: "zugspitze" })],
    ["it looks like a name", () => ({ segment: "Zugspitze" })],
    ["a name has the same word", (index) => ({ plan: "zugspitze", name: index === 0 ? "Eva Zugspitze" : "Eva" })],
    ["nothing is known of the field", (index) => ({ segment: `zugspitze-${index}` })],
  ])("but not if %s", (_, fields) => {
    const { users } = anonymised({ users: repeated(12, fields) });
    expect(JSON.stringify(users).toLowerCase()).not.toContain("zugspitze");
  });

  test("otherwise, the same text becomes the same replacement", () => {
    const users = repeated(12, (index) => ({ name: "Eva Nord", plan: index % 3 === 0 ? "nord" : "sued" }));
    const plans = anonymised({ users }).users.map(({ plan }) => plan);
    expect(plans.map((plan) => plan === plans[0])).toStrictEqual(users.map((_, index) => index % 3 === 0));
    expect(plans[1]).toBe("sued");
  });
});
