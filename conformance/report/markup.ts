import { escapeMarkup } from "../../fixtures/values/text.ts";
import { visible } from "../../fixtures/values/visible.ts";

/** A safe piece of a page. Only this file makes one, so nothing of a target reaches a page unescaped. */
export interface Markup {
  readonly safe: string;
}

type Value = string | number | false | undefined | Markup | readonly Value[];

/** Composes HTML or XML: values are escaped unless they are markup; `false` is nothing. */
export function markup(texts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { safe: texts.reduce((page, text, index) => page + written(values[index - 1]) + text) };
}

function written(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeMarkup(visible(value));
  return "safe" in value ? value.safe : value.map(written).join("");
}

/** A text of our own that is markup already, such as a style. */
export function trusted(text: string): Markup {
  return { safe: text };
}

/** A sentence in which pairs of backticks are code. With an odd number, none of them is. */
export function prose(text: string): Value {
  const parts = text.split("`");
  return parts.length % 2 === 0
    ? text
    : parts.map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`));
}
