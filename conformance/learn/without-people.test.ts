import { expect, test } from "vitest";
import type { Json } from "../../fixtures/json.ts";
import { isUnset, Unset, certain } from "../discovery/observation.ts";
import { guardOf, withoutPeople } from "./without-people.ts";

const users = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: index === 0 ? "Eva Zugspitze" : "Ann Nord",
  status: index % 2 === 0 ? "active" : "paused",
  plan: index % 2 === 0 ? "zugspitze" : "basic",
  ...(index === 0 ? { "eva@zugspitze.example": 1 } : {}),
}));
const guard = guardOf({ users, subscriptions: [], invoices: [] });

/** What is written of a value; its reason where nothing is. */
function kept(key: string, value: Json): Json {
  const found = withoutPeople(key, certain(value, []), guard);
  return isUnset(found) ? found.unset : found.value;
}

const withheld = "it holds a word of the records, and is not written down";
const text = { type: "string" };

test.each<[string, Json, Json]>([
  ["records.user", { properties: { status: { enum: ["active"] } } }, { properties: { status: { enum: ["active"] } } }],
  [
    "records.user",
    { properties: { plan: { enum: ["zugspitze", null] } } },
    { properties: { plan: { type: ["string", "null"] } } },
  ],
  ["records.user", { required: ["name", "eva@zugspitze.example"], title: "Eva" }, { required: ["name"] }],
  ["records.user", { properties: { name: text, "eva@zugspitze.example": text } }, { properties: { name: text } }],
  ["filtering.users", ["status", "eva@zugspitze.example"], ["status"]],
  ["createUser.required", ["name", "eva@zugspitze.example"], ["name"]],
  ["createUser.defaults", { status: "active", plan: "zugspitze" }, { status: "active" }],
  ["createUser.generated", { id: "{{id}}", name: ["Zugspitze"] }, { id: "{{id}}" }],
  ["createUser.location", "/users/{{id}}", "/users/{{id}}"],
  ["createUser.location", "/zugspitze/{{id}}", withheld],
  ["auth.challenge", 'Bearer realm="zugspitze"', withheld],
  ["auth.login", "/login", "/login"],
  ["subscriptionId.format", { kind: "prefixed", prefix: "zugspitze_" }, { kind: "any" }],
  ["paging.users.parameters", { page: "zugspitze" }, { page: "zugspitze" }],
])("%s %j is written as %j", (key, value, written) => {
  expect(kept(key, value)).toStrictEqual(written);
});

test.each<[Json, Json]>([
  ["{{code}}: {{message}}", "{{code}}: {{message}}"],
  ["Zugspitze: {{message}}", "{{message}}"],
  ["<b>Zugspitze</b> {{message}}", "<b></b> {{message}}"],
  [{ error: { Zugspitze: 1, detail: "Zugspitze", no: 4 } }, { error: { detail: "{{message}}", no: 4 } }],
  [
    ["Eva Zugspitze", null],
    ["{{message}}", null],
  ],
])("the body of an error %j is written as %j", (body, written) => {
  expect(kept("errors", { format: "template", contentType: "text/zugspitze", body })).toStrictEqual({
    format: "template",
    contentType: typeof body === "string" ? "text/plain" : "application/json",
    body: written,
  });
});

test("a note says that something is left out, and names no field that is data", () => {
  const found = withoutPeople(
    "createUser.required",
    certain(["eva@zugspitze.example"], [], "by eva@zugspitze.example"),
    guard,
  );
  expect(found).toMatchObject({ note: "by …; without what may name somebody" });
  expect(withoutPeople("errors", new Unset("no eva@zugspitze.example"), guard)).toMatchObject({ unset: "no …" });
});
