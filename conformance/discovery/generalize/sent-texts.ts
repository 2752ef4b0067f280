import { jsonText } from "../../../fixtures/json.ts";
import type { Members } from "../../target/envelope.ts";
import { canonical } from "../../target/records.ts";
import type { Leaf } from "../leaves.ts";

/** Finds a user's value in a body: first the one with the same name. */
export function sourceOf(value: unknown, path: readonly string[], sent: Members): readonly string[] | undefined {
  const leaves = textsOf(sent);
  const equal = leaves.filter((leaf) => canonical(leaf.value) === canonical(value));
  const named = equal.find((leaf) => leaf.path.at(-1) === path.at(-1));
  if (named !== undefined || typeof value !== "string" || value.length < 2) return named?.path;
  // A slug has the letters of a name.
  const isSlug = (leaf: Leaf): boolean =>
    typeof leaf.value === "string" && value.length > 2 && lettersOf(leaf.value) === lettersOf(value);
  const isElsewhere = (leaf: Leaf): boolean => leaf.path.join(".") !== path.join(".");
  return (equal[0] ?? leaves.find((leaf) => isElsewhere(leaf) && isSlug(leaf)))?.path;
}

/** Replaces parts that equal texts of a body by placeholders: `Ada Byron` contains `Ada`. */
export function withSent(text: string, sent: Members): string {
  const parts = textsOf(sent)
    .filter(({ value }) => typeof value === "string" && value.length > 2)
    .toSorted((one, other) => jsonText(other.value).length - jsonText(one.value).length);
  return parts.reduce(
    (whole, { path, value }) => replaceOutside(whole, jsonText(value), `{{body.${path.join(".")}}}`),
    text,
  );
}

/** Replaces whole words, but not inside placeholders. */
function replaceOutside(text: string, part: string, placeholder: string): string {
  const pieces = text.split(/(\{\{[^}]*\}\})/);
  return pieces.map((piece) => (piece.startsWith("{{") ? piece : wholeWords(piece, part, placeholder))).join("");
}

function wholeWords(text: string, part: string, placeholder: string): string {
  const isWord = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? "");
  const index = text.indexOf(part);
  if (index < 0) return text;
  const end = index + part.length;
  if (isWord(text[index - 1]) || isWord(text[end])) return text;
  return text.slice(0, index) + placeholder + wholeWords(text.slice(end), part, placeholder);
}

/** The values of a body that a placeholder can name; list items by index. */
function textsOf(sent: unknown, within: readonly string[] = []): readonly Leaf[] {
  if (typeof sent !== "object" || sent === null) return [{ path: within, value: JSON.parse(JSON.stringify(sent)) }];
  return Object.entries(sent)
    .filter(([name, member]) => member !== undefined && /^[\w$@:-]+$/.test(name))
    .flatMap(([name, member]) => textsOf(member, [...within, name]));
}

/** Whether a text contains a sent one, in another case or with other separators. */
export function isDerived(text: string, sent: Members): boolean {
  const known = lettersOf(text);
  const parts = textsOf(sent).flatMap(({ value }) => (typeof value === "string" ? [lettersOf(value)] : []));
  return parts.some((part) => part.length > 2 && known.length > 2 && (known.includes(part) || part.includes(known)));
}

/** Whether a text is only the start of the sent one, like an initial, so that two users may share it by chance. */
export function isAbbreviation(text: unknown, sent: unknown): boolean {
  if (typeof text !== "string" || typeof sent !== "string" || text === sent) return false;
  const letters = lettersOf(text);
  return letters !== "" && lettersOf(sent).startsWith(letters);
}

function lettersOf(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
