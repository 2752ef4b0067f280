/** What made-up words of a script are taken from. */
export interface Script {
  /** Matches one letter of it. */
  readonly letters: RegExp;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Words that tell of nobody, in lower case. */
  readonly words: readonly string[];
  /** What further words are put together from, where the lists hold none that fits. */
  readonly syllables: readonly string[];
}
