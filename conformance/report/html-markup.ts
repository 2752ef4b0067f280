import { escapeMarkup } from "../../fixtures/markup.ts";
import { visible } from "./visible.ts";

/** A piece of a page that is safe as it is. Only `markup` makes one, so nothing reaches a page unescaped. */
export interface Markup {
  readonly safe: string;
}

type Value = string | number | Markup | readonly Markup[];

/** Composes markup: what is put into it is escaped, but for what is markup already. */
export function markup(texts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { safe: texts.reduce((page, text, index) => page + written(values[index - 1] ?? "") + text) };
}

/** Nothing, where there is nothing to show. */
export const nothing: Markup = { safe: "" };

/** Shows a piece if there is something in it. */
export function where(condition: boolean, piece: () => Markup): Markup {
  return condition ? piece() : nothing;
}

function written(value: Value): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeMarkup(visible(value));
  return "safe" in value ? value.safe : value.map(({ safe }) => safe).join("");
}

/** A sentence in which pairs of backticks are code. An odd one leaves all of them as they are. */
export function prose(text: string): Markup {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return markup`${text}`;
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`))}`;
}

/** The passage of the document a rule rests on; a row of a table is shown as one. */
export function quotation(quote: string): Markup {
  if (!quote.startsWith("|")) return markup`<blockquote>${prose(quote)}</blockquote>`;
  const cells = quote.split("|").slice(1, -1);
  return markup`<blockquote class="row">${cells.map((cell) => markup`<span>${prose(cell.trim())}</span> `)}</blockquote>`;
}
