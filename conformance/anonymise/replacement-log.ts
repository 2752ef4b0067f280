/** The kind of a value, and its treatment, in words. */
const treatments = {
  repeated: ["values that repeat in many records", "kept"],
  public: ["words and codes of the interface", "kept"],
  small: ["small whole numbers", "kept"],
  attribute: ["an attribute of a person", "replaced by one of the existing values at random"],
  timestamp: ["dates", "moved into the past, all by the same number of days, at most 28"],
  birth: ["dates of birth", "replaced by others within about four years"],
  year: ["years", "replaced by earlier ones, up to four"],
  amount: ["amounts", "made up to 15 % less, by one factor within a record"],
  number: ["numbers", "made up to 15 % less, or one more"],
  id: ["ids and codes", "replaced one for one by others of the same format, the same in all records"],
  email: ["e-mail addresses", "replaced by addresses made of the same person's new name, at .test"],
  url: ["web addresses", "replaced by addresses at .test"],
  name: ["names of people", "replaced by made-up names of the same script, one for each person"],
  text: ["texts", "replaced word by word by made-up words of the same script, length and letter case"],
} as const;

/** The treatment of a value, named by its kind. */
export type Treatment = keyof typeof treatments;

/** What happened to the values of one field and kind; contains no value of the source. */
export interface Replacement {
  /** `users.phones[].number`; `*` stands for a key that is data. */
  readonly path: string;
  readonly treatment: Treatment;
}

/** What was kept and replaced, in words: a line for each kind with the fields where it was found. */
export function describeReplacements(replaced: readonly Replacement[]): readonly string[] {
  return [...Map.groupBy(replaced, ({ treatment }) => treatment)].map(([treatment, values]) => {
    const [takenFor, how] = treatments[treatment];
    const paths = new Set(values.map(({ path }) => path));
    return `${takenFor}: ${values.length} ${values.length === 1 ? "value" : "values"}, ${how} (${[...paths].join(", ")})`;
  });
}
