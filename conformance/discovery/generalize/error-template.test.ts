import { describe, expect, test } from "vitest";
import { errorsOf } from "./error-template.ts";

const json = "application/json";

function sample(status: number, body: unknown, contentType = json): Parameters<typeof errorsOf>[0][number] {
  return { status, contentType, body: typeof body === "string" ? body : JSON.stringify(body) };
}

test("a built-in format is known by its name", () => {
  const type = "application/json; charset=utf-8";
  const samples = [
    sample(401, { error: { code: "a", message: "First." } }, type),
    sample(
      422,
      { error: { code: "b", message: "Second.", details: [{ field: "email", message: "is missing" }] } },
      type,
    ),
  ];
  expect(errorsOf(samples)).toEqual({ format: "object" });
});

describe("what differs becomes a placeholder", () => {
  test("status, title, code and message by their values", () => {
    const samples = [
      sample(401, { ok: false, status: 401, error: "Unauthorized", key: "no_token", text: "Say who you are." }),
      sample(404, { ok: false, status: 404, error: "Not Found", key: "no_path", text: "Nothing is here." }),
    ];
    expect(errorsOf(samples)).toEqual({
      format: "template",
      contentType: json,
      body: { ok: false, status: "{{status}}", error: "{{title}}", key: "{{code}}", text: "{{message}}" },
    });
  });

  test("a member that some failures have is the list of errors", () => {
    const samples = [
      sample(404, { detail: "Nothing is here." }),
      sample(422, { detail: "It cannot be used.", fields: { email: ["is taken"] } }),
    ];
    expect(errorsOf(samples)).toMatchObject({ body: { detail: "{{message}}", fields: "{{errors}}" } });
  });

  test("moments, ids of requests and paths are left out", () => {
    const samples = [
      sample(404, { at: "2026-01-01T00:00:00Z", trace: "9f86d081884c7d65", path: "/a", note: "gone" }),
      sample(401, { at: "2026-01-01T00:00:01Z", trace: "60303ae22b998861", path: "/b", note: "gone" }),
    ];
    expect(errorsOf(samples)).toMatchObject({ body: { note: "gone" } });
  });
});

test("what never differs stands as it is", () => {
  expect(errorsOf([sample(401, []), sample(404, [])])).toMatchObject({ body: [] });
  expect(errorsOf([sample(401, "", ""), sample(404, "", "")])).toMatchObject({ contentType: "text/plain", body: "" });
});
