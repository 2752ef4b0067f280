import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { bodyFor, goodBody, withFurtherLetters } from "./body.ts";
import { targetSchema } from "./target.ts";

const target = { baseUrl: "https://t.example", allowWrites: true };

describe("the body of a creation", () => {
  test("is the user's, else one that fits the dialect, else an illustrative one", () => {
    expect(goodBody(targetSchema.parse({ ...target, createBody: { a: 1 }, dialect: {} }))).toEqual({ a: 1 });
    expect(Object.keys(Object(goodBody(targetSchema.parse({ ...target, dialect: {} }))))).toEqual(["email", "name"]);
    expect(goodBody(targetSchema.parse(target))).toHaveProperty("email", "conformance.{{unique}}@orgkit.example");
  });

  test("has all fields of a user with the right types, except those that the service sets", () => {
    const dialect = dialectSchema.parse({
      createUser: { required: ["role"], unique: ["login", "status"], defaults: {} },
      records: {
        user: {
          type: "object",
          required: ["id", "born", "seats", "active", "tags", "status"],
          properties: {
            role: { enum: ["owner"] },
            born: { type: "string", format: "date" },
            seats: { type: ["integer", "null"], minimum: 3 },
            active: { type: "boolean" },
            tags: { type: "array" },
          },
        },
      },
    });
    expect(bodyFor(dialect)).toEqual({
      role: "owner",
      login: "Conformance {{unique}}",
      born: "2026-01-01",
      seats: 3,
      active: true,
      tags: [],
    });
  });
});

test("non-ASCII letters go into names of people, not accounts or addresses", () => {
  const body = {
    firstName: "Ada",
    userName: "ada",
    email: "a@x.example",
    profile: { display_name: "Ada L." },
    name: { first: "Ada", kind: "person" },
    age: 3,
  };
  expect(withFurtherLetters(body)).toEqual({
    ...body,
    firstName: expect.stringMatching(/^Ada .*[^ -~]/),
    profile: { display_name: expect.stringMatching(/^Ada L\. .*[^ -~]/) },
    name: { first: expect.stringMatching(/^Ada .*[^ -~]/), kind: "person" },
  });
});
