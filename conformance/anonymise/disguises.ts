/** What a text says: as it stands, percent-decoded, and where it, or a part of it, is base64 or hexadecimal of a text. */
export function readingsOf(text: string): readonly string[] {
  const plain = percentDecoded(text);
  return [
    ...new Set([
      text,
      plain,
      ...encodedParts(plain, /[\w+/-]{6,}/g, "base64"),
      ...encodedParts(plain, /[\da-f]{8,}/gi, "hex"),
    ]),
  ];
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function encodedParts(text: string, part: RegExp, encoding: "base64" | "hex"): readonly string[] {
  return [...text.matchAll(part)]
    .map(([encoded]) => Buffer.from(encoded, encoding).toString("utf8"))
    .filter((decoded) => isReadable(decoded));
}

/** Text that was encoded, rather than characters that happen to decode. */
function isReadable(text: string): boolean {
  return text.length > 0 && !/[\p{Cc}\p{Cn}\p{Co}\uFFFD]/u.test(text);
}
