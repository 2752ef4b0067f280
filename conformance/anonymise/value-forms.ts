/** What a text is by its form alone, whatever the field is called. */
export type Form =
  | "blank"
  | "email"
  | "url"
  | "ip"
  | "uuid"
  | "assigned"
  | "phone"
  | "boolean"
  | "decimal"
  | "code"
  | "text";

const forms: readonly (readonly [form: Form, pattern: RegExp])[] = [
  ["blank", /^[^\p{L}\p{N}\p{So}\p{Co}\p{Extended_Pictographic}]*$/u],
  ["email", /^[^\s@<>"'(),;]+@[^\s@<>"'(),;/]+\.[^\s@<>"'(),;/.]{2,}$/u],
  [
    "url",
    /^(?:(?:https?|ftps?|wss?|sftp|ssh|git|file):\/\/|\/\/(?=[^/])|(?:mailto|tel|sip|data|urn):|www\.|\/[^/\s]+\/)\S*$/isu,
  ],
  // Anything percent-encoded.
  ["url", /^(?=[^%]*%[\da-f]{2})(?:[^\s%]|%[\da-f]{2})+$/i],
  ["ip", /^(?:\d{1,3}\.){3}\d{1,3}$|^(?=.*:.*:)[\da-f:]{3,39}$/i],
  ["uuid", /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  // An IBAN; sixteen digits and more in groups, as on a card.
  ["assigned", /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?$/],
  ["assigned", /^\d{4}(?:[ -]\d{4}){2,4}$/],
  ["phone", /^(?:\+|00)[\d\s().\-/]{6,24}$/],
  ["boolean", /^(?:true|false|yes|no|y|n|on|off|ja|nein|oui|non|si|sí|да|нет|はい|いいえ|是|否)$/i],
  ["decimal", /^[+-]?\d{1,15}(?:\.\d{1,8})?$/],
  ["code", /^(?=.*\d)[\x21-\x7E]{2,}$/],
  ["code", /^(?=.*[a-z])(?=.*[A-Z])(?=.*[+/=_])[\w+/=.-]{16,}$/],
];

export function formOf(text: string): Form {
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? "text";
}

/** A key that is data rather than the name of a field: an address, an id, a sentence. */
export function isDataKey(key: string): boolean {
  if (["email", "url", "ip", "uuid", "phone"].includes(formOf(key))) return true;
  const digits = key.match(/\p{Nd}/gu)?.length ?? 0;
  return digits > 2 || !/^[\p{L}_$@][\p{L}\p{M}\p{N}_$.:@-]*$/u.test(key);
}
