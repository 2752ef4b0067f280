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

test("what is no person stays", () => {
  const message = '{"id":7,"plan":"team","createdAt":"2026-01-31T10:00:00Z"} at https://staging.example/x';
  const [result] = maskPeople(
    exampleReport({ results: [exampleResult("ENV-04", "listUsers", "failed", message)] }),
  ).results;
  expect(result?.message).toBe(message);
});
