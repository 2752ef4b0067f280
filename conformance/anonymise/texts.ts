import type { Contacts } from "./contacts.ts";
import type { Ids } from "./ids.ts";
import type { Numbers } from "./numbers.ts";
import type { Words } from "./words.ts";

/** Replaces texts in which there may be anything: words, and the addresses, links, ids and codes among them. */
export type ReplaceText = (text: string) => string;

/** Each begins where a row of its characters does: so a long row without an `@` or a digit is read once. */
const embedded =
  /(?<url>\b(?:https?|ftp):\/\/[^\s<>"']+)|(?<email>(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.\p{L}{2,})|(?<code>(?<![\w-])(?=[\w-]*\d)[\w-]+)/gu;

export interface TextParts {
  readonly words: Words;
  readonly contacts: Contacts;
  readonly ids: Ids;
  readonly numbers: Numbers;
  readonly url: (url: string) => string;
}

export function createTexts({ words, contacts, ids, numbers, url }: TextParts): ReplaceText {
  const code = (text: string): string => {
    const isMixed = /[a-z]/i.test(text) && text.length > 4;
    return ids.of(text) ?? (isMixed ? numbers.code(text) : words.text(text));
  };
  return (text) => {
    const id = ids.of(text);
    if (id !== undefined) return id;
    let replaced = "";
    let end = 0;
    for (const { 0: found, index, groups } of text.matchAll(embedded)) {
      replaced += words.text(text.slice(end, index));
      if (groups?.["url"] !== undefined) replaced += url(found);
      else replaced += groups?.["email"] === undefined ? code(found) : contacts.email(found, []);
      end = index + found.length;
    }
    return replaced + words.text(text.slice(end));
  };
}
