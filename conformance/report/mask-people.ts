import type { Report } from "./report.ts";
import { mapTexts } from "../../fixtures/values/visible.ts";

/** A member of a JSON text whose value may be a person's: `"first_name": "Ada"`. */
const personalMember =
  /("[\w-]{0,40}(?:name|mail|phone|mobile|address|street|city|birth)[\w-]{0,40}"\s{0,9}:\s{0,9})"(?:[^"\\]|\\.)*"/gi;

/** An e-mail address, of bounded length, so that a long text takes linear time. */
const address = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;

/** A report without names and addresses of people: neither those of the target nor those that the run sent. */
export function maskPeople(report: Report): Report {
  return mapTexts(report, (text) => text.replace(personalMember, '$1"(masked)"').replace(address, "(masked)"));
}
