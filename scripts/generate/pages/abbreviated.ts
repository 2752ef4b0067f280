/** From this length on an object or a list within another is not shown. */
const mostShown = 1000;
const longestText = 72;
const width = 110;

/** JSON as a reader wants it: of a list the first item, of a long text its beginning, of much nothing but that it is there. */
export function abbreviated(value: unknown): string {
  return shown(value, "", true);
}

function shown(value: unknown, indent: string, isWhole: boolean): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? [...value.slice(0, 1).map((item) => shown(item, inner, false)), ...(value.length > 1 ? ["…"] : [])]
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${shown(member, inner, false)}`);
  if (parts.length === 0) return `${open}${close}`;
  const line = Array.isArray(value) ? `${open}${parts.join(", ")}${close}` : `${open} ${parts.join(", ")} ${close}`;
  if (!isWhole && line.length > mostShown) return `${open}…${close}`;
  if (!line.includes("\n") && indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
