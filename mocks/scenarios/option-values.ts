import { z } from "zod";

/** What an option takes, in words: `a whole number from 0 to 600000`, `true or false`, `seconds, date or none`. */
export function optionValues(option: z.core.$ZodType): string {
  const { enum: choices, type, minimum, maximum } = z.toJSONSchema(option, { io: "input" });
  if (choices !== undefined)
    return oneOf(choices.map((choice) => (typeof choice === "string" ? choice : JSON.stringify(choice))));
  if (type === "boolean") return "true or false";
  if (type === "string") return "a text";
  const hasEnd = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return `a ${type === "integer" ? "whole " : ""}number from ${minimum} ${hasEnd ? `to ${maximum}` : "on"}`;
}

function oneOf(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
