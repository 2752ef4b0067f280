import { z } from "zod";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "../checks/catalogue.ts";

export const choicesSchema = z
  .array(
    z.strictObject({
      openPoint: z.string().describe("The open point, for instance paging-parameters."),
      section: z.string().describe("The section of the document that leaves it open, for instance §4."),
      title: z.string().describe("What is left open."),
      key: z.string().optional().describe("The dialect key for it; absent if there is none."),
      choices: z
        .array(z.strictObject({ operation: z.enum(operationIds), choice: z.string() }))
        .describe("The target's behavior, in plain words; empty if nothing showed it."),
    }),
  )
  .describe("The observed-choices sheet: every open point of the document, in its order.");

export type Choices = z.infer<typeof choicesSchema>;

/** A question on which targets differ and the document is silent. */
export const questionSchema = z.strictObject({
  openPoint: z.string(),
  section: z.string(),
  operation: z.enum(operationIds),
  question: z.string().describe("The question to the document's owner, written out."),
  choices: z.array(z.strictObject({ target: z.string(), choice: z.string() })).min(2),
});

/** The parts of a result that the sheet needs. */
interface ObservedResult {
  readonly id: string;
  readonly operation: OperationId;
  readonly status: string;
  readonly message: string;
}

/** The observed-choices sheet of one target. */
export function choicesOf(results: readonly ObservedResult[]): Choices {
  const seen = Map.groupBy(
    results.filter(({ status }) => status === "observed"),
    ({ id }) => openPointOf(id),
  );
  return openPoints.map(({ id, section, title, key }) => ({
    openPoint: id,
    section: `§${section}`,
    title,
    ...(key === undefined ? {} : { key }),
    choices: operationIds.flatMap((operation) =>
      (seen.get(id) ?? [])
        .filter((result) => result.operation === operation)
        .map(({ message }) => ({ operation, choice: message })),
    ),
  }));
}

function openPointOf(requirement: string): string | undefined {
  const found = findRequirement(requirement);
  return found?.level === "observed" ? found.openPoint : undefined;
}

/** The open points on which the targets differ. If all agree, or only one was seen, there is no question. */
export function questionsOf(
  sheets: readonly { readonly target: string; readonly choices: Choices }[],
): z.infer<typeof questionSchema>[] {
  const all = sheets.flatMap(({ target, choices: sheet }) =>
    sheet.flatMap(({ openPoint, choices }) => choices.map((choice) => ({ ...choice, target, openPoint }))),
  );
  return openPoints.flatMap(({ id: openPoint, section, title, quote }) =>
    operationIds.flatMap((operation) => {
      const choices = all
        .filter((choice) => choice.openPoint === openPoint && choice.operation === operation)
        .map(({ target, choice }) => ({ target, choice }));
      const ways = [...Map.groupBy(choices, ({ choice }) => choice)].map(
        ([choice, followers]) => `${followers.map(({ target }) => target).join(", ")}: ${choice}`,
      );
      if (ways.length < 2) return [];
      const question =
        `§${section} leaves open ${title} (${operation}). ${ways.join("; ")}. ` +
        `Which should an implementation follow? The document says: "${quote}"`;
      return [{ openPoint, section: `§${section}`, operation, question, choices }];
    }),
  );
}
