import { z } from "zod";
import type { KeyCheck } from "../../../fixtures/dialect/key.ts";

/** What the pages read of a JSON Schema. */
const nodeSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  examples: z.array(z.json()).optional(),
  required: z.array(z.string()).optional(),
  check: z.custom<KeyCheck>().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
  get oneOf() {
    return z.array(nodeSchema).optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), nodeSchema]).optional();
  },
});

export type SchemaNode = z.infer<typeof nodeSchema>;

/** A JSON Schema, as far as the pages read it. */
export function readNode(schema: unknown): SchemaNode {
  return nodeSchema.parse(schema);
}

/** A zod schema as what is written down, before its defaults are filled in. */
export function nodeOf(schema: z.ZodType): SchemaNode {
  return readNode(z.toJSONSchema(schema, { io: "input" }));
}

/** The alternatives of a node; none if it has but one form. */
export function branchesOf({ oneOf, anyOf }: SchemaNode): readonly SchemaNode[] {
  return oneOf ?? anyOf ?? [];
}
