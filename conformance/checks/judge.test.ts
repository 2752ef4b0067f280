import { describe, expect, test } from "vitest";
import { obligationName, obligations, requirementSet } from "./catalogue.ts";
import { hasFailed, inOrder, inTurn, judgeOpenPoint, scored, selectObligations } from "./judge.ts";
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

describe("the order of judging", () => {
  test("open points come first, except what reads the run of rules", () => {
    const groups = inOrder(obligations(levels));
    const names = groups.flat().map(obligationName);
    expect(new Set(names).size).toBe(names.length);
    const stated = groups.findIndex(([one]) => one !== undefined && isRuled(one.requirement));
    const afterwards = groups.slice(stated).flatMap(([one]) => one ?? []);
    const early = groups.slice(0, stated).flatMap(([one]) => one ?? []);
    expect(early.every(({ requirement }) => !isRuled(requirement) && requirement.order === undefined)).toBe(true);
    const late = afterwards.filter(({ requirement }) => !isRuled(requirement));
    expect(late.map(({ requirement }) => !isRuled(requirement) && requirement.order)).not.toContain(undefined);
    expect(afterwards.slice(-late.length)).toEqual(late);
  });

  test("open points of creations come after those of lists, which creations change", () => {
    const early = inOrder(obligations(["declared", "observed"])).flat();
    const first = early.findIndex(({ operation }) => operation === "createUser");
    const after = early
      .slice(first)
      .filter(({ requirement }) => !isRuled(requirement) && requirement.order === undefined);
    expect(first).toBeGreaterThan(0);
    expect(after.filter(({ operation }) => operation !== "createUser")).toEqual([]);
  });

  test("one requirement is judged on all its operations at once, and results keep the order of the selection", async () => {
    const selected = obligations(levels).filter(({ requirement }) =>
      ["ENV-01", "DECL-10", "DECL-01"].includes(requirement.id),
    );
    let underway = 0;
    const together: string[] = [];
    const found = await inTurn(selected, async (obligation) => {
      underway += 1;
      await Promise.resolve();
      together.push(`${obligation.requirement.id} ${underway}`);
      await Promise.resolve();
      underway -= 1;
      return obligationName(obligation);
    });
    expect(found).toEqual(selected.map(obligationName));
    const counts = Map.groupBy(selected, ({ requirement }) => requirement.id);
    const inTheirOrder = ["DECL-01", "ENV-01", "DECL-10"].map((id) => `${id} ${counts.get(id)?.length}`);
    expect([...new Set(together)]).toEqual(inTheirOrder);
  });
});

test.each([
  ["ENV-04 listusers", ["ENV-04 listUsers"]],
  ["ENV-04 listUsers | AUTH-06 listInvoices", ["ENV-04 listUsers", "AUTH-06 listInvoices"]],
  ["OBS-18", []],
])("'%s' selects obligations by parts of their names, of the given levels", (grep, names) => {
  expect(selectObligations({ levels: ["stated"], grep }).map(obligationName)).toEqual(names);
});
