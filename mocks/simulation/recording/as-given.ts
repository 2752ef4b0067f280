import { z } from "zod";

/**
 * A value that a schema judges, but that is kept as it was given: a schema puts the members it names first, and the
 * order of a record's members is part of the replies.
 * @param schemaFor the schema of a value, or what was expected where there is none
 */
export function asGiven<Value>(schemaFor: (value: unknown) => z.ZodType<Value> | string): z.ZodType<Value> {
  return z.custom<Value>().superRefine((value: unknown, context) => {
    const schema = schemaFor(value);
    if (typeof schema === "string") context.addIssue({ code: "custom", message: schema });
    else for (const issue of schema.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });
}
