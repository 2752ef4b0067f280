import { expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { commonCauses } from "./causes.ts";
import type { Result } from "./report.ts";

function failures(operation: OperationId, ...ids: readonly string[]): readonly Result[] {
  return ids.map((id) => ({
    id,
    operation,
    level: "implied",
    section: "§5",
    status: "failed",
    message: "found",
    evidence: [],
  }));
}

test("an operation that ignores the header has one cause, with all that it breaks", () => {
  const ids = ["AUTH-02", "AUTH-03", "AUTH-04", "AUTH-05", "AUTH-06"];
  expect(commonCauses([...failures("listUsers", ...ids), ...failures("listInvoices", ...ids)])).toStrictEqual([
    "listUsers, listInvoices: responds without looking at `Authorization` (AUTH-02 to -06)",
  ]);
});

test("a failure is explained by one cause only", () => {
  expect(commonCauses(failures("listInvoices", "AUTH-02", "AUTH-04", "AUTH-05", "SCOPE-01"))).toHaveLength(1);
  expect(commonCauses(failures("listInvoices", "AUTH-04", "AUTH-05"))).toStrictEqual([
    "listInvoices: accepts any token (AUTH-04 to -05)",
  ]);
});

test("failures of different operations, or that have nothing in common, have no common cause", () => {
  expect(commonCauses([...failures("listUsers", "AUTH-02"), ...failures("listInvoices", "AUTH-04")])).toStrictEqual([]);
  expect(commonCauses(failures("listUsers", "ENV-01", "PATH-01"))).toStrictEqual([]);
});
