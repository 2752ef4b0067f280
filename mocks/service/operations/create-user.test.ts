import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fitsIdentifier, identifierSchema } from "../../../fixtures/dialect/identifier.ts";
import type { Reply } from "../call.ts";
import { demoTokens, openTestCaller, readEnvelope, testCall } from "../../simulation/caller.fixture.ts";

const ada = { email: "ada@new.example", name: "Ada" };
const problem = z.object({
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

function refusal(reply: Reply): readonly unknown[] {
  const { code, errors } = problem.parse(JSON.parse(reply.body));
  return [reply.status, code, reply.why.rule, ...(errors ?? []).map(({ field, message }) => `${field} ${message}`)];
}

describe("a creation in the reference dialect", () => {
  test("answers with the new user, its defaults and what the service sets", async () => {
    const caller = await openTestCaller();
    const reply = await caller.create({ ...ada, team: "blue", id: "usr_mine", status: "active" });
    expect(reply.status).toBe(201);
    expect(reply.headers["location"]).toBeUndefined();
    expect(readEnvelope(reply)).toStrictEqual({
      data: [
        {
          id: "usr_i0lxutmzy4",
          role: "member",
          email: "ada@new.example",
          name: "Ada",
          team: "blue",
          status: "invited",
          createdAt: "2026-03-01T12:30:00.000Z",
          lastSeenAt: null,
        },
      ],
      meta: { page: 1, total: 1 },
    });
  });

  test("adds the user at the end of the organization's list, and of no other", async () => {
    const caller = await openTestCaller();
    const before = await caller.users();
    const { data } = readEnvelope(await caller.create(ada));
    expect(await caller.users()).toStrictEqual([...before, ...data]);
    const other = readEnvelope(await caller.call({ token: demoTokens[1], query: "per_page=100" }));
    expect([other.meta.total, other.data.filter(({ id }) => id === data[0]?.id)]).toStrictEqual([12, []]);
  });

  test("prefers the body to a default", async () => {
    const caller = await openTestCaller();
    expect(readEnvelope(await caller.create({ ...ada, role: "admin" })).data[0]?.["role"]).toBe("admin");
  });

  test("does not fill in what the body says", async () => {
    const caller = await openTestCaller();
    const reply = await caller.create({ ...ada, name: "{{id}} {{now}}", note: "{{now}}" });
    expect(readEnvelope(reply).data[0]).toMatchObject({ name: "{{id}} {{now}}", note: "{{now}}" });
  });
});

describe("a refused creation", () => {
  test.each([
    ["no name", { email: "a@new.example" }, [422, "invalidBody", "createUser.required", "name is required"]],
    ["nothing", {}, [422, "invalidBody", "createUser.required", "email is required", "name is required"]],
    [
      "an address that is none",
      { email: "ada", name: "Ada" },
      [422, "invalidBody", "createUser.required", 'email String does not match format "email".'],
    ],
    [
      "an address that is taken",
      { email: "omar.osei@aurora-cycles.example", name: "Ada" },
      [409, "conflict", "createUser.unique", "email is taken"],
    ],
    ["a list", [ada], [400, "unreadableBody", "statuses.failure.unreadableBody"]],
  ])("%s", async (_, body, expected) => {
    const caller = await openTestCaller();
    const before = await caller.users();
    expect(refusal(await caller.create(body))).toStrictEqual(expected);
    expect(await caller.users()).toStrictEqual(before);
  });

  test.each([
    ["no content type", { method: "POST", body: "{}" }, 415],
    ["another content type", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } }, 415],
    [
      "a body too large",
      { method: "POST", body: " ".repeat(65), headers: { "content-type": "application/json" } },
      413,
    ],
    ["no JSON", { method: "POST", body: "{", headers: { "content-type": "application/json" } }, 400],
  ])("%s", async (_, call, status) => {
    const { simulation } = await openTestCaller({ dialect: { limits: { bodyBytes: 64 } } });
    expect((await simulation.answer(testCall(call))).status).toBe(status);
  });

  test("does not reject a body nested ever so deep, but refuses it", async () => {
    const caller = await openTestCaller();
    const body = `{"email":"a@new.example","name":"A","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const reply = await caller.call({ method: "POST", body, headers: { "content-type": "application/json" } });
    expect(refusal(reply)).toStrictEqual([400, "unreadableBody", "statuses.failure.unreadableBody"]);
  });
});

describe("unique fields", () => {
  test("let exactly one of many creations at once succeed", async () => {
    const caller = await openTestCaller();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => caller.create({ ...ada, name: `${index}` })),
    );
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toStrictEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await caller.users()).filter(({ email }) => email === ada.email)).toHaveLength(1);
  });

  test("give many creations at once different ids", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => caller.create({ ...ada, email: `${index}@new.example` })),
    );
    expect((await caller.users()).slice(47).map(({ id }) => id)).toStrictEqual(
      Array.from({ length: 20 }, (_, index) => 48 + index),
    );
  });

  test("are those of the account alone", async () => {
    const caller = await openTestCaller();
    const statuses = [];
    for (const token of demoTokens) statuses.push((await caller.create(ada, { token })).status);
    expect(statuses).toStrictEqual([201, 201, 201]);
  });

  test("may be several, and are all named", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { unique: ["email", "name"] } } });
    await caller.create(ada);
    expect(refusal(await caller.create({ ...ada, email: "other@new.example" }))).toContain("name is taken");
    expect(problem.parse(JSON.parse((await caller.create(ada)).body)).detail).toBe(
      "Another user has this email and name.",
    );
  });

  test("may be none", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { unique: [] } } });
    expect([(await caller.create(ada)).status, (await caller.create(ada)).status]).toStrictEqual([201, 201]);
  });
});

describe("the ids of new users", () => {
  test.each([
    [{ kind: "integer" }],
    [{ kind: "uuid" }],
    [{ kind: "any" }],
    [{ kind: "prefixed", prefix: "m-", alphabet: "base62", length: 5 }],
  ])("fit %j", async (id) => {
    const caller = await openTestCaller({ dialect: { createUser: { id } } });
    const [user] = readEnvelope(await caller.create(ada)).data;
    expect(fitsIdentifier(identifierSchema.parse(id), String(user?.id))).toBe(true);
    expect(typeof user?.id).toBe(id.kind === "integer" ? "number" : "string");
  });

  test("are the same for the same seed, and others for another", async () => {
    const first = async (seed: number): Promise<unknown> =>
      readEnvelope(await (await openTestCaller({ seed })).create(ada)).data[0]?.id;
    expect(await first(7)).toBe(await first(7));
    expect(await first(7)).not.toBe(await first(8));
  });

  test("are the service's own even where no field is generated", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { generated: {} } } });
    const taken = "usr_2z8iq9y7jz";
    expect(readEnvelope(await caller.create({ ...ada, id: taken })).data[0]?.id).toBe("usr_i0lxutmzy4");
    expect((await caller.users()).filter(({ id }) => id === taken)).toHaveLength(1);
  });

  test("come to an end in a small format, and the creation is refused", async () => {
    const id = { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 };
    const caller = await openTestCaller({ dialect: { createUser: { id, unique: [] } } });
    for (let count = 0; count < 10; count += 1) expect((await caller.create(ada)).status).toBe(201);
    expect(refusal(await caller.create(ada))).toStrictEqual([409, "conflict", "createUser.id"]);
  });
});
