import { describe, expect, test } from "vitest";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { errorsOf } from "./error-template.ts";
import { generalize } from "./error-form.ts";

type Sample = Parameters<typeof errorsOf>[0][number];

const contentType = "application/json";

function sample(kind: FailureKind, status: number, body: object, wrong: readonly string[]): Sample {
  return { kind, status, contentType, body: JSON.stringify(body), method: "POST", path: "/api/v1/users", wrong };
}

function learned(...samples: readonly Sample[]): ReturnType<typeof errorsOf>["value"] {
  return errorsOf(samples, new Set(["email", "name"])).value;
}

describe("failures that name a field", () => {
  const named = (name: string) => ({ message: "Invalid.", errors: { [name]: [`The ${name} is required.`] } });
  const invalid = (name: string, ...wrong: readonly string[]) => sample("invalidBody", 422, named(name), wrong);

  test("the same one whatever is wrong: it is a part of the words", () => {
    const unreadable = sample("unreadableBody", 422, named("email"), ["email", "name"]);
    const value = learned(unreadable, invalid("email", "email", "name"), invalid("email", "name"));
    expect(value).toEqual({ format: "template", contentType, body: named("email") });
  });

  test("only the first one of those that are wrong", () => {
    const value = learned(invalid("email", "email", "name"), invalid("name", "name"));
    expect(value.kinds?.invalidBody?.body).toMatchObject({ errors: { "{{field}}": ["{{reason}}"] } });
  });

  test("a text for each that is wrong", () => {
    const saying = (...names: readonly string[]): Sample => {
      const errors = Object.fromEntries(names.map((name) => [name, `${name} is required`]));
      return sample("invalidBody", 422, { message: "Invalid.", errors }, names);
    };
    const others = (["missingToken", "notFound"] as const).map((kind) => sample(kind, 401, { message: kind }, []));
    const value = learned(saying("email", "name"), saying("name"), ...others);
    expect(value.kinds?.invalidBody?.body).toMatchObject({ errors: { "{{field}}": "{{reason}}" } });
    const typed = sample("invalidBody", 422, { error: { name: "ValidationError" } }, ["email"]);
    expect(JSON.stringify(learned(typed, ...others))).toContain("ValidationError");
  });

  test("a parameter, which is not a field of the body", () => {
    const rejected = (name: string, source: string): Sample =>
      sample("badParameter", 400, { message: `bad ${name}`, validation: { source, keys: [name] } }, [name]);
    const others = (["missingToken", "notFound"] as const).map((kind) => sample(kind, 401, { message: kind }, []));
    const value = learned(rejected("page", "query"), rejected("id", "params"), ...others);
    expect(value.kinds?.badParameter?.body).toMatchObject({ validation: { keys: ["{{field}}"] } });
  });

  test("all that are wrong", () => {
    const body = { message: "Invalid.", errors: { email: ["a"], name: ["b"] } };
    const value = learned(sample("invalidBody", 422, body, ["email", "name"]), invalid("name", "name"));
    expect(value.kinds?.invalidBody?.body).toMatchObject({ errors: { "{{field}}": ["{{reason}}"] } });
  });
});

const both = { name: ["required"], email: ["required"] };

test.each<[what: string, said: readonly object[], template: object]>([
  ["are a part of the words, if they are always the same", [both, both, both], both],
  ["are those that are wrong, if they change", [both, both, { name: ["required"] }], { "{{field}}": ["{{reason}}"] }],
  ["may be those that are wrong, if few failures show them", [both, both], { "{{field}}": ["{{reason}}"] }],
])("fields that failures name %s", (_, said, errors) => {
  const samples = said.map((value) => ({ status: 422, value: { message: "e", errors: { ...value } } }));
  expect(generalize(samples, new Set(["email", "name"]))).toMatchObject({ errors });
});

test.each([
  "2026-01-01 10:00:00,123",
  "Thu, 01 Jan 2026 10:00:00 GMT",
  "Thu Jan 01 10:00:00 UTC 2026",
  "Thu Jan  1 10:00:00 2026",
  "01/Jan/2026:10:00:00 +0000",
  "1/1/2026, 10:00:00 AM",
])("the time of a failure is one, however it is written: %s", (date) => {
  const kinds = ["missingToken", "notFound"] as const;
  const failures = kinds.map((kind, index) => {
    const request = { method: "GET", path: "/api/v1/users" };
    return {
      ...request,
      kind,
      status: 401 + 3 * index,
      contentType: "application/json",
      body: JSON.stringify({ date }),
    };
  });
  expect(errorsOf(failures, new Set()).value).toMatchObject({ body: { date: "{{now}}" } });
});

test("each changing text has its own placeholder where kinds share a body", () => {
  const said = [
    ["no such size", "a size"],
    ["no such page", "a page"],
  ];
  const samples = said.map(([message = "", on = ""]) => ({ status: 400, value: { message, on: [on] } }));
  expect(generalize(samples)).toEqual({ message: "{{message}}", on: ["{{message}}"] });
  expect(generalize(samples, new Set(), true)).toEqual({ message: "{{message}}", on: ["{{on}}"] });
});
