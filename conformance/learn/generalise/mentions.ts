/** The whole numbers that a text names, each once: a refusal often says what would have been accepted. */
export function numbersIn(text: string): readonly number[] {
  return [...new Set(Array.from(text.matchAll(/(?<![\w.])\d{1,9}(?![\w]|\.\d)/g), ([digits]) => Number(digits)))];
}

/** How often a text mentions a name as a word of its own. */
export function timesNamed(text: string, name: string): number {
  const words = text.match(/[\p{L}\p{N}_$-]+/gu) ?? [];
  return words.filter((word) => word === name).length;
}
