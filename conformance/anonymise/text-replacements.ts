import type { Random } from "../../fixtures/worlds/random.ts";
import type { Contacts } from "./contacts.ts";
import type { Ids } from "./ids.ts";
import { readMoment } from "./moment-text.ts";
import { otherBirthDate } from "./moments.ts";
import { otherPosition } from "./number-replacements.ts";
import type { Numbers } from "./numbers.ts";
import type { RecordContext } from "./record-context.ts";
import type { SourceWords } from "./source-words.ts";
import type { ReplaceText } from "./texts.ts";
import type { Treatment } from "./treatment.ts";
import type { Words } from "./words.ts";

/** Replaces a text as it is to be treated. */
export type ReplaceTreated = (treatment: Treatment, text: string, context: RecordContext) => string;

export interface TextMakers {
  readonly random: Random;
  readonly source: SourceWords;
  readonly words: Words;
  readonly numbers: Numbers;
  readonly ids: Ids;
  readonly contacts: Contacts;
  readonly url: (url: string) => string;
  readonly texts: ReplaceText;
}

export function createTextReplacements(makers: TextMakers): ReplaceTreated {
  const { random, source, words, numbers, ids, contacts, url, texts } = makers;

  /** Numbers are replaced character by character, which only ASCII letters can be. */
  const inAscii = (text: string, replace: (text: string) => string): string =>
    /[^\P{L}a-zA-Z]/u.test(text) ? texts(text) : replace(text);

  return (treatment, text, { names, moveMoment, moveAmount }) => {
    if (treatment === "kept") return text;
    const id = ids.of(text);
    if (id !== undefined) return id;
    switch (treatment) {
      case "moment": {
        const moment = readMoment(text);
        return moment === undefined ? texts(text) : String(moveMoment(moment));
      }
      case "birthDate": {
        const moment = readMoment(text);
        return moment === undefined ? texts(text) : otherBirthDate(random, moment, source);
      }
      case "amount":
        return asWritten(text, moveAmount(Number(text)));
      case "position":
        return asWritten(text, otherPosition(random, Number(text)));
      case "email":
        return contacts.email(text, names);
      case "username":
        return contacts.username(text, names);
      case "url":
        return url(text);
      case "ip":
        return contacts.ip(text);
      case "phone":
        return inAscii(text, numbers.phone);
      case "number":
      case "digits":
        return inAscii(text, numbers.assigned);
      case "secret":
        return inAscii(text, numbers.code);
      case "timeZone":
        return "UTC";
      case "name":
      case "givenName":
      case "familyName":
      case "company":
        return /[@\d]/.test(text) ? texts(text) : words[treatment](text);
      default:
        return texts(text);
    }
  };
}

/** A number with the sign and the decimals of another one. */
function asWritten(text: string, value: number): string {
  const decimals = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  return (text.startsWith("+") && value >= 0 ? "+" : "") + value.toFixed(decimals);
}
