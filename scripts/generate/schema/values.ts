import { anyOf, code } from "../pages/markdown.ts";
import { branchesOf, type SchemaNode } from "./node.ts";

/** What a place in a JSON Schema takes, in words: `` `clamp` or `reject` ``, `1 to 10000`, `a list of texts`. */
export function valuesOf(node: SchemaNode): string {
  const { const: only, enum: choices, type } = node;
  if (only !== undefined) return code(only);
  if (choices !== undefined) return anyOf(choices.map(code));
  const branches = branchesOf(node);
  if (branches.length > 0) return anyOf([...new Set(branches.map(valuesOf))]);
  if (Array.isArray(type)) return anyOf(type.map((one) => valuesOf({ ...node, type: one })));
  switch (type) {
    case "null":
      return code(null);
    case "boolean":
      return `${code(true)} or ${code(false)}`;
    case "integer":
    case "number":
      return range(node);
    case "string":
      return "a text";
    case "array":
      return node.items?.type === "string" ? "a list of texts" : "a list";
    case "object":
      return "an object";
    default:
      return "any JSON";
  }
}

function range({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, type }: SchemaNode): string {
  const isWhole = type === "integer";
  const noun = isWhole ? "a whole number" : "a number";
  const [hasStart, hasEnd] = [minimum > Number.MIN_SAFE_INTEGER, maximum < Number.MAX_SAFE_INTEGER];
  if (!hasStart && !hasEnd) return noun;
  if (!hasEnd) return `${noun} from ${minimum} on`;
  if (!hasStart) return `${noun} to ${maximum}`;
  if (!isWhole) return `${noun} from ${minimum} to ${maximum}`;
  return maximum - minimum === 1 ? `${minimum} or ${maximum}` : `${minimum} to ${maximum}`;
}
