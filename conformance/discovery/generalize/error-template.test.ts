import { describe, expect, test } from "vitest";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { errorsOf } from "./error-template.ts";

const json = "application/json";
const path = "/api/v1/users";

type Sample = Parameters<typeof errorsOf>[0][number];

function sample(kind: FailureKind, status: number, body: unknown, more: Partial<Sample> = {}): Sample {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { kind, status, contentType: json, body: text, method: "GET", path, ...more };
}

function learned(...samples: readonly Sample[]): ReturnType<typeof errorsOf>["value"] {
  return errorsOf(samples, new Set(["email", "name"])).value;
}

const template = { format: "template", contentType: json };

describe("the form of most kinds is the shared one, with the text of each kind", () => {
  test("a built-in format is recognized", () => {
    const contentType = "application/json; charset=utf-8";
    expect(
      learned(
        sample("missingToken", 401, { error: { code: "a", message: "First." } }, { contentType }),
        sample(
          "invalidBody",
          422,
          { error: { code: "b", message: "Second.", details: [{ field: "email", message: "is missing" }] } },
          { contentType },
        ),
      ),
    ).toEqual({
      format: "object",
      kinds: {
        missingToken: { values: { code: "a", message: "First." } },
        invalidBody: { values: { code: "b", message: "Second." } },
      },
    });
  });

  test("a code and a message in one text; status and title by their values", () => {
    expect(
      learned(
        sample("missingToken", 401, { status: 401, no: "401", error: "Unauthorized", text: "Say who you are." }),
        sample("notFound", 404, { status: 404, no: "404", error: "Not Found", text: "Nothing is here." }),
        sample("unknownPath", 404, { status: 404, no: "404", error: "Not Found", text: "No such page." }),
        sample("unknownPath", 404, { status: 404, no: "404", error: "Not Found", text: "No other page." }),
      ),
    ).toEqual({
      ...template,
      body: { status: "{{status}}", no: "{{statusString}}", error: "{{title}}", text: "{{message}}" },
      kinds: {
        missingToken: { values: { message: "Say who you are." } },
        notFound: { values: { message: "Nothing is here." } },
      },
    });
  });

  test("further texts have their own placeholders", () => {
    expect(
      learned(
        sample("missingToken", 401, { title: "Sign in first.", detail: "There is no token." }),
        sample("notFound", 404, { title: "It is gone.", detail: "There was one." }),
      ),
    ).toMatchObject({
      body: { title: "{{message}}", detail: "{{detail}}" },
      kinds: { notFound: { values: { message: "It is gone.", detail: "There was one." } } },
    });
  });

  test("of two equally common forms, the one with a body", () => {
    const value = learned(sample("missingToken", 401, ""), sample("notFound", 404, { no: "No user" }));
    expect(value).toMatchObject({ format: "template", body: { no: expect.any(String) } });
  });
  test("a random value of each failure is not a kind's text, even if it was seen once", () => {
    const body = (trace: string, at: number): object => ({ at, since: 1_795_364_387, date: stamps[at % 2], trace });
    const stamps = ["Sun, 22 Nov 2026 16:48:19 GMT", "2026-11-22T16:48:19.123456789Z"];
    expect(
      learned(
        sample("missingToken", 401, body("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", 1_795_364_387_707)),
        sample("notFound", 404, body("01ARZ3NDEKTSV4RRFFQ69G5FAV", 1_795_364_387_712)),
        sample("unknownPath", 404, body("6f1c2b1e-7c55-4f5c-9c3b-0d9d3c7e8f10", 1_795_364_387_711)),
      ),
    ).toEqual({
      ...template,
      body: { at: "{{nowMilliseconds}}", since: "{{nowSeconds}}", date: "{{now}}", trace: "{{uuid}}" },
    });
  });

  test("a number that changes between failures of a kind is not its text", () => {
    const failing = (request: number): Sample => sample("notFound", 404, { request, message: "None" });
    const value = learned(failing(17), failing(19), sample("unknownPath", 404, { request: 12, message: "No path" }));
    expect(value.kinds?.notFound).toEqual({ values: { message: "None" } });
  });

  test("similar kinds share their texts", () => {
    const said = (code: string): object => ({ error: code });
    expect(
      learned(
        sample("missingToken", 401, said("unauthorized")),
        sample("refusedToken", 401, said("unauthorized")),
        sample("notFound", 404, said("not_found")),
        sample("unknownPath", 404, said("not_found")),
        sample("methodNotAllowed", 405, said("no_method")),
      ).kinds,
    ).toEqual({
      missingToken: { values: { code: "unauthorized" } },
      notFound: { values: { code: "not_found" } },
      unknownPath: { values: { code: "not_found" } },
      methodNotAllowed: { values: { code: "no_method" } },
    });
  });

  test("a constant stays", () => {
    expect(learned(sample("missingToken", 401, []), sample("notFound", 404, []))).toMatchObject({ body: [] });
    const bare = { contentType: "" };
    expect(learned(sample("missingToken", 401, "", bare), sample("notFound", 404, "", bare))).toEqual({
      format: "template",
      contentType: null,
      body: "",
    });
  });
});

describe("a kind with another form has its own template", () => {
  const nest = (status: number, message: unknown, error?: string): unknown => ({
    message,
    ...(error !== undefined && { error }),
    statusCode: status,
  });
  test.each<[string, readonly Sample[], object]>([
    [
      "other members, and a list instead of a text",
      [
        sample("missingToken", 401, nest(401, "Unauthorized")),
        sample("notFound", 404, nest(404, "No such user", "Not Found")),
        sample("unknownPath", 404, nest(404, "Cannot GET /api/v1/x", "Not Found"), { path: "/api/v1/x" }),
        sample("invalidBody", 400, nest(400, ["email must be an email", "name must be a string"], "Bad Request")),
        sample("invalidBody", 400, nest(400, ["email must be an email"], "Bad Request")),
      ],
      {
        ...template,
        body: { message: "{{message}}", error: "{{title}}", statusCode: "{{status}}" },
        kinds: {
          missingToken: { body: { message: "{{title}}", statusCode: "{{status}}" } },
          notFound: { values: { message: "No such user" } },
          unknownPath: { values: { message: "Cannot {{method}} {{path}}" } },
          invalidBody: { body: { message: ["{{reason}}"], error: "{{title}}", statusCode: "{{status}}" } },
        },
      },
    ],
    [
      "objects by field",
      [
        sample("missingToken", 401, { error: "no token" }),
        sample("notFound", 404, { error: "no user" }),
        sample("invalidBody", 422, { errors: { email: ["can't be blank"], name: ["is too short"] } }),
        sample("invalidBody", 422, { errors: { email: ["is taken"] } }),
      ],
      { kinds: { invalidBody: { body: { errors: { "{{field}}": ["{{reason}}"] } } } } },
    ],
    [
      "lists that name fields",
      [
        sample("missingToken", 401, { detail: "no token" }),
        sample("notFound", 404, { detail: "no user" }),
        sample("invalidBody", 422, { detail: [{ loc: ["body", "email"], msg: "Field required", type: "missing" }] }),
        sample("invalidBody", 422, {
          detail: [
            { loc: ["body", "email"], msg: "Field required", type: "missing" },
            { loc: ["body", "name"], msg: "Too short", type: "missing" },
          ],
        }),
      ],
      {
        kinds: {
          invalidBody: { body: { detail: [{ loc: ["body", "{{field}}"], msg: "{{reason}}", type: "missing" }] } },
        },
      },
    ],
    [
      "a list of fields in a list of failures",
      [
        sample("missingToken", 401, { errors: [{ code: "no_token" }] }),
        sample("notFound", 404, { errors: [{ code: "no_user" }] }),
        sample("invalidBody", 422, { errors: [{ code: "bad", in: { fields: [{ name: "email", why: "is bad" }] } }] }),
        sample("invalidBody", 422, { errors: [{ code: "bad", in: { fields: [{ name: "name", why: "is old" }] } }] }),
      ],
      {
        kinds: {
          invalidBody: {
            body: { errors: [{ code: "bad", in: { fields: [{ name: "{{field}}", why: "{{reason}}" }] } }] },
          },
        },
      },
    ],
    [
      "one field",
      [
        sample("missingToken", 401, { error: "unauthorized", message: "no token" }),
        sample("refusedToken", 401, { error: "unauthorized", message: "bad token" }),
        sample("invalidBody", 422, { error: "invalid", field: "email" }),
      ],
      { kinds: { invalidBody: { body: { error: "invalid", field: "{{field}}" } } } },
    ],
    [
      "another content type",
      [
        sample("missingToken", 401, { error: "unauthorized" }),
        sample("notFound", 404, { error: "not_found" }),
        sample("unknownPath", 404, "<pre>Cannot GET /a/b</pre>", { contentType: "text/html", path: "/a/b" }),
      ],
      { kinds: { unknownPath: { contentType: "text/html", body: "<pre>Cannot {{method}} {{path}}</pre>" } } },
    ],
  ])("%s", (_, samples, expected) => {
    expect(learned(...samples)).toMatchObject(expected);
  });
});

test("repeated parts of the request, and random values, have a placeholder", () => {
  const spring = (at: string, where: string): object => ({ timestamp: at, trace: "9f86d081884c7d65", path: where });
  expect(
    learned(
      sample("unknownPath", 404, spring("2026-01-01T00:00:00.123+00:00", "/a"), { path: "/a" }),
      sample("missingToken", 401, spring("2026-01-01T00:00:01Z", path)),
      sample("notFound", 404, "no user 123", { contentType: "text/plain", id: "123" }),
    ),
  ).toEqual({
    ...template,
    body: { timestamp: "{{now}}", trace: "{{uuid}}", path: "{{path}}" },
    kinds: { notFound: { contentType: "text/plain", body: "no user {{id}}" } },
  });
});

test("of one kind, the most frequent form counts", () => {
  const page = sample("unknownPath", 404, "<h1>Not Found</h1>", { contentType: "text/html" });
  const [one, other] = ["a b", "c d"].map((error) => sample("unknownPath", 404, { error }));
  const missing = sample("missingToken", 401, { error: "e f" });
  const all = [one, page, other, missing].filter((failure) => failure !== undefined);
  const { value, others } = errorsOf(all, new Set());
  expect(value).toMatchObject({
    body: { error: "{{message}}" },
    kinds: { missingToken: { values: { message: "e f" } } },
  });
  expect(others).toEqual([page]);
});
