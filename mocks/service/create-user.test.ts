import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { JsonObject } from "../../fixtures/json.ts";
import { z } from "zod";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import type { Reply } from "./call.ts";
import { demoTokens, openTestCaller, readEnvelope, type TestCaller } from "../simulation/caller.fixture.ts";
import { readWorld, worldSchema } from "../../fixtures/worlds/world.ts";
import { identifierSchema } from "../../fixtures/dialect/identifier-schema.ts";

const ada = { email: "ada@new.example", name: "Ada" };
const json = { method: "POST", headers: { "content-type": "application/json" } };
const firstId = "usr_i0lxutmzy4";
const now = "2026-03-01T12:30:00.000Z";
const added = { status: "invited", createdAt: now, lastSeenAt: null };

type Answers = Readonly<Record<string, unknown>>;

function open(createUser: Answers = {}): Promise<TestCaller> {
  return openTestCaller({ dialect: { createUser: { defaults: { role: "member" }, ...createUser } } });
}

const problem = z.object({
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
});

function rejection(reply: Reply): readonly unknown[] {
  const { code, errors } = problem.parse(JSON.parse(reply.body));
  return [reply.status, code, reply.why.rule, ...errors.map(({ field, message }) => `${field} ${message}`)];
}

test("the new user, with defaults and generated values, is the last of its organization, and of no other", async () => {
  const caller = await open();
  const before = await caller.users();
  const reply = await caller.create({ ...ada, team: "blue", id: "usr_mine", status: "active", note: "{{id}} {{now}}" });
  const user = { id: firstId, role: "member", ...ada, team: "blue", note: "{{id}} {{now}}", ...added };
  expect([reply.status, reply.headers["location"]]).toStrictEqual([201, undefined]);
  expect(readEnvelope(reply)).toStrictEqual({ data: [user], meta: metaOf(1, 1) });
  expect(await caller.users()).toStrictEqual([...before, user]);
  const other = readEnvelope(await caller.call({ token: demoTokens[1], query: "per_page=100" }));
  expect([other.meta.total, other.data.some(({ id }) => id === firstId)]).toStrictEqual([12, false]);
});

describe("a dialect's rules for new users", () => {
  const body = { ...ada, role: "admin", team: { id: 1 }, toString: "x" };
  const generated = { ref: "user/{{id}}", at: "{{now}}", status: "generated", flags: { new: true, id: "{{id}}" } };
  const defaults = { plan: "free", seats: 3, name: "default", status: "default" };

  test.each<readonly [Answers, object, readonly object[]]>([
    [{ unknownFields: "keep" }, body, [{ id: firstId, ...body, ...added }]],
    [{ unknownFields: "drop" }, body, [{ id: firstId, ...ada, role: "admin", ...added }]],
    [
      { required: [], unique: [], defaults, generated },
      { name: "body", status: "active" },
      [
        {
          id: firstId,
          plan: "free",
          seats: 3,
          name: "body",
          status: "generated",
          ref: `user/${firstId}`,
          at: now,
          flags: { new: true, id: firstId },
        },
      ],
    ],
    [
      {
        required: [],
        unknownFields: "drop",
        unique: [],
        defaults: { attributes: { name: null }, label: "{{body.user.email}}" },
        generated: {
          attributes: { email: "{{body.user.email}}", name: "{{body.user.name}}" },
          made: ["{{nowSeconds}}", "{{nowMilliseconds}}"],
        },
      },
      { user: { email: "ada@new.example" } },
      [
        {
          id: firstId,
          attributes: { email: "ada@new.example", name: null },
          label: "ada@new.example",
          made: [Date.parse(now) / 1000, Date.parse(now)],
        },
      ],
    ],
    [
      {
        required: [],
        unknownFields: "keep",
        generated: { title: "{{body.heading}}" },
        body: { properties: { password: { writeOnly: true } } },
      },
      { ...ada, heading: "Dr.", password: "secret" },
      [{ id: firstId, role: "member", ...ada, title: "Dr." }],
    ],
    [{ returns: "nothing" }, ada, []],
    [{ generated: {} }, { ...ada, id: "usr_2z8iq9y7jz" }, [{ id: firstId, role: "member", ...ada }]],
  ])("%j", async (createUser, sent, data) => {
    const caller = await open(createUser);
    const reply = await caller.create(sent);
    expect([reply.status, readEnvelope(reply)]).toStrictEqual([201, { data, meta: metaOf(1, data.length) }]);
    expect((await caller.users()).at(-1)).toMatchObject(data[0] ?? sent);
    expect(await caller.users()).toHaveLength(48);
  });

  test.each([
    [{ location: "/api/v1/users/{{id}}" }, `/api/v1/users/${firstId}`],
    [{ location: "/users?id={{id}}", id: { kind: "integer" } }, "/users?id=48"],
    [{ location: "/fixed" }, "/fixed"],
    [{ location: "/of/{{id}}", generated: { id: "a/b c{{now}}" } }, "/of/a%2Fb%20c2026-03-01T12%3A30%3A00.000Z"],
  ])("%j: the Location %s", async (createUser, location) => {
    expect((await (await open(createUser)).create(ada)).headers["location"]).toBe(location);
  });
});

describe("a rejected creation", () => {
  test.each<readonly [what: string, body: unknown, expected: readonly unknown[], unknownFields?: string]>([
    ["nothing", {}, [422, "invalidBody", "createUser.required", "email is required", "name is required"]],
    [
      "an address that is taken",
      { ...ada, email: "omar.osei@aurora-cycles.example" },
      [409, "conflict", "createUser.unique", "email is taken"],
    ],
    ["a list", [ada], [400, "unreadableBody", "statuses.failure.unreadableBody"]],
    [
      "unknown fields, where none may be",
      { ...ada, team: 1, toString: "x", constructor: 2 },
      [
        422,
        "invalidBody",
        "createUser.unknownFields",
        "team is not known",
        "toString is not known",
        "constructor is not known",
      ],
      "reject",
    ],
  ])("%s", async (_, body, expected, unknownFields = "keep") => {
    const caller = await open({ unknownFields });
    const before = await caller.users();
    expect(rejection(await caller.create(body))).toStrictEqual(expected);
    expect(await caller.users()).toStrictEqual(before);
  });
});

describe("keys of the prototype", () => {
  const polluted = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}';
  const body = `{"email":"p@new.example","name":"P",${polluted}}`;

  test.each([
    ["keep", `${polluted},`],
    ["drop", ""],
  ])("with unknown fields to %s are plain data", async (unknownFields, kept) => {
    const caller = await open({ unknownFields });
    const record =
      `{"id":"${firstId}","role":"member","email":"p@new.example","name":"P",${kept}` + JSON.stringify(added).slice(1);
    expect((await caller.call({ ...json, body })).body).toContain(`{"data":[${record}],"meta":{"page":1,"total":1`);
    const list = await caller.call({ query: "per_page=1&page=48" });
    expect(list.body).toContain(`{"data":[${record}],"meta":{"page":48,"total":48`);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("do not make an address taken", async () => {
    const caller = await open({ unique: ["toString", "constructor"], required: [] });
    const statuses = [];
    for (const sent of [{}, {}, { constructor: 1 }, { constructor: 1 }])
      statuses.push((await caller.create(sent)).status);
    expect(statuses).toStrictEqual([201, 201, 201, 409]);
  });
});

describe("unique fields", () => {
  test("accept exactly one of many concurrent creations", async () => {
    const caller = await open();
    const many = Array.from({ length: 20 }, (_, index) => caller.create({ ...ada, name: `${index}` }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 201),
      statuses.filter((status) => status === 409).length,
    ]).toStrictEqual([[201], 19]);
    expect((await caller.users()).filter(({ email }) => email === ada.email)).toHaveLength(1);
  });

  test("are unique within the account only", async () => {
    const caller = await open();
    for (const token of demoTokens) expect((await caller.create(ada, { token })).status).toBe(201);
  });

  test("may be several, and are all listed", async () => {
    const caller = await open({ unique: ["email", "name"] });
    await caller.create(ada);
    expect(rejection(await caller.create({ ...ada, email: "other@new.example" }))).toContain("name is taken");
    const { detail } = problem.parse(JSON.parse((await caller.create(ada)).body));
    expect(detail).toBe("Another user has this email and name.");
  });
});

describe("the ids of new users", () => {
  test.each([[{ kind: "integer" }], [{ kind: "prefixed", prefix: "m-", alphabet: "base62", length: 5 }]])(
    "match %j, and are unique, also in concurrent creations",
    async (id) => {
      const caller = await open({ id, unique: [] });
      await Promise.all(Array.from({ length: 20 }, () => caller.create(ada)));
      const ids = (await caller.users()).slice(47).map((user) => user.id);
      expect(new Set(ids).size).toBe(20);
      const format = identifierSchema.parse(id);
      expect(ids.every((one) => fitsIdentifier(format, String(one)))).toBe(true);
      expect(ids.every((one) => typeof one === (id.kind === "integer" ? "number" : "string"))).toBe(true);
    },
  );

  test("run out in a small format, and the creation is rejected", async () => {
    const caller = await open({ id: { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 }, unique: [] });
    for (let count = 0; count < 10; count += 1) expect((await caller.create(ada)).status).toBe(201);
    expect(rejection(await caller.create(ada))).toStrictEqual([409, "conflict", "createUser.id"]);
  });
});

test("numbers count users, UUIDs are new, and account-wide values are copied", async () => {
  const generated = { number: "{{count}}", key: "{{uuid}}", status: "{{same}}", team: "{{same}}" };
  const caller = await open({ generated });
  const [first] = await caller.users();
  const created = async (name: string): Promise<Readonly<Record<string, unknown>> | undefined> =>
    readEnvelope(await caller.create({ email: `${name}@new.example`, name })).data[0];
  const [one, two] = [await created("a"), await created("b")];
  expect([one?.["number"], two?.["number"]]).toStrictEqual([48, 49]);
  expect(one).toMatchObject({ status: first?.["status"], key: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/) });
  expect(one?.["key"]).not.toBe(two?.["key"]);
  expect(one).not.toHaveProperty("team");
});

test("values of other users may be nested, and have a default", async () => {
  const org = { id: "org-1", name: "North" };
  const users = ["de", null, null].map((locale, id) => ({ id: `u${id}`, email: `${id}@a.example`, org, locale }));
  const account = { id: "a", name: "A", tokens: [demoTokens[0]], users };
  const world = worldSchema.parse({ name: "within", accounts: [account] });
  const createUser = {
    generated: { id: "{{id}}", locale: "{{same}}", org: { id: "{{same}}", kind: "team", none: "{{same}}" } },
    defaults: { site: { org: "{{same}}" }, email: "{{same}}" },
  };
  const caller = await openTestCaller({ world, dialect: { createUser } });
  const [user] = readEnvelope(await caller.create(ada)).data;
  expect(user).toMatchObject({ org: { id: "org-1", kind: "team" }, site: {}, locale: null, email: ada.email });
  expect(user?.["org"]).not.toHaveProperty("none");
});

describe("ids that are whole numbers", () => {
  const dialect = { createUser: { id: { kind: "integer" } } };
  const one = {
    id: "ours",
    name: "Ours",
    tokens: ["our-token-1"],
    users: [{ id: 6, email: "a@x.example", name: "A" }],
  };
  const world = readWorld({ path: "world", value: { accounts: [one] }, position: () => "" });
  let count = 0;
  const createdBy = async (caller: TestCaller): Promise<unknown> => {
    const body = { email: `new-${(count += 1)}@x.example`, name: "New" };
    return readEnvelope(await caller.create(body, { token: "our-token-1" })).data[0]?.id;
  };

  test("are higher than any so far, and never used again, also after deletions", async () => {
    const caller = await openTestCaller({ dialect, world });
    const { users } = caller.simulation.collections<{ users: { id: number } }>();
    expect([await createdBy(caller), await createdBy(caller)]).toStrictEqual([7, 8]);
    users.delete((q) => q.where({ id: 8 }));
    expect(await createdBy(caller)).toBe(9);
    users.deleteMany((q) => q.where({ id: (id) => id > 0 }));
    expect(await createdBy(caller)).toBe(10);
  });

  test("are not used again after a restart", async () => {
    const caller = await openTestCaller({ dialect, world });
    await createdBy(caller);
    caller.simulation.collections<{ users: { id: number } }>().users.clear();
    const snapshot = caller.simulation.snapshot();
    const restarted = await openTestCaller({ dialect, world });
    await restarted.simulation.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(await createdBy(restarted)).toBe(8);
  });
});

test.each<readonly [what: string, createUser: Answers, body: object, shown: object]>([
  ["nulls are as any other value", { defaults: { team: "blue" } }, { ...ada, team: null }, { team: null }],
  [
    "members that a required field lacks have defaults",
    { required: ["profile"], defaults: { profile: { locale: "en", name: "nobody" } } },
    { profile: { name: "Ada" } },
    { profile: { locale: "en", name: "Ada" } },
  ],
  [
    "a text may be fresh",
    { generated: { key: "k_{{random}}" } },
    ada,
    { key: expect.stringMatching(/^k_[\da-z]{16}$/) },
  ],
  [
    "what a body has in a list has a place",
    { generated: { team: "{{body.teams.1}}" } },
    { ...ada, teams: ["a", "b"] },
    { team: "b" },
  ],
])("%s", async (_, createUser, body, shown) => {
  const reply = await (await open(createUser)).create(body);
  expect(readEnvelope(reply).data[0]).toMatchObject(shown);
});

test("unique fields may be nested", async () => {
  const caller = await open({ required: [], unique: ["contact.mail"] });
  const statuses = [];
  for (const mail of ["a", "b", "a"]) statuses.push((await caller.create({ contact: { mail } })).status);
  expect(statuses).toStrictEqual([201, 201, 409]);
});

/** The fields that a rejection names. */
async function faults(body: JsonObject, dialect: Readonly<Record<string, unknown>> = {}): Promise<readonly string[]> {
  const reply = await (await openTestCaller({ dialect })).create(body);
  if (reply.status === 201) return [];
  return problem.parse(JSON.parse(reply.body)).errors.map(({ field, message }) => `${field}: ${message}`);
}

const email = "email: must be a valid email";
const role = 'role: must be one of "owner","admin","member","billing"';

test.each<readonly [string, JsonObject, readonly string[]]>([
  ["a full body", { ...ada, role: "admin", team: { id: 1 } }, []],
  ["an empty body", {}, ["email: is required", "name: is required"]],
  ["null for a required field", { ...ada, name: null }, ["name: is required"]],
  ["an empty name", { ...ada, name: "" }, ["name: must not be empty"]],
  ["a number for a name", { ...ada, name: 7 }, ["name: must be of the type string"]],
  ["wrong values for what the service sets itself", { ...ada, id: 7, createdAt: "never", status: 1 }, []],
  ["prototype keys", JSON.parse('{"email":"a@a.example","name":"A","__proto__":1,"constructor":2}'), []],
  ["several faults", { email: "ada", role: 1 }, ["name: is required", email, role]],
])("faults of %s", async (_, body, expected) => {
  expect(await faults(body)).toStrictEqual(expected);
});

/** Only a schema of records. */
function bySchema(user: JsonObject): Readonly<Record<string, unknown>> {
  return { records: { user }, createUser: { required: [] } };
}

test.each<readonly [string, JsonObject, Readonly<Record<string, unknown>>, readonly unknown[]]>([
  [
    "a field no one knows, where such are rejected",
    { ...ada, team: 1, toString: 2, role: "admin" },
    { createUser: { unknownFields: "reject" } },
    ["team: is not known", "toString: is not known"],
  ],
  [
    "a required field that the schema does not list: none",
    { badge: 3 },
    { createUser: { unknownFields: "reject", required: ["badge"] } },
    [],
  ],
  ["what is required of records alone: none", {}, { createUser: { required: [] } }, []],
  [
    "a field of any name",
    { "a/b~c %41#é": 1 },
    bySchema({ type: "object", additionalProperties: { type: "string" } }),
    ["a/b~c %41#é: must be of the type string"],
  ],
  [
    "a field with two faults: the first",
    { code: "ab" },
    bySchema({ properties: { code: { type: "string", minLength: 9, pattern: "^x" } } }),
    ["code: must have at least 9 characters"],
  ],
  [
    "what is inside a field: named by the field",
    { team: { size: "many" } },
    bySchema({ properties: { team: { properties: { size: { type: "integer" } } } } }),
    [expect.stringMatching(/^team:/)],
  ],
])("faults of %s", async (_, body, dialect, expected) => {
  expect(await faults(body, dialect)).toEqual(expected);
});

test.each<readonly [body: JsonObject, schema: JsonObject, expected: readonly string[]]>([
  [{ email: "x", name: 7, role: "none" }, {}, []],
  [{ email: "x", name: "A" }, { properties: { email: { pattern: "@" } } }, ["email: does not match the pattern"]],
  [{ ...ada, contact: {} }, { properties: { contact: { required: ["mail"] } } }, ["contact.mail: is required"]],
])("%j is validated by the declared schema of a body", async (body, schema, expected) => {
  expect(await faults(body, { createUser: { body: schema } })).toStrictEqual(expected);
});
