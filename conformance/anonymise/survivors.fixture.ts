/**
 * Finds words of the source in a text. Written independently, so that it does not share a mistake with the code under
 * test.
 * @param allowed words that may be in the text
 * @returns each word of at least four letters (two characters of Chinese, Japanese or Korean), and each number of at
 * least seven digits, that occurs anywhere in the text, whatever its case and accents, also percent-encoded and in
 * base64
 */
export function survivorsIn(text: string, sources: readonly string[], allowed: string): readonly string[] {
  const haystack = decodings(text).map(plain).join("\n");
  const exempt = plain(allowed);
  const needles = new Set(sources.flatMap(decodings).flatMap((source) => needlesOf(plain(source))));
  return [...needles].filter((needle) => haystack.includes(needle) && !exempt.includes(needle));
}

const cjk = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー";

function needlesOf(text: string): readonly string[] {
  const words = text.match(new RegExp(`(?:(?![${cjk}])[\\p{L}\\p{M}]){4,}`, "gu")) ?? [];
  const numbers = text.match(/\d{7,}/g) ?? [];
  const rows = text.match(new RegExp(`[${cjk}]{2,}`, "gu")) ?? [];
  const pairs = rows.flatMap((row) => {
    const characters = Array.from(row);
    return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
  });
  return [...words, ...numbers, ...pairs];
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

function decodings(text: string): readonly string[] {
  const unescaped = text.replaceAll(/(?:%[\dA-F]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
  const encoded = unescaped.match(/[\w+/-]{8,}={0,2}/g) ?? [];
  const decoded = encoded.map((part) => Buffer.from(part, "base64").toString("utf8"));
  return [text, unescaped, ...decoded.filter((part) => !/[\p{Cc}\uFFFD]/u.test(part))];
}
