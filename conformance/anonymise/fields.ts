import { fold, splitWords } from "./words.ts";

/**
 * Matches the normalized words at the end of a field's name, with the name of the object it is in; the first match
 * wins.
 */
const kinds = Object.entries({
  enumeration:
    /status|type|kind|rel|plan(?: name)?|role|tier|interval|category|level|scope|mode|priority|rolle|typ|estado|статус|状態|状态|상태/,
  attribute:
    /gender|sex|salutation|marital status|religion|ethnicity|disability|geschlecht|anrede|sexo|пол|性[别別]|성별/,
  birth:
    /birth ?(?:date|day|year)|date of birth|dob|born(?: \w+)?|geburts\w+|naissance|nacimiento|рождения|생년월일|生日|生年月日/,
  coded:
    /(?:country|currency|language)(?: code)?|locale|lang|time ?zone|land|wahrung|pays|pais|devise|moneda|sprache|国家?|通貨|货币/,
  amount:
    /(?:amount|price|cost|fee|discount)(?: \w+)?|\w*total|net|gross|sum|tax|balance|due|paid|revenue|cents|betrag|preis|summe|prix|precio|сумма|цена|金額|金额|금액/,
  id: /id|uuid|guid|uid|key|ref|reference|number|nr|no|code|sku|nummer|номер|编号|番号|번호/,
  given: /(?:first|given|fore|middle)(?: ?name)?|name first|vorname|prenom|имя|名字?|이름/,
  personal:
    /.*name|nom|nombre|apellido|фамилия|фио|姓|(?:.* )?(?:company|address(?:es)?|contact|phone|email|user|org\w*)(?: \w+)?|firma|city|town|street|zip|login|handle|owner|manager|author|note|comment|description|message|subject|secret|token|password|ort|stadt|город|адрес|住所|地址/,
}).map(([kind, { source }]) => ({ kind, pattern: new RegExp(`(?:^|\\s)(?:${source})s?$`, "u") }));

/**
 * The kind of a field, by its name.
 * @param path `users.phones[].number`;
 * @returns undefined if the name says nothing
 */
export function fieldKindOf(path: string): string | undefined {
  const [collection, ...keys] = path.replaceAll("[]", "").split(".");
  // The `name` of a subscription or an invoice is not a person's.
  if (collection !== "users" && keys.join() === "name") return undefined;
  const words = keys.slice(-2).flatMap(splitWords).map(fold).join(" ");
  return kinds.find(({ pattern }) => pattern.test(words))?.kind;
}

export const isEmail = (text: string): boolean =>
  /^[^\s@<>"'(),;]+@[^\s@<>"'(),;/]+\.[^\s@<>"'(),;/.]{2,}$/u.test(text);

/** A web address, a path of two parts, or anything percent-encoded. */
export const isUrl = (text: string): boolean =>
  /^(?:[a-z]{2,6}:\/\/|\/\/(?=[^/])|(?:mailto|tel|sip|data|urn):|www\.|\/[^/\s]+\/)\S*$|^(?=[^%]*%[\da-f]{2})(?:[^\s%]|%[\da-f]{2})+$/isu.test(
    text,
  );

/** One to four words that start like names, and nothing else. */
export const isName = (text: string): boolean =>
  /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:,? (?!$)|$)|\p{Ll}{1,3} ){1,4}$/u.test(text);

/** A key that is data instead of a field name: an address, an id, a sentence. */
export function isDataKey(key: string): boolean {
  return isEmail(key) || (key.match(/\p{Nd}/gu)?.length ?? 0) > 2 || !/^[\p{L}_$@][\p{L}\p{M}\p{N}_$.:@-]*$/u.test(key);
}
