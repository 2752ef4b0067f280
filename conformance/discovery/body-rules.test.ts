import { expect, test } from "vitest";
import type { JsonObject } from "../../fixtures/json.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { maxCreated } from "../target/creations.ts";
import type { CountingSession } from "../target/open-session.ts";
import { bodyRules } from "./body-rules.ts";
import { openSource } from "./source.ts";

type User = JsonObject | readonly string[];

/** A service's result for a body: a user, or the names of wrong fields. */
type Service = (body: Readonly<Record<string, unknown>>) => User;

const isText = (value: unknown): value is string => typeof value === "string";

/** A value as a text. */
const worded = (value: unknown): string => (isText(value) ? value : JSON.stringify(value));

const services = {
  "that looks at one field": ({ email, name }) =>
    isText(email) && email !== "" ? { email, name: isText(name) ? name : "nobody" } : ["email"],
  "that coerces": ({ email, name }) =>
    isText(email) && email.includes("@") ? { email, name: worded(name ?? "") } : ["email"],
  "that checks all types": ({ email, name = "" }) => [
    ...(isText(email) && email.includes("@") ? [] : ["email"]),
    ...(isText(name) ? [] : ["name"]),
  ],
  "that always says the same": ({ email, name }) =>
    isText(email) && email.includes("@") && isText(name) ? { email, name } : ["email", "name"],
  "of names that are optional": ({ email, first, last }) => [
    ...(isText(email) ? [] : ["email"]),
    ...(first === undefined || (isText(first) && first !== "") ? [] : ["first"]),
    ...(last === undefined || (isText(last) && last.length < 100) ? [] : ["last"]),
  ],
  "that wants something": ({ email, name = "" }) => (email ? { email: worded(email), name: worded(name) } : ["email"]),
  "of nested bodies": ({ contact }) => {
    const { mail, name = "" } = Object(contact);
    return isText(mail) && mail !== "" ? { contact: { mail, name } } : ["mail"];
  },
} satisfies Readonly<Record<string, Service>>;

/** If names are unique, and null counts as a name: as text, it is empty. */
function ofNamesOnce(): Service {
  const taken = new Set<string>();
  return ({ email, name }) => {
    const stored = worded(name ?? "");
    if (!isText(email) || email === "") return ["email"];
    if (taken.has(stored)) return ["name"];
    taken.add(stored);
    return { email, name: stored };
  };
}

/** @param maxBytes where larger bodies are rejected, with the name of a field */
function sessionWith(service: Service, createBody: JsonObject, maxBytes = Number.POSITIVE_INFINITY): CountingSession {
  let users = 3;
  const answer = ({ operation, as, path }: Call, sent: string): ScriptedResponse => {
    if (as === "none" || path?.includes("orgkit")) return { status: path === undefined ? 401 : 404, json: {} };
    if (operation !== "createUser") return envelope([{ id: 1, email: "a@b.example", name: "A" }], 1, users);
    if (sent.length > maxBytes) return { status: 422, json: { errors: ["role"], limit: maxBytes } };
    if (!sent.endsWith("}")) return { status: 422, json: { errors: ["json"] } };
    const made = service(JSON.parse(sent));
    if (Array.isArray(made) && made.length > 0) return { status: 422, json: { errors: made } };
    users += 1;
    return { ...envelope([{ id: users, ...(Array.isArray(made) ? JSON.parse(sent) : made) }], 1, users), status: 201 };
  };
  const session = scriptedSession({}, { answer, maxCreated: maxCreated.learn });
  return { ...session, target: { ...session.target, createBody } };
}

const flat = { email: "{{unique}}@orgkit.example", name: "Orgkit {{unique}}" };
const names = { email: "ada@orgkit.example", first: "Ada", last: "Byron" };
const text = { type: "string" };

test.each<[service: keyof typeof services, body: JsonObject, rules: unknown]>([
  ["that looks at one field", flat, { properties: { email: { ...text, minLength: 1 } } }],
  ["that coerces", flat, { properties: { email: { ...text, format: "email" } } }],
  ["that checks all types", flat, { properties: { email: { ...text, format: "email" }, name: text } }],
  ["that always says the same", flat, { properties: { email: { ...text, format: "email" }, name: text } }],
  ["that wants something", flat, { properties: { email: { minLength: 1 } } }],
  [
    "of names that are optional",
    names,
    { properties: { email: text, first: { ...text, minLength: 1 }, last: { ...text, maxLength: 255 } } },
  ],
  [
    "of nested bodies",
    { contact: { mail: flat.email, name: flat.name } },
    {
      properties: {
        contact: { type: "object", required: ["mail"], properties: { mail: { ...text, minLength: 1 } } },
      },
    },
  ],
])("the rules of a service %s", async (service, body, rules) => {
  const session = sessionWith(services[service], body);
  const source = openSource(session);
  expect((await bodyRules(source)).value).toStrictEqual(rules);
  expect((await session.creations()).length).toBeLessThanOrEqual(maxCreated.learn);
});

test("with a repeated unique value, accepted values of other fields create no user", async () => {
  const taken = new Set<unknown>();
  const answer = ({ operation, as, path }: Call, sent: string): ScriptedResponse => {
    if (as === "none" || path?.includes("orgkit")) return { status: path === undefined ? 401 : 404, json: {} };
    if (operation !== "createUser")
      return envelope([{ id: 1, email: "a@b.example", name: "A", tags: [] }], 1, 3 + taken.size);
    if (!sent.endsWith("}")) return { status: 400, json: { error: "not JSON" } };
    const { email, name, nick, tags = [] } = JSON.parse(sent);
    // It takes empty names, tags and nicks.
    const isValid = isText(email) && email.includes("@") && isText(name) && Array.isArray(tags);
    if (!isValid || (nick !== undefined && !isText(nick))) return { status: 422, json: { error: "invalid" } };
    if (taken.has(email)) return { status: 409, json: { error: "taken" } };
    taken.add(email);
    return { ...envelope([{ id: taken.size, email, name, tags }], 1, 1), status: 201 };
  };
  const session = scriptedSession({}, { answer, maxCreated: maxCreated.learn });
  const createBody = { ...flat, tags: ["new"], nick: "Zed" };
  const found = await bodyRules(openSource({ ...session, target: { ...session.target, createBody } }));
  const nick = { ...text, writeOnly: true };
  const rules = { email: { ...text, format: "email" }, name: text, tags: { type: "array" }, nick };
  expect(found.value).toStrictEqual({ properties: rules });
  expect((await session.creations()).length).toBeLessThan(maxCreated.learn);
});

test("the rejection of a body that is too large says nothing about its fields", async () => {
  const service: Service = ({ email, role = "" }) =>
    isText(email) && email.includes("@") && isText(role) ? { email, role } : ["email"];
  const found = await bodyRules(openSource(sessionWith(service, { email: flat.email, role: "member" }, 1000)));
  expect(found.value).toStrictEqual({ properties: { email: { ...text, format: "email" }, role: text } });
});

test("a value that another user has is not mistaken for one that is never accepted", async () => {
  const found = await bodyRules(openSource(sessionWith(ofNamesOnce(), flat)));
  expect(found).toMatchObject({ value: { properties: { email: { minLength: 1 } } }, confidence: "likely" });
  expect(found.value).not.toHaveProperty("properties.name");
});
