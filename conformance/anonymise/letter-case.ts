/** The word in the letter case of another one: `kiss`, `Kiss`, `KISS`, `McKiss`. */
export function inCaseOf(source: string, word: string): string {
  const lower = word.toLowerCase();
  if (source === source.toLowerCase()) return source === source.toUpperCase() ? word : lower;
  const [first = "", ...rest] = Array.from(source);
  if (rest.length > 0 && source === source.toUpperCase()) return word.toUpperCase();
  const tail = rest.join("");
  const isCapitalised = first !== first.toLowerCase() && tail === tail.toLowerCase();
  return isCapitalised ? capitalised(lower) : mixed(source, lower);
}

function capitalised(word: string): string {
  const [first = "", ...rest] = Array.from(word);
  return first.toUpperCase() + rest.join("");
}

function mixed(source: string, lower: string): string {
  const pattern = Array.from(source);
  return Array.from(lower, (letter, index) => {
    const given = pattern[index] ?? "";
    return given === given.toLowerCase() ? letter : letter.toUpperCase();
  }).join("");
}
