import type { Contacts } from "./contacts.ts";
import { isPublicText, splitWords } from "./public-words.ts";
import type { Words } from "./words.ts";

/** Replaces what an address on the web says of somebody; scheme, public words and the ending of a file stay. */
export type ReplaceUrl = (url: string) => string;

/** A transparent picture of one pixel: what a picture in a `data:` address becomes. */
const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const parts =
  /^(?<scheme>[a-z][a-z\d+.-]*:)?(?:\/\/(?:(?<user>[^/?#@]*)@)?(?<host>[^/?#:]*)(?<port>:\d+)?)?(?<rest>.*)$/isu;

const fileEnding = /^(?<name>.+)(?<ending>\.(?:png|jpe?g|gif|svg|webp|pdf|html?|csv|json|xml|txt))$/i;

/** @param other replaces a part of a path or a query, decoded: an id it may be, or a text */
export function createUrls(contacts: Contacts, words: Words, other: (part: string) => string): ReplaceUrl {
  const isPublic = (part: string): boolean =>
    isPublicText(part) && !splitWords(part).some((word) => words.lexicon.knows(word));

  const segment = (encoded: string): string => {
    const part = decoded(encoded);
    const { name = part, ending = "" } = fileEnding.exec(part)?.groups ?? {};
    if (part === "" || isPublic(part)) return encoded;
    return percentEncoded(isPublic(name) ? name : other(name)) + ending;
  };

  const path = (text: string): string => text.replaceAll(/[^/?#&=;]+/g, segment);

  return (url) => {
    const { scheme = "", user, host, port = "", rest = "" } = parts.exec(url)?.groups ?? {};
    if (scheme.toLowerCase() === "data:") return pixel;
    const login = user === undefined ? "" : `${words.text(user)}@`;
    const authority = host === undefined ? "" : `//${login}${contacts.host(host)}${port}`;
    return scheme + authority + path(rest);
  };
}

/** What an address may hold as it is, stays so. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:40|3A|2B|2C)/g, decodeURIComponent);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
