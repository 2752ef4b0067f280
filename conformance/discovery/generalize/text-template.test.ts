import { expect, test } from "vitest";
import { textTemplate } from "./text-template.ts";

const failures = [
  { status: 401, title: "Unauthorized", code: "missingToken", message: "The Authorization header is missing." },
  { status: 401, title: "Unauthorized", code: "refusedToken", message: "The access token is not valid." },
  { status: 404, title: "Not Found", code: "unknownPath", message: "There is nothing at this path." },
  { status: 404, title: "Not Found", code: "notFound", message: "There is no subscription with this id." },
  { status: 400, title: "Bad Request", code: "badParameter", message: '"page" must be a whole number of 1 or more.' },
];

function fill(template: string): { status: number; text: string }[] {
  return failures.map(({ status, title, code, message }) => ({
    status,
    text: template
      .replace("{{status}}", String(status))
      .replace("{{title}}", title)
      .replace("{{code}}", code)
      .replace("{{message}}", message),
  }));
}

test.each([
  ["{{message}}"],
  ["{{message}}\n"],
  ["{{code}}"],
  ["{{title}}"],
  ["{{status}} {{title}}"],
  ["{{code}} ({{status}})"],
  ["ERROR {{code}}: {{message}}"],
  ["Failed: {{message}}"],
  ["<h1>{{status}} {{title}}</h1><p>{{message}}</p>"],
  ["<!doctype html><title>{{title}}</title><p>{{message}}</p>"],
  ["always the same"],
  [""],
])("%j matches its own result", (template) => {
  expect(textTemplate(fill(template))).toBe(template);
});

test("a common first word belongs to the messages", () => {
  const texts = ["The page is gone", "The token is wrong"].map((text) => ({ status: 400, text }));
  expect(textTemplate(texts)).toBe("{{message}}");
});

test("other markup is a template like any text", () => {
  const texts = ["<p>one</p>", "<div>two</div>"].map((text) => ({ status: 400, text }));
  expect(textTemplate(texts)).not.toContain("one");
});
