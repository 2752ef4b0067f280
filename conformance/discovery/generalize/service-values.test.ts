import { expect, test } from "vitest";
import { commonServiceValues, serviceValues } from "./service-values.ts";

const now = "2026-05-01T10:00:00.000Z";

test("fields that a body can set have a default, others are generated", () => {
  const minimal = { sent: { email: "a" }, record: { id: "u1", email: "a", role: "member", status: "new", at: now } };
  const full = {
    sent: { email: "b", role: "admin", status: "old", at: "2001-01-01T00:00:00Z" },
    record: { id: "u2", email: "b", role: "admin", status: "new", at: now },
  };
  expect(serviceValues(minimal, full)).toEqual({
    defaults: { role: "member" },
    generated: { id: "{{id}}", status: "new", at: "{{now}}" },
    doubtful: [],
  });
});

test("a text that abbreviates the sent one is not a constant, even if two users have the same", () => {
  const made = (id: number, name: string): Parameters<typeof serviceValues>[0] => ({
    sent: { name },
    record: { id, name: "O." },
  });
  expect(serviceValues(made(1, "Orgkit One"), made(2, "Orgkit Two"))).toEqual({
    defaults: {},
    generated: { id: "{{id}}" },
    doubtful: [],
  });
});

test("null is a value, too", () => {
  const minimal = { sent: {}, record: { id: 1, seen: null, left: null } };
  const full = { sent: { seen: now, left: now }, record: { id: 2, seen: now, left: null } };
  expect(serviceValues(minimal, full)).toMatchObject({ defaults: { seen: null }, generated: { left: null } });
});

test("without a second user it is unknown whether a body can set a field", () => {
  const minimal = { sent: {}, record: { id: 1, role: "member" } };
  expect(serviceValues(minimal, undefined)).toEqual({
    defaults: { role: "member" },
    generated: { id: "{{id}}" },
    doubtful: ["role"],
  });
});

test("an id inside a text is a placeholder, and a text without a rule is random", () => {
  const made = (id: string, key: string): Parameters<typeof serviceValues>[0] => ({
    sent: {},
    record: { id, self: `/users/${id}`, key },
  });
  expect(serviceValues(made("abcd", "key_x1"), made("efgh", "key_y2"))).toMatchObject({
    defaults: {},
    generated: { id: "{{id}}", self: "/users/{{id}}", key: "key_{{random}}" },
  });
});

test("a value sent in another or nested field is copied from there", () => {
  const sent = { login: "ada-orgkit-77", data: { name: "Ada", family: "Byron", team: "blue" } };
  const record = { id: "u1", name: "Ada Byron", email: "ada-orgkit-77@x.example", team: "blue", level: "basic" };
  const { defaults, generated } = serviceValues({ sent, record }, undefined);
  expect({ ...defaults, ...generated }).toEqual({
    id: "{{id}}",
    name: "{{body.data.name}} {{body.data.family}}",
    email: "{{body.login}}@x.example",
    team: "{{body.data.team}}",
    level: "basic",
  });
});

test("values missing in a body have the users' default", () => {
  const minimal = {
    sent: { email: "a@b.example" },
    record: { id: 1, attributes: { email: "a@b.example", name: null, locale: "en" } },
  };
  const full = {
    sent: { email: "a@b.example", name: "Ada" },
    record: { id: 2, attributes: { email: "a@b.example", name: "Ada", locale: "en" } },
  };
  expect(serviceValues(minimal, full)).toEqual({
    defaults: { attributes: { name: null } },
    generated: { id: "{{id}}", attributes: { email: "{{body.email}}", name: "{{body.name}}", locale: "en" } },
    doubtful: [],
  });
});

test("of values derived from a body differently, only visible ones are copied", () => {
  const made = (name: string): Parameters<typeof serviceValues>[0] => ({
    sent: { name, mails: [{ value: `${name}@x.example` }] },
    record: {
      id: 1,
      name: name.toUpperCase(),
      slug: name.replace(" ", "-"),
      mail: `${name}@x.example`,
      tag: `t-${name}x`,
    },
  });
  const { defaults, generated } = serviceValues(made("ada one"), made("ada two"));
  expect({ ...defaults, ...generated }).toEqual({
    id: "{{id}}",
    slug: "{{body.name}}",
    mail: "{{body.mails.0.value}}",
  });
});

test("a timestamp may be a number", () => {
  const made = (seconds: number): Parameters<typeof serviceValues>[0] => ({
    sent: {},
    record: { id: 1, created: seconds, seen: seconds * 1000 + 7 },
  });
  expect(serviceValues(made(1795364248), made(1795364249)).generated).toMatchObject({
    created: "{{nowSeconds}}",
    seen: "{{nowMilliseconds}}",
  });
});

test("a value of all users belongs to the account, and changing numbers and UUIDs are generated", () => {
  const made = (number: number, key: string): Parameters<typeof serviceValues>[0] => ({
    sent: {},
    record: { uid: `u${number}x`, org: "org-7f3a", plan: "basic", number, key },
  });
  const [one, two] = ["0b2c1d0e-5f6a-4b7c-8d9e-0f1a2b3c4d5e", "1b2c1d0e-5f6a-4b7c-8d9e-0f1a2b3c4d5e"];
  const others = [
    { org: "org-7f3a", plan: "basic" },
    { org: "org-7f3a", plan: "basic" },
  ];
  expect(serviceValues(made(71, one), made(72, two), "uid", others)).toEqual({
    generated: { uid: "{{id}}", org: "{{same}}", number: "{{count}}", key: "{{uuid}}" },
    defaults: { plan: "basic" },
    doubtful: ["plan"],
  });
});

test("values of other users may be nested, and may change", () => {
  const made = (roles: readonly string[], locale: string | null): Parameters<typeof serviceValues>[0] => ({
    sent: {},
    record: { link: { org: { id: "org-7f3a", kind: "org" } }, roles, locale },
  });
  const others = [made(["member"], null), made(["admin", "member"], "en")].map(({ record }) => record);
  const { generated } = serviceValues(made(["member"], "en"), made(["admin", "member"], null), "id", others);
  expect(generated).toEqual({ link: { org: { id: "{{same}}", kind: "org" } }, roles: "{{same}}", locale: "{{same}}" });
});

test("a constant that another user lacks is none, and a value that no user has from its body is one", () => {
  const values = {
    profile: { locale: null, site: "hq" },
    plan: "basic",
    kind: "{{body.data.kind}}",
    name: "{{body.data.name}}",
  };
  const profile = { locale: null, site: "hq" };
  const created = [
    { sent: { plan: "pro" }, record: { profile: { ...profile, locale: "en" }, plan: "pro", kind: "u", name: null } },
    { sent: { data: { kind: "u", name: "Ada" } }, record: { profile, kind: "u", name: "Ada" } },
    { sent: { data: { kind: 12, name: 12 } }, record: { profile, kind: "u", name: "12" } },
  ];
  expect(commonServiceValues(values, created)).toEqual({
    ...values,
    profile: { ...profile, locale: "{{same}}" },
    kind: "u",
  });
});

test("within a wrapper, a member with the name of a sent field is that field, and a member with an id has a number", () => {
  const user = { role: "member", since: "2025-04-01" };
  const minimal = {
    sent: { email: "a@x.example" },
    record: { user: { ...user, id: 83_472_583_338, email: "a@x.example" } },
  };
  const full = {
    sent: { email: "b@x.example", role: "member" },
    record: { user: { ...user, id: 934_239_981_061, email: "b@x.example" } },
  };
  expect(serviceValues(minimal, full)).toEqual({
    defaults: { user: { role: "member" } },
    generated: { user: { id: "{{count}}", email: "{{body.email}}", role: "{{body.role}}", since: "2025-04-01" } },
    doubtful: [],
  });
});
