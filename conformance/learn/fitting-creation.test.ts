import { describe, expect, test } from "vitest";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { withFittingCreation } from "./fitting-creation.ts";

function dialectOf(properties: NonNullable<NonNullable<DialectInput["records"]>["user"]>): DialectInput {
  return { records: { user: { type: "object", properties } } };
}

describe("what is not told of creation fits the users that were seen", () => {
  test("values and fields they never have are left out", () => {
    const dialect = dialectOf({
      id: { type: "integer" },
      mail: { type: "string" },
      name: { type: "string" },
      status: { enum: ["active", "gone"] },
      role: { enum: ["member", "admin"] },
      createdAt: { type: "string", format: "date-time" },
    });
    expect(withFittingCreation(dialect).createUser).toEqual({
      required: ["name"],
      unique: [],
      generated: { id: "{{id}}", createdAt: "{{now}}" },
      id: { kind: "integer" },
    });
  });

  test("what was told stays", () => {
    const dialect = { ...dialectOf({ mail: { type: "string" } }), createUser: { required: ["mail"] } };
    expect(withFittingCreation(dialect).createUser).toMatchObject({ required: ["mail"], unique: [] });
  });

  test("an id of a format that the mock does not issue is a text like any other", () => {
    const dialect = dialectOf({ id: { type: "string", format: "email" }, note: { type: "string", format: "email" } });
    expect(withFittingCreation(dialect).records?.user?.["properties"]).toEqual({
      id: { type: "string" },
      note: { type: "string", format: "email" },
    });
  });

  test("without users that were seen, and where all fits, nothing changes", () => {
    expect(withFittingCreation({ name: "x" })).toEqual({ name: "x" });
  });
});
