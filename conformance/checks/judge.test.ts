import { describe, expect, test } from "vitest";
import { obligationName, obligations, requirementSet } from "./catalogue.ts";
import { selectObligations } from "../run/selection.ts";
import { hasFailed, judgeInOrder, judgeOpenPoint, scored } from "./judge.ts";
import { openPoint } from "../open-points/reader.fixture.ts";
import { envelope, scriptedReader } from "../open-points/scripted-reader.fixture.ts";
import { isRuled, levels } from "./requirement.ts";

describe("a requirement of a later set is reported, and not scored", () => {
  const requirement = openPoint("DECL-10");
  const provisional = { ...requirement, since: requirementSet + 1 };
  const judge = async (status: number, judged = requirement) => {
    const dialect = { statuses: { success: { listUsers: 200 } } };
    const { reader } = scriptedReader(() => ({ ...envelope([]), status }), { dialect });
    await reader.ask({ operation: "listUsers" });
    return judgeOpenPoint(reader, judged, "listUsers");
  };

  test("what a dialect declares", async () => {
    expect(await judge(203)).toMatchObject({ status: "failed" });
    const outcome = await judge(203, provisional);
    expect(outcome).toMatchObject({
      status: "observed",
      message: expect.stringMatching(/^not scored yet.*failed: .*203/),
      evidence: [expect.anything()],
    });
    expect(hasFailed(outcome)).toBe(true);
    expect(await judge(200, provisional)).toMatchObject({ status: "passed" });
  });

  test("what the document states, from the set that counts it on an operation", () => {
    const failed = { status: "failed", message: "no array" } as const;
    const since = { listUsers: requirementSet + 1 };
    const on = (operation: "listUsers" | "listInvoices") =>
      scored(failed, { requirement: { ...requirement, since }, operation });
    expect(on("listInvoices")).toBe(failed);
    expect(on("listUsers")).toEqual({ status: "observed", message: expect.stringContaining("failed: no array") });
    expect(hasFailed({ status: "observed", message: "it returns 200" })).toBe(false);
  });
});

test("open points come first, of creations after those of lists, and what reads the run of rules last", async () => {
  const selected = obligations(levels);
  const order: string[] = [];
  const found = await judgeInOrder(selected, (obligation) => {
    const { requirement, operation } = obligation;
    const kind = isRuled(requirement)
      ? "ruled"
      : (requirement.order ?? (operation === "createUser" ? "of creations" : "of lists"));
    if (order.at(-1) !== kind) order.push(kind);
    return Promise.resolve(obligationName(obligation));
  });
  expect(order).toEqual(["of lists", "of creations", "ruled", "last", "creating"]);
  expect(found).toEqual(selected.map(obligationName));
});

test.each([
  ["ENV-04 listusers", ["ENV-04 listUsers"]],
  ["ENV-04 listUsers | AUTH-06 listInvoices", ["ENV-04 listUsers", "AUTH-06 listInvoices"]],
  ["DECL-01", []],
])("'%s' selects obligations by parts of their names, of the given levels", (grep, names) => {
  expect(selectObligations({ level: "stated", grep }).map(obligationName)).toEqual(names);
});
