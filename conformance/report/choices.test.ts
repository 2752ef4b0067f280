import { expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { obligations } from "../checks/catalogue.ts";
import { choicesOf, questionsOf } from "./choices.ts";
import { exampleResult } from "./example-report.fixture.ts";
import type { Result } from "./report.ts";

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

test("if targets differ there is a question for each operation, in the document's order, with the targets that agree", () => {
  const sheet = (target: string, paging: string, code: string) => {
    const results = [seen("OBS-14", code), seen("OBS-05", paging), seen("OBS-10", code, "createUser")];
    return { target, choices: choicesOf([...results, seen("OBS-10", "200")]) };
  };
  const [alpha, beta] = [sheet("alpha", "page", "1"), sheet("beta", "offset", "1")];
  const [gamma, silent] = [sheet("gamma", "page", "2"), { target: "silent", choices: choicesOf([]) }];
  for (const sheets of [[alpha, { ...alpha, target: "b" }], [alpha], [alpha, silent]]) {
    expect(questionsOf(sheets)).toStrictEqual([]);
  }
  const questions = questionsOf([alpha, beta, gamma]);
  expect(questions.map(({ openPoint, operation }) => `${openPoint} ${operation}`)).toStrictEqual([
    "paging-parameters listUsers",
    "success-statuses createUser",
    "failure-statuses listUsers",
  ]);
  expect(questions[0]).toStrictEqual({
    openPoint: "paging-parameters",
    section: "§4",
    operation: "listUsers",
    question:
      "§4 leaves open the query parameters for paging (listUsers). alpha, gamma: page; beta: offset. Which should an implementation follow? " +
      'The document says: "Query parameters for paging, filtering and sorting of the list operations: not shown."',
    choices: [
      { target: "alpha", choice: "page" },
      { target: "beta", choice: "offset" },
      { target: "gamma", choice: "page" },
    ],
  });
});
