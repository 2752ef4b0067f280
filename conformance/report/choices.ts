import { z } from "zod";
import { openPoints, type OpenPoint } from "../../fixtures/contract/open-points.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { Level } from "../checks/requirement.ts";
import { findRequirement } from "../checks/catalogue.ts";

/** What a target was seen to do at one open point of the document, by operation. */
const openPointChoicesSchema = z.strictObject({
  openPoint: z.string().describe("The open point, for instance paging-parameters."),
  section: z.string().describe("The section of the document that leaves it open, for instance §4."),
  title: z.string().describe("What is left open."),
  key: z.string().optional().describe("The key of a dialect that settles it; absent where none does."),
  choices: z
    .array(z.strictObject({ operation: z.enum(operationIds), choice: z.string() }))
    .describe("What the target does there, in plain words; empty where nothing showed it."),
});

export const choicesSchema = z
  .array(openPointChoicesSchema)
  .describe("The observed-choices sheet: every open point of the document, in its order.");

export type Choices = z.infer<typeof choicesSchema>;

/** A place where targets differ and the document does not say who is right. */
export const questionSchema = z.strictObject({
  openPoint: z.string(),
  section: z.string(),
  operation: z.enum(operationIds),
  question: z.string().describe("The question to the document's owner, written out."),
  choices: z.array(z.strictObject({ target: z.string(), choice: z.string() })).min(2),
});

export type Question = z.infer<typeof questionSchema>;

/** What the sheet takes from a result of a report. */
interface ObservedResult {
  readonly id: string;
  readonly operation: Choices[number]["choices"][number]["operation"];
  readonly level: Level;
  readonly status: string;
  readonly message: string;
}

/** The observed-choices sheet of one target. */
export function choicesOf(results: readonly ObservedResult[]): Choices {
  const seen = results.filter(({ level, status }) => level === "observed" && status === "observed");
  return openPoints.map(({ id, section, title, key }) => ({
    openPoint: id,
    section: `§${section}`,
    title,
    ...(key === undefined ? {} : { key }),
    choices: operationIds.flatMap((operation) =>
      seen
        .filter((result) => result.operation === operation && openPointOf(result.id) === id)
        .map(({ message }) => ({ operation, choice: message })),
    ),
  }));
}

function openPointOf(requirement: string): string | undefined {
  const found = findRequirement(requirement);
  return found?.level === "observed" ? found.openPoint : undefined;
}

/** The sheet of one target of a run, and what the run calls it. */
export interface Sheet {
  readonly target: string;
  readonly choices: Choices;
}

/** The questions that the differences between targets raise: where all agree, or one alone was seen, there is none. */
export function questionsOf(sheets: readonly Sheet[]): readonly Question[] {
  return openPoints.flatMap((point) =>
    operationIds.flatMap((operation) => {
      const choices = sheets.flatMap((sheet) => choicesAt(sheet, point, operation));
      if (new Set(choices.map(({ choice }) => choice)).size < 2) return [];
      const question = ask(point, operation, choices);
      return [{ openPoint: point.id, section: `§${point.section}`, operation, question, choices }];
    }),
  );
}

function choicesAt(sheet: Sheet, point: OpenPoint, operation: Question["operation"]): Question["choices"] {
  return sheet.choices
    .filter(({ openPoint }) => openPoint === point.id)
    .flatMap(({ choices }) => choices)
    .filter((choice) => choice.operation === operation)
    .map(({ choice }) => ({ target: sheet.target, choice }));
}

function ask(point: OpenPoint, operation: Question["operation"], choices: Question["choices"]): string {
  const ways = [...Map.groupBy(choices, ({ choice }) => choice)].map(
    ([choice, followers]) => `${followers.map(({ target }) => target).join(", ")}: ${choice}`,
  );
  return (
    `§${point.section} leaves open ${point.title} (${operation}). ${ways.join("; ")}. ` +
    `Which should an implementation follow? The document says: "${point.quote}"`
  );
}
