import { describe, expect, test } from "vitest";
import { openTestCaller, readEnvelope, type TestCaller } from "../../simulation/caller.fixture.ts";

const ada = { email: "ada@new.example", name: "Ada" };

async function callerWith(createUser: Readonly<Record<string, unknown>>): Promise<TestCaller> {
  return openTestCaller({ dialect: { createUser } });
}

describe("fields the dialect does not know", () => {
  const body = { ...ada, role: "admin", team: { id: 1 }, toString: "x" };

  test("are kept", async () => {
    const caller = await callerWith({ unknownFields: "keep" });
    expect(readEnvelope(await caller.create(body)).data[0]).toMatchObject(body);
  });

  test("are dropped", async () => {
    const caller = await callerWith({ unknownFields: "drop" });
    const reply = await caller.create(body);
    expect(Object.keys(readEnvelope(reply).data[0] ?? {}).toSorted()).toStrictEqual([
      "createdAt",
      "email",
      "id",
      "lastSeenAt",
      "name",
      "role",
      "status",
    ]);
    expect(await caller.users()).toContainEqual(readEnvelope(reply).data[0]);
  });

  test("are refused, each by name", async () => {
    const caller = await callerWith({ unknownFields: "reject" });
    const reply = await caller.create(body);
    expect([reply.status, JSON.parse(reply.body)]).toStrictEqual([
      422,
      {
        type: "about:blank",
        title: "Unprocessable Content",
        status: 422,
        detail: "team is not known; toString is not known",
        code: "invalidBody",
        errors: [
          { field: "team", message: "is not known" },
          { field: "toString", message: "is not known" },
        ],
      },
    ]);
  });
});

describe("keys of the prototype", () => {
  const body =
    '{"email":"p@new.example","name":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}}';

  test.each([
    ["keep", '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},'],
    ["drop", ""],
  ])("with unknown fields to %s are plain data", async (unknownFields, kept) => {
    const caller = await callerWith({ unknownFields });
    const reply = await caller.call({ method: "POST", body, headers: { "content-type": "application/json" } });
    const record =
      `{"id":"usr_i0lxutmzy4","role":"member","email":"p@new.example","name":"P",${kept}` +
      '"status":"invited","createdAt":"2026-03-01T12:30:00.000Z","lastSeenAt":null}';
    expect(reply.body).toBe(`{"data":[${record}],"meta":{"page":1,"total":1}}`);
    const list = await caller.call({ query: "per_page=1&page=48" });
    expect(list.body).toBe(`{"data":[${record}],"meta":{"page":48,"total":48}}`);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("are refused like any other field, where unknown fields are", async () => {
    const caller = await callerWith({ unknownFields: "reject" });
    const reply = await caller.call({ method: "POST", body, headers: { "content-type": "application/json" } });
    expect(reply.body).toContain('"detail":"__proto__ is not known; constructor is not known"');
  });

  test("do not make an address taken", async () => {
    const caller = await callerWith({ unique: ["toString", "constructor"], required: [] });
    expect((await caller.create({})).status).toBe(201);
    expect((await caller.create({})).status).toBe(201);
    expect((await caller.create({ constructor: 1 })).status).toBe(201);
    expect((await caller.create({ constructor: 1 })).status).toBe(409);
  });
});

describe("what the service adds", () => {
  test("are the defaults and the generated fields of the dialect, in that order of strength", async () => {
    const caller = await callerWith({
      required: [],
      unique: [],
      defaults: { plan: "free", seats: 3, name: "default", status: "default" },
      generated: { ref: "user/{{id}}", at: "{{now}}", status: "generated", flags: { new: true, id: "{{id}}" } },
    });
    expect(readEnvelope(await caller.create({ name: "body", status: "active" })).data).toStrictEqual([
      {
        id: "usr_i0lxutmzy4",
        plan: "free",
        seats: 3,
        name: "body",
        status: "generated",
        ref: "user/usr_i0lxutmzy4",
        at: "2026-03-01T12:30:00.000Z",
        flags: { new: true, id: "usr_i0lxutmzy4" },
      },
    ]);
  });
});

describe("the reply", () => {
  test("holds no record where the dialect returns nothing, and the user is there all the same", async () => {
    const caller = await callerWith({ returns: "nothing" });
    const reply = await caller.create(ada);
    expect([reply.status, reply.body]).toStrictEqual([201, '{"data":[],"meta":{"page":1,"total":0}}']);
    expect((await caller.users()).at(-1)).toMatchObject(ada);
  });

  test.each([
    [{ location: "/api/v1/users/{{id}}" }, "/api/v1/users/usr_i0lxutmzy4"],
    [{ location: "/users?id={{id}}", id: { kind: "integer" } }, "/users?id=48"],
    [{ location: "/fixed" }, "/fixed"],
    [{ location: "/of/{{id}}", generated: { id: "a/b c{{now}}" } }, "/of/a%2Fb%20c2026-03-01T12%3A30%3A00.000Z"],
  ])("in %j has the Location %s", async (createUser, location) => {
    const caller = await callerWith(createUser);
    expect((await caller.create(ada)).headers["location"]).toBe(location);
  });
});
