import { describe, expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { observedRequirements } from "../../fixtures/contract/requirements/observed.ts";
import { choicesOf, choicesSchema, questionSchema, questionsOf, type Choices } from "./choices.ts";

interface Seen {
  readonly id: string;
  readonly operation: "listUsers" | "createUser" | "getSubscription" | "listInvoices";
  readonly level: "observed" | "stated";
  readonly status: "observed" | "skipped" | "passed";
  readonly message: string;
}

function seen(id: string, message: string, rest: Partial<Seen> = {}): Seen {
  return { id, operation: "listUsers", level: "observed", status: "observed", message, ...rest };
}

function choicesAt(sheet: Choices, openPoint: string): Choices[number]["choices"] | undefined {
  return sheet.find((entry) => entry.openPoint === openPoint)?.choices;
}

describe("the observed-choices sheet", () => {
  test("names every open point in the document's order, seen or not", () => {
    const sheet = choicesOf([]);
    expect(sheet.map(({ openPoint }) => openPoint)).toStrictEqual(openPoints.map(({ id }) => id));
    expect(sheet.every(({ choices }) => choices.length === 0)).toBe(true);
    expect(choicesSchema.parse(structuredClone(sheet))).toStrictEqual(sheet);
  });

  test("says where a point stands in the document and which key of a dialect settles it", () => {
    const sheet = choicesOf([]);
    expect(sheet.find(({ openPoint }) => openPoint === "paging-parameters")).toStrictEqual({
      openPoint: "paging-parameters",
      section: "§4",
      title: "the query parameters for paging",
      key: "paging",
      choices: [],
    });
    expect(sheet.find(({ openPoint }) => openPoint === "events")).not.toHaveProperty("key");
  });

  test("takes what was observed, operation by operation, and nothing else", () => {
    const sheet = choicesOf([
      seen("OBS-10", "a success is 200", { operation: "listInvoices" }),
      seen("OBS-10", "a success is 201", { operation: "createUser" }),
      seen("OBS-10", "writes are off", { operation: "getSubscription", status: "skipped" }),
      seen("ENV-01", "the body is a JSON object", { level: "stated", status: "passed" }),
    ]);
    expect(choicesAt(sheet, "success-statuses")).toStrictEqual([
      { operation: "createUser", choice: "a success is 201" },
      { operation: "listInvoices", choice: "a success is 200" },
    ]);
    expect(sheet.flatMap(({ choices }) => choices)).toHaveLength(2);
  });

  test("has a place for every observation", () => {
    const results = observedRequirements.flatMap(({ id, operations }) =>
      operations.map((operation) => seen(id, id, { operation })),
    );
    expect(choicesOf(results).flatMap(({ choices }) => choices)).toHaveLength(results.length);
  });
});

describe("the questions for the document's owner", () => {
  const alpha = { target: "alpha", choices: choicesOf([seen("OBS-05", "page and per_page"), seen("OBS-10", "200")]) };
  const beta = { target: "beta", choices: choicesOf([seen("OBS-05", "offset and limit"), seen("OBS-10", "200")]) };
  const gamma = { target: "gamma", choices: choicesOf([seen("OBS-05", "page and per_page")]) };

  test("are written out where targets differ", () => {
    const questions = questionsOf([alpha, beta]);
    expect(questions).toStrictEqual([
      {
        openPoint: "paging-parameters",
        section: "§4",
        operation: "listUsers",
        question:
          "§4 leaves open the query parameters for paging (listUsers). alpha: page and per_page; beta: offset and limit. Which should an implementation follow? " +
          'The document says: "Query parameters for paging, filtering and sorting of the list operations: not shown."',
        choices: [
          { target: "alpha", choice: "page and per_page" },
          { target: "beta", choice: "offset and limit" },
        ],
      },
    ]);
    expect(questions.map((question) => questionSchema.parse(question))).toStrictEqual(questions);
  });

  test("name together the targets that agree", () => {
    const [question] = questionsOf([alpha, beta, gamma]);
    expect(question?.question).toContain("alpha, gamma: page and per_page; beta: offset and limit.");
    expect(question?.choices.map(({ target }) => target)).toStrictEqual(["alpha", "beta", "gamma"]);
  });

  test("are not asked where targets agree, or where only one was seen", () => {
    expect(questionsOf([alpha, gamma])).toStrictEqual([]);
    expect(questionsOf([alpha])).toStrictEqual([]);
    expect(questionsOf([alpha, { target: "silent", choices: choicesOf([]) }])).toStrictEqual([]);
  });

  test("are asked for each operation apart, in the document's order", () => {
    const of = (target: string, code: number): { target: string; choices: Choices } => ({
      target,
      choices: choicesOf([
        seen("OBS-14", `${code} for no token`),
        seen("OBS-10", `a success is ${code}`, { operation: "createUser" }),
        seen("OBS-10", "a success is 200"),
      ]),
    });
    expect(
      questionsOf([of("alpha", 1), of("beta", 2)]).map(({ openPoint, operation }) => [openPoint, operation]),
    ).toStrictEqual([
      ["success-statuses", "createUser"],
      ["failure-statuses", "listUsers"],
    ]);
  });
});
