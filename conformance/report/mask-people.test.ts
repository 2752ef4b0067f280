import { expect, test } from "vitest";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import { maskPeople } from "./mask-people.ts";

test.each([
  '{"data":[{"id":7,"firstName":"Ada \\"A.\\" Lovelace","e-mail":"ada@example.org"}]}',
  "the user ada@example.org is on no page of the list",
  '{"last_name" : "Lovelace", "homeAddress": "12 Ada Street"}',
])("a report shows no person: %s", (text) => {
  const { results } = maskPeople(exampleReport({ results: [exampleResult("ENV-04", "listUsers", "failed", text)] }));
  expect(JSON.stringify(results)).not.toMatch(/Ada|Lovelace|ada@/);
});

test("a name that stands in one place is masked in all: in messages, and in URLs, however encoded", () => {
  const texts = [
    '{"data":[{"name":{"first":"Ada","family":"Lovelace"},"displayName":"Ada Lovelace"}]}',
    'no page has "Ada Lovelace"',
  ];
  const urls = ["/users?q=Ada%20Lovelace", "/users?q=Ada+Lovelace", "/users?email=ada%40example.org"];
  const results = [...texts, ...urls].map((text) => exampleResult("ENV-04", "listUsers", "failed", text));
  const masked = maskPeople(exampleReport({ results, created: [{ sent: texts[0] ?? "", received: "Ada Lovelace" }] }));
  expect(JSON.stringify(masked)).not.toMatch(/Ada.?Lovelace|Ada%|ada%40|"Ada/);
});

test("what is no person stays", () => {
  const message = '{"id":7,"plan":"team","createdAt":"2026-01-31T10:00:00Z"} at https://staging.example/x';
  const [result] = maskPeople(
    exampleReport({ results: [exampleResult("ENV-04", "listUsers", "failed", message)] }),
  ).results;
  expect(result?.message).toBe(message);
});
