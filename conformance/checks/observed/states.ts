import { isObject } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { isFieldName } from "./format.ts";

const stateName = /(^|[_-])(status|state|phase|stage|lifecycle)$|(Status|State|Phase|Stage|Lifecycle)$/;

/** Words that name a state wherever they stand: shown even where one record alone has it. */
const stateWords = new Set(
  (
    "active inactive enabled disabled pending invited suspended blocked locked deleted archived draft open closed paid " +
    "unpaid void overdue failed refunded canceled cancelled expired trialing trial past_due paused incomplete new " +
    "processing completed uncollectible scheduled live ended"
  ).split(" "),
);

/** The most values shown of a field: more make no enumeration. */
const maxValues = 12;

/** The most fields looked at: a record may be named by its data. */
const maxFields = 60;

/** The fields of records that look like states, with the values that are surely no personal data. */
export function describeStates(records: readonly unknown[]): string {
  const objects = records.filter(isObject);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].toSorted();
  const fields = names
    .filter((name) => stateName.test(name) && isFieldName(name))
    .slice(0, maxFields)
    .map((name) => ({
      name,
      values: objects.map((object) => own(object, name)).filter((value) => typeof value === "string"),
    }))
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => `${name} (${describeValues(values)})`);
  return fields.length === 0 ? "no field of a record looks like a state" : fields.join(", ");
}

function describeValues(values: readonly string[]): string {
  const distinct = [...new Set(values)].toSorted();
  if (distinct.length > maxValues) return "of values not shown here";
  const shown = distinct.filter((value) => isWord(value) && (isKnown(value) || repeats(value, values)));
  if (shown.length === 0) return "of values not shown here";
  return [...shown, ...(shown.length < distinct.length ? ["others"] : [])].join(", ");
}

function isWord(value: string): boolean {
  return /^[A-Za-z][A-Za-z_ -]{0,23}$/.test(value);
}

function isKnown(value: string): boolean {
  return stateWords.has(value.toLowerCase().replaceAll(/[ -]/g, "_"));
}

function repeats(value: string, values: readonly string[]): boolean {
  return values.indexOf(value) !== values.lastIndexOf(value);
}
