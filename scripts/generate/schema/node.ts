import { z } from "zod";
import type { KeyCheck } from "../../../fixtures/dialect/key.ts";

/** The parts of a JSON Schema that the pages use. */
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

/** Parses a JSON Schema. */
export function readNode(schema: unknown): SchemaNode {
  return nodeSchema.parse(schema);
}

/** The input of a zod schema, before defaults. */
export function nodeOf(schema: z.ZodType): SchemaNode {
  return readNode(z.toJSONSchema(schema, { io: "input" }));
}

/** The alternatives of a node; empty if there is only one. */
export function branchesOf({ oneOf, anyOf }: SchemaNode): readonly SchemaNode[] {
  return oneOf ?? anyOf ?? [];
}
