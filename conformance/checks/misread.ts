/** Whether a stored text shows that the sent one was decoded with the wrong character set, or stored escaped. */
export function isMisread(sent: string, stored: string): boolean {
  return stored !== sent && (unescaped(stored).includes(sent) || misreadings(sent).includes(stored));
}

/** The result of decoding or encoding a text with the wrong character set. */
function misreadings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const others = ["windows-1252", "iso-8859-2"].map((encoding) => new TextDecoder(encoding).decode(bytes));
  const lost = ["?", "\ufffd", ""].flatMap((letter) =>
    [/[^\0-\x7f]/g, /[^\0-\xff]/g].map((letters) => text.replaceAll(letters, letter)),
  );
  return [bytes.toString("latin1"), ...others, ...lost, text.replaceAll("'", "\\'")];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text without the escapes of HTML, JSON and string literals, SQL, and URLs. */
function unescaped(text: string): readonly string[] {
  const code = (digits: string, base: number): string => String.fromCodePoint(Number.parseInt(digits, base) % 0x110000);
  const plain = text
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, digits: string) => code(digits, 16))
    .replaceAll(/&#(\d+);/g, (_, digits: string) => code(digits, 10));
  const unicode = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) => code(digits, 16));
  return [plain, unicode.replaceAll(/\\(.)/g, "$1"), unicode, text.replaceAll("''", "'"), ...fromUrl(text)];
}

function fromUrl(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text), decodeURIComponent(text.replaceAll("+", " "))];
  } catch {
    return [];
  }
}
