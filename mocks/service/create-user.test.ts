import { expect, test } from "vitest";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import type { JsonObject } from "../../fixtures/values/json.ts";
import { demoTokens, openTestCaller, readEnvelope, type TestCaller } from "../simulation/caller.fixture.ts";
import type { Reply } from "./call.ts";

type Answers = Readonly<Record<string, unknown>>;

const ada = { email: "ada@new.example", name: "Ada" };
const firstId = "usr_i0lxutmzy4";
const now = "2026-03-01T12:30:00.000Z";
const added = { status: "invited", createdAt: now, lastSeenAt: null };

function open(createUser: Answers = {}): Promise<TestCaller> {
  return openTestCaller({ dialect: { createUser } });
}

test("the new user is the last of its organization, and of no other", async () => {
  const caller = await open();
  const before = await caller.users();
  const reply = await caller.create({ ...ada, team: "blue", id: "usr_mine", status: "active", note: "{{id}} {{now}}" });
  const user = { id: firstId, role: "member", ...ada, team: "blue", note: "{{id}} {{now}}", ...added };
  expect([reply.status, reply.headers["location"]]).toStrictEqual([201, undefined]);
  expect(readEnvelope(reply)).toStrictEqual({ data: [user], meta: createMeta(1, 1) });
  expect(await caller.users()).toStrictEqual([...before, user]);
  const other = readEnvelope(await caller.call({ token: demoTokens[1], query: "per_page=100" }));
  expect([other.meta.total, other.data.some(({ id }) => id === firstId)]).toStrictEqual([12, false]);
});

const full = { ...ada, role: "admin", team: { id: 1 }, toString: "x" };

test.each<readonly [what: string, createUser: Answers, body: object, fields: object]>([
  ["unknown fields are kept", { unknownFields: "keep" }, full, full],
  ["or dropped", { unknownFields: "drop" }, full, { ...ada, role: "admin" }],
  [
    "generated values win over the body, the body over defaults",
    {
      defaults: { plan: "free", name: "default", status: "default" },
      generated: { ref: "user/{{id}}", status: "generated", flags: { new: true, at: "{{now}}" } },
    },
    { name: "body", status: "active" },
    { plan: "free", name: "body", status: "generated", ref: `user/${firstId}`, flags: { new: true, at: now } },
  ],
  [
    "parts of a nested body have their place in the record",
    {
      unknownFields: "drop",
      defaults: { attributes: { name: null }, label: "{{body.user.email}}" },
      generated: {
        attributes: { email: "{{body.user.email}}", name: "{{body.user.name}}", team: "{{body.teams.1}}" },
        made: ["{{nowSeconds}}", "{{nowMilliseconds}}"],
      },
    },
    { user: { email: "a@b.example" }, teams: ["a", "b"] },
    {
      attributes: { email: "a@b.example", name: null, team: "b" },
      label: "a@b.example",
      made: [Date.parse(now) / 1000, Date.parse(now)],
    },
  ],
  [
    "a write-only or moved field is not in the record",
    { generated: { title: "{{body.heading}}" }, body: { properties: { password: { writeOnly: true } } } },
    { heading: "Dr.", password: "secret" },
    { title: "Dr." },
  ],
  [
    "the id is never that of the body",
    { defaults: { team: "blue" } },
    { id: "usr_2z8iq9y7jz", team: null },
    { team: null },
  ],
  [
    "members that a required object lacks have defaults",
    { required: ["profile"], defaults: { profile: { locale: "en", name: "nobody" } } },
    { profile: { name: "Ada" } },
    { profile: { locale: "en", name: "Ada" } },
  ],
  [
    "values are counted, drawn, or those of most other users",
    {
      generated: { n: "{{count}}", key: "{{uuid}}", code: "k_{{random}}", role: "{{same}}", org: { none: "{{same}}" } },
    },
    {},
    {
      n: 48,
      key: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
      code: expect.stringMatching(/^k_[\da-z]{16}$/),
      role: "member",
      org: {},
    },
  ],
])("%s: %j", async (_, createUser, body, fields) => {
  const caller = await open({ required: [], defaults: {}, generated: {}, ...createUser });
  const reply = await caller.create(body);
  expect(readEnvelope(reply).data).toEqual([{ id: firstId, ...fields }]);
  expect((await caller.users()).at(-1)).toEqual({ id: firstId, ...fields });
});

test("the response may lack the new user", async () => {
  const caller = await open({ returns: "nothing" });
  expect(readEnvelope(await caller.create(ada))).toStrictEqual({ data: [], meta: createMeta(1, 0) });
  expect((await caller.users()).at(-1)).toMatchObject(ada);
});

test.each([
  [{ location: "/users?id={{id}}", id: { kind: "integer" } }, "/users?id=48"],
  [{ location: "/of/{{id}}", generated: { id: "a/b c{{now}}" } }, "/of/a%2Fb%20c2026-03-01T12%3A30%3A00.000Z"],
])("%j: the Location %s", async (createUser, location) => {
  expect((await (await open(createUser)).create(ada)).headers["location"]).toBe(location);
});

test("the Location has the base URL of the client", async () => {
  const caller = await open({ location: "{{origin}}/users/{{id}}", id: { kind: "integer" } });
  const headers = { "content-type": "application/json" };
  const call = { method: "POST", baseUrl: "https://api.example/x", headers, body: JSON.stringify(ada) };
  expect((await caller.call(call)).headers["location"]).toBe("https://api.example/x/users/48");
});

/** The status, the rule and the wrong fields of a rejection; only the status of a success. */
function describeRejection(reply: Reply): string {
  if (reply.status === 201) return "201";
  const fields: { field: string; message: string }[] = JSON.parse(reply.body).errors ?? [];
  const faults = fields.map(({ field, message }) => `${field} ${message}`);
  return [`${reply.status} ${reply.why.rule}`, ...faults].join("; ");
}

const required = "422 createUser.required";
const typed = "422 records.user";
const bySchema = (user: JsonObject) => ({ records: { user }, createUser: { required: [] } });
const byBody = (properties: JsonObject) => ({ createUser: { body: { properties } } });

test.each<[body: unknown, expected: string, dialect?: Answers]>([
  [full, "201"],
  [{}, `${required}; email is required; name is required`],
  [{ ...ada, name: null }, `${required}; name is required`],
  [{ ...ada, name: "" }, `${typed}; name must not be empty`],
  [{ ...ada, id: 7, createdAt: "never", status: 1 }, "201"],
  [
    { email: "ada", role: 1 },
    `${required}; name is required; email must be a valid email; role must be one of "owner","admin","member","billing"`,
  ],
  [[ada], "400 statuses.failure.unreadableBody"],
  [{ ...ada, email: "omar.osei@aurora-cycles.example" }, "409 createUser.unique; email is taken"],
  [
    { ...ada, team: 1, toString: "x", role: "admin" },
    "422 createUser.unknownFields; team is not known; toString is not known",
    { createUser: { unknownFields: "reject" } },
  ],
  [{ badge: 3 }, "201", { createUser: { unknownFields: "reject", required: ["badge"] } }],
  [
    { "a/b~c %41#é": 1 },
    `${typed}; a/b~c %41#é must be of the type string`,
    bySchema({ type: "object", additionalProperties: { type: "string" } }),
  ],
  [
    { code: "ab" },
    `${typed}; code must have at least 9 characters`,
    bySchema({ properties: { code: { type: "string", minLength: 9, pattern: "^x" } } }),
  ],
  [{ email: "x", name: 7, role: "none" }, "201", { createUser: { body: {} } }],
  [
    { email: "x", name: "A" },
    "422 createUser.body; email does not match the pattern",
    byBody({ email: { pattern: "@" } }),
  ],
  [
    { ...ada, contact: {} },
    "422 createUser.body; contact.mail is required",
    byBody({ contact: { required: ["mail"] } }),
  ],
])("a creation of %j: %s", async (body, expected, dialect = {}) => {
  const caller = await openTestCaller({ dialect });
  expect(describeRejection(await caller.create(body))).toBe(expected);
  expect(caller.simulation.accounts[0]?.users.count()).toBe(expected === "201" ? 48 : 47);
});

test.each([
  ["keep", ',"__proto__":{"polluted":1}'],
  ["drop", ""],
])("with unknown fields to %s, keys of the prototype are plain data", async (unknownFields, kept) => {
  const caller = await open({ unknownFields, defaults: {}, generated: {} });
  const body = `{"email":"a@new.example","name":"Ada","__proto__":{"polluted":1}}`;
  const reply = await caller.call({ method: "POST", headers: { "content-type": "application/json" }, body });
  expect(reply.body).toContain(`{"data":[{"id":"${firstId}","email":"a@new.example","name":"Ada"${kept}}]`);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.each<readonly [unique: readonly string[], bodies: readonly object[], statuses: readonly number[]]>([
  [["constructor"], [{}, {}, { constructor: 1 }, { constructor: 1 }], [201, 201, 201, 409]],
  [["contact.mail"], ["a", "b", "a"].map((mail) => ({ contact: { mail } })), [201, 201, 409]],
  [
    ["email", "name"],
    [ada, { ...ada, email: "b@new.example" }, { ...ada, name: "Bob" }],
    [201, 409, 409],
  ],
])("the fields %j are unique", async (unique, bodies, expected) => {
  const caller = await open({ required: [], unique });
  const statuses = [];
  for (const body of bodies) statuses.push((await caller.create(body)).status);
  expect(statuses).toStrictEqual(expected);
});

test("of many concurrent creations with a unique value, exactly one is accepted, in each account", async () => {
  const caller = await open();
  for (const token of demoTokens) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => caller.create(ada, { token })));
    expect(replies.map(({ status }) => status)).toStrictEqual([201, ...Array<number>(19).fill(409)]);
  }
});

test("a creation is rejected when a small format has no more ids", async () => {
  const caller = await open({ id: { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 }, unique: [] });
  for (let count = 0; count < 10; count += 1) expect((await caller.create(ada)).status).toBe(201);
  expect(describeRejection(await caller.create(ada))).toBe("409 createUser.id");
});

test("records that were added are bounded by their size, until some are removed", async () => {
  const caller = await openTestCaller({
    dialect: { createUser: { unique: [] }, limits: { bodyBytes: 64 * 1024 * 1024 } },
  });
  const large = { ...ada, note: "x".repeat(32e6) };
  const create = async (): Promise<Reply> => caller.create(large);
  expect([(await create()).status, (await create()).status]).toStrictEqual([201, 201]);
  const reply = await create();
  expect([reply.status, reply.headers["content-type"]]).toStrictEqual([507, "application/problem+json"]);
  expect(reply.why).toStrictEqual({ operation: "createUser", rule: "capacity" });
  await caller.simulation.reset();
  expect((await create()).status).toBe(201);
});

test("ids that are whole numbers are never used again, also after deletions and a restart", async () => {
  const setup = { dialect: { createUser: { id: { kind: "integer" }, unique: [] } } };
  const caller = await openTestCaller(setup);
  const create = async (from: TestCaller): Promise<unknown> => (await from.create(ada)).why.created;
  const list = caller.simulation.collections<{ users: { id: number } }>().users;
  expect([await create(caller), await create(caller)]).toStrictEqual([48, 49]);
  list.delete((q) => q.where({ id: 49 }));
  expect(await create(caller)).toBe(50);
  list.clear();
  const restarted = await openTestCaller(setup);
  await restarted.simulation.restore(JSON.parse(JSON.stringify(caller.simulation.snapshot())));
  expect([await create(caller), await create(restarted)]).toStrictEqual([51, 51]);
});
