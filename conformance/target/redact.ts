/** Replaces every secret in a text. */
export type Redact = (text: string) => string;

/** A secret and the name that stands in its place, for instance `$ORGKIT_TOKEN`. */
export interface Secret {
  readonly value: string;
  readonly name: string;
}

/** Names of the envelope: a token that happens to read like one must not take the structure of a reply apart. */
const envelopeNames = new Set(["data", "meta", "page", "total"]);

/**
 * A redactor for these secrets: as they are, percent-encoded, and in base64 (also as the start of a longer
 * encoded text, the way `Basic` credentials carry them).
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const forms = secrets
    .flatMap(({ value, name }) => encodings(value).map((form) => ({ form, name })))
    .toSorted((left, right) => right.form.length - left.form.length);
  return (text) => forms.reduce((redacted, { form, name }) => redacted.replaceAll(form, () => name), text);
}

/**
 * Redacts a body. In JSON a token may be written with escapes, and only texts and member names are touched, so that a short token cannot turn a
 * reply into something the target never sent.
 */
export function redactBody(body: string, redact: Redact): string {
  if (!isJson(body)) return redact(body);
  return body.replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const content: unknown = JSON.parse(literal);
    if (typeof content !== "string" || envelopeNames.has(content)) return literal;
    const redacted = redact(content);
    return redacted === content ? literal : JSON.stringify(redacted);
  });
}

function encodings(value: string): readonly string[] {
  const base64 = Buffer.from(value).toString("base64");
  return [
    ...new Set([
      value,
      encodeURIComponent(value),
      base64,
      wholeGroups(base64),
      Buffer.from(value).toString("base64url"),
    ]),
  ];
}

/** The part of a base64 text that does not depend on what follows. */
function wholeGroups(base64: string): string {
  const unpadded = base64.replace(/=+$/, "");
  return base64 === unpadded ? base64 : unpadded.slice(0, -1);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
