import { expect, test } from "vitest";
import type { Json } from "../../fixtures/json.ts";
import { isUnset, Unset, certain } from "../discovery/observation.ts";
import { guardOf, withoutPeople } from "./without-people.ts";

const mail = "eva@zugspitze.example";
const users = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: index === 0 ? "Eva Zugspitze" : "Ann Nord",
  status: index % 2 === 0 ? "active" : "paused",
  plan: index % 2 === 0 ? "zugspitze" : "basic",
  org: { of: "Eva" },
  ...(index === 0 ? { [mail]: 1 } : {}),
}));
const guard = guardOf({ users, subscriptions: [], invoices: [] });

const withheld = "it contains a word of the records, so it is left out";
const text = { type: "string" };
const plan = (schema: Json): Json => ({ properties: { plan: schema } });
const template = (body: Json, contentType: string): Json => ({ format: "template", contentType, body });

test.each<[key: string, value: Json, written: Json]>([
  ["records.user", { properties: { status: { enum: ["active"] } } }, { properties: { status: { enum: ["active"] } } }],
  ["records.user", plan({ enum: ["zugspitze", null] }), plan({ type: ["string", "null"] })],
  ["records.user", { required: ["name", mail], title: "Eva" }, { required: ["name"] }],
  ["records.user", { properties: { name: text, [mail]: text } }, { properties: { name: text } }],
  ["filtering.users", ["status", mail], ["status"]],
  ["createUser.required", ["name", mail], ["name"]],
  ["createUser.defaults", { status: "active", plan: "zugspitze" }, { status: "active", plan: "{{same}}" }],
  [
    "createUser.defaults",
    { status: "zugspitze", org: { of: "Eva", kind: "x" } },
    { org: { of: "{{same}}", kind: "x" } },
  ],
  ["createUser.generated", { id: "{{id}}", name: ["Zugspitze"] }, { id: "{{id}}" }],
  ["createUser.location", "/users/{{id}}", "/users/{{id}}"],
  ["createUser.location", "/zugspitze/{{id}}", withheld],
  ["auth.challenge", 'Bearer realm="zugspitze"', withheld],
  ["auth.login", "/login", "/login"],
  ["subscriptionId.format", { kind: "prefixed", prefix: "zugspitze_" }, { kind: "any" }],
  [
    "responses.members",
    {
      listUsers: {
        plan: "zugspitze",
        next: "{{path}}?p={{next}}",
        by: "Otto Klein",
        to: "x@a.example",
        v: "1.0",
        at: 1792751,
      },
    },
    { listUsers: { next: "{{path}}?p={{next}}", by: "", to: "", v: "1.0", at: 0 } },
  ],
  [
    "responses.headers",
    { always: { vary: "Accept-Encoding", "x-by": "zugspitze", "x-to": "x@a.example" } },
    { always: { vary: "Accept-Encoding" } },
  ],
  ["paging.users.parameters", { page: "zugspitze" }, { page: "zugspitze" }],
  ...[
    ["{{code}}: {{message}}", "{{code}}: {{message}}"],
    ["Zugspitze: {{message}}", "{{message}}"],
    ["<b>Zugspitze</b> {{message}}", "<b></b> {{message}}"],
  ].map(([body = "", written = ""]): [string, Json, Json] => [
    "errors",
    template(body, "text/zugspitze"),
    template(written, "text/plain"),
  ]),
  [
    "errors",
    template({ error: { Zugspitze: 1, detail: "Zugspitze", no: 4 }, list: ["Eva Zugspitze", null] }, "text/zugspitze"),
    template({ error: { detail: "{{message}}", no: 4 }, list: ["{{message}}", null] }, "application/json"),
  ],
])("%s %j is written as %j", (key, value, written) => {
  const found = withoutPeople(key, certain(value, []), guard);
  expect(isUnset(found) ? found.unset : found.value).toStrictEqual(written);
});

test("a note says that something is left out, and contains no field names that are data", () => {
  const found = withoutPeople("createUser.required", certain([mail], [], `by ${mail}`), guard);
  expect(found).toMatchObject({ note: "by …; without personal data" });
  expect(withoutPeople("errors", new Unset(`no ${mail}`), guard)).toMatchObject({ unset: "no …" });
});
