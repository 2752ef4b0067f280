import type { Treatment } from "./treatment.ts";

/** What a value was taken for, and what became of it, in words. */
export interface TreatmentWords {
  readonly takenFor: string;
  readonly how: string;
}

const inScript = "by made-up words of the same script, length and letter case";
const likeIt = "by others of the same format";

export const treatmentWords: Readonly<Record<Treatment, TreatmentWords>> = {
  kept: { takenFor: "words and codes of the interface", how: "kept as they are" },
  attribute: { takenFor: "an attribute of a person", how: "drawn anew from the values the field has" },
  moment: { takenFor: "dates", how: "moved into the past by up to 28 days, in the same order within a record" },
  birthDate: { takenFor: "dates of birth", how: "replaced by others within about four years" },
  birthYear: { takenFor: "years of birth", how: "replaced by others within four years" },
  amount: { takenFor: "amounts", how: "moved by up to 15 %, by one factor within a record" },
  loneAmount: { takenFor: "numbers", how: "moved by up to 15 %" },
  position: { takenFor: "geographic positions", how: "moved by three to ten degrees" },
  age: { takenFor: "figures of a person", how: "moved by up to 15 %" },
  id: { takenFor: "ids", how: `replaced one for one ${likeIt}, the same in all records` },
  code: { takenFor: "codes", how: `replaced one for one ${likeIt}, the same in all records` },
  email: { takenFor: "e-mail addresses", how: "replaced by addresses made of the same person's new name, at .test" },
  url: { takenFor: "web addresses", how: "replaced by addresses at .test" },
  ip: { takenFor: "IP addresses", how: "replaced by addresses reserved for documentation" },
  phone: { takenFor: "telephone numbers", how: `replaced ${likeIt}, under the same country code` },
  number: { takenFor: "numbers assigned to people", how: `replaced ${likeIt}, with check digits that fit` },
  digits: { takenFor: "numbers assigned to people", how: "replaced by others of as many digits" },
  secret: { takenFor: "secrets and postcodes", how: `replaced ${likeIt}` },
  username: { takenFor: "user names", how: "replaced by names made of the same person's new name" },
  name: { takenFor: "names of people", how: "replaced by made-up names of the same script, one for each person" },
  givenName: { takenFor: "given names", how: "replaced by made-up names of the same script" },
  familyName: { takenFor: "family names", how: "replaced by made-up names of the same script" },
  company: { takenFor: "names of companies", how: "replaced by made-up names of the same script" },
  address: { takenFor: "postal addresses", how: `replaced word by word ${inScript}` },
  timeZone: { takenFor: "time zones", how: "replaced by UTC" },
  label: { takenFor: "labels not shown to be harmless", how: `replaced ${inScript}, the same for the same label` },
  text: { takenFor: "texts", how: `replaced word by word ${inScript}` },
};
