import { describe, expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { obligations } from "../checks/catalogue.ts";
import { choicesOf, questionsOf, type Choices } from "./choices.ts";
import { exampleResult } from "./example-report.fixture.ts";
import type { Result } from "./report.ts";

function seen(id: string, message: string, operation: Result["operation"] = "listUsers"): Result {
  return exampleResult(id, operation, "observed", message);
}

const sheet = (target: string, ...results: readonly Result[]) => ({ target, choices: choicesOf(results) });

describe("the observed-choices sheet", () => {
  test("names every open point in the document's order, seen or not, with the key that settles it", () => {
    const empty = choicesOf([]);
    expect(empty.map(({ openPoint }) => openPoint)).toStrictEqual(openPoints.map(({ id }) => id));
    expect(empty.find(({ openPoint }) => openPoint === "paging-parameters")).toStrictEqual({
      openPoint: "paging-parameters",
      section: "§4",
      title: "the query parameters for paging",
      key: "paging",
      choices: [],
    });
    expect(empty.find(({ openPoint }) => openPoint === "events")).not.toHaveProperty("key");
  });

  test("takes what was observed, operation by operation, and nothing else", () => {
    const choices: Choices = choicesOf([
      seen("OBS-10", "a success is 200", "listInvoices"),
      seen("OBS-10", "a success is 201", "createUser"),
      exampleResult("OBS-10", "getSubscription", "skipped", "writes are off"),
      exampleResult("ENV-01", "listUsers", "passed", "the body is a JSON object"),
    ]);
    expect(choices.filter((point) => point.choices.length > 0)).toMatchObject([
      {
        openPoint: "success-statuses",
        choices: [
          { operation: "createUser", choice: "a success is 201" },
          { operation: "listInvoices", choice: "a success is 200" },
        ],
      },
    ]);
  });

  test("has a place for every observation", () => {
    const results = obligations(["observed"]).map(({ requirement: { id }, operation }) => seen(id, id, operation));
    expect(choicesOf(results).flatMap(({ choices }) => choices)).toHaveLength(results.length);
  });
});

describe("the questions for the document's owner", () => {
  const alpha = sheet("alpha", seen("OBS-05", "page and per_page"), seen("OBS-10", "200"));
  const beta = sheet("beta", seen("OBS-05", "offset and limit"), seen("OBS-10", "200"));
  const gamma = sheet("gamma", seen("OBS-05", "page and per_page"));

  test("are written out where targets differ, and name together those that agree", () => {
    expect(questionsOf([alpha, beta, gamma])).toStrictEqual([
      {
        openPoint: "paging-parameters",
        section: "§4",
        operation: "listUsers",
        question:
          "§4 leaves open the query parameters for paging (listUsers). alpha, gamma: page and per_page; beta: offset and limit. Which should an implementation follow? " +
          'The document says: "Query parameters for paging, filtering and sorting of the list operations: not shown."',
        choices: [
          { target: "alpha", choice: "page and per_page" },
          { target: "beta", choice: "offset and limit" },
          { target: "gamma", choice: "page and per_page" },
        ],
      },
    ]);
  });

  test.each([[[alpha, gamma]], [[alpha]], [[alpha, sheet("silent")]]])(
    "are not asked where targets agree, or where only one was seen: %#",
    (sheets) => {
      expect(questionsOf(sheets)).toStrictEqual([]);
    },
  );

  test("are asked for each operation apart, in the document's order", () => {
    const of = (target: string, code: number) =>
      sheet(target, seen("OBS-14", `${code}`), seen("OBS-10", `${code}`, "createUser"), seen("OBS-10", "200"));
    const questions = questionsOf([of("alpha", 1), of("beta", 2)]);
    expect(questions.map(({ openPoint, operation }) => `${openPoint} ${operation}`)).toStrictEqual([
      "success-statuses createUser",
      "failure-statuses listUsers",
    ]);
  });
});
