import { expect, test } from "vitest";
import { describeErrorBody } from "./error-shape.ts";

function body(content: unknown, type?: string): string {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  return describeErrorBody({ status: 400, headers, body: text, ms: 1 });
}

test.each([
  [" ", "application/json", "no body"],
  ["no", "text/plain; charset=utf-8", "a text as text/plain"],
  ["no", undefined, "a text without a content type"],
  ["<!doctype html><p>no", undefined, "an HTML page without a content type"],
  ["<p>no", "text/html", "an HTML page as text/html"],
  [
    { title: "No", type: "x", status: 400 },
    "application/problem+json",
    "problem details {status, title, type} as application/problem+json",
  ],
  [{ error: { message: "x", code: 1 } }, "application/json", "{error: {code, message}} as application/json"],
  [{ data: [], meta: {} }, "application/json", "an empty envelope as application/json"],
  [{ data: [], meta: {}, error: "x" }, "application/json", "an empty envelope with {error} as application/json"],
  [[{ code: 1 }], "application/json", "a list [{code}] as application/json"],
  ['"no"', "application/json", "a JSON text or number as application/json"],
  [{ errors: { "a@b.example": "taken" } }, "application/json", "{errors: {…}} as application/json"],
])("%j as %s is %s", (content, type, expected) => {
  expect(body(content, type)).toBe(expected);
});
