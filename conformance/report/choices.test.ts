import { expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { obligations } from "../checks/catalogue.ts";
import { choicesOf, type Result } from "./report.ts";
import { exampleResult } from "./example-report.fixture.ts";

function seen(id: string, message: string, operation: Result["operation"] = "listUsers"): Result {
  return exampleResult(id, operation, "observed", message);
}

test("the sheet lists every open point in the document's order, with its key and the observation", () => {
  const others = [
    exampleResult("OBS-10", "getSubscription", "skipped", "writes are off"),
    exampleResult("ENV-01", "listUsers", "passed", "the body is a JSON object"),
  ];
  const sheet = choicesOf([seen("OBS-10", "200", "listInvoices"), seen("OBS-10", "201", "createUser"), ...others]);
  expect(sheet.map(({ openPoint }) => openPoint)).toStrictEqual(openPoints.map(({ id }) => id));
  expect(sheet.find(({ openPoint }) => openPoint === "paging-parameters")).toStrictEqual({
    openPoint: "paging-parameters",
    section: "§4",
    title: "the query parameters for paging",
    key: "paging",
    choices: [],
  });
  expect(sheet.find(({ openPoint }) => openPoint === "events")).not.toHaveProperty("key");
  expect(sheet.filter(({ choices }) => choices.length > 0)).toMatchObject([
    {
      openPoint: "success-statuses",
      choices: [
        { operation: "createUser", choice: "201" },
        { operation: "listInvoices", choice: "200" },
      ],
    },
  ]);
});

test("the sheet has a place for every observation", () => {
  const results = obligations(["observed"]).map(({ requirement: { id }, operation }) => seen(id, id, operation));
  expect(choicesOf(results).flatMap(({ choices }) => choices)).toHaveLength(results.length);
});
