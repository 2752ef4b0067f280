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
