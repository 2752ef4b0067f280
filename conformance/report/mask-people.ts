import type { Report } from "./report.ts";
import { escapePattern } from "../../fixtures/values/text.ts";
import { mapTexts } from "../../fixtures/values/json.ts";

/** A member of a JSON text whose value may be a person's: `"first_name": "Ada"`. */
const personalMember =
  /("(?:[\w-]{0,40}(?:name|mail|phone|mobile|address|street|city|birth)[\w-]{0,40}|first|last|given|family|full)"\s{0,9}:\s{0,9})"((?:[^"\\]|\\.)*)"/gi;

/** An e-mail address, also in a URL, of bounded length, so that a long text takes linear time. */
const address = /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gi;

/** The value of a person, and no word of ours: with a capital letter, a digit or a space. */
const telling = /^(?=.*[\p{Lu}\d\s]).{4,200}$/su;

const masked = "(masked)";

/**
 * A report without names and addresses of people: neither those of the target nor those that the run sent. What stands
 * in a member of that kind is masked wherever it occurs, also in URLs and messages.
 */
export function maskPeople(report: Report): Report {
  const values = new Set<string>();
  mapTexts(report, (text) => {
    for (const [, , value = ""] of text.matchAll(personalMember)) if (telling.test(value)) values.add(value);
    return text;
  });
  // The longest first: one value may begin with another.
  const spellings = [...values].flatMap((value) => [
    value,
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
  ]);
  const patterns = spellings.toSorted((one, other) => other.length - one.length).map(escapePattern);
  const known = patterns.length === 0 ? undefined : new RegExp(patterns.join("|"), "g");
  return mapTexts(report, (text) => {
    const others = text.replace(personalMember, `$1"${masked}"`).replace(address, masked);
    return known === undefined ? others : others.replace(known, masked);
  });
}
