/**
 * The anchor that GitHub gives a heading.
 * @param heading its text, in which marks of code, emphasis and links may stand
 */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
