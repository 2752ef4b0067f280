import { hasId, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { isFieldName } from "../../discovery/generalize/format.ts";
import { formatOfIds } from "../../discovery/generalize/identifier.ts";
import { typesIn } from "../../discovery/generalize/schema.ts";
import { readEnvelope, type Members } from "../../target/envelope.ts";
import { isSuccess, type Success } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { knownIds } from "../../target/target.ts";
import { ofSuccess, one, type Judge, type Seen } from "./seen.ts";

/** The successes with the first account's records: the plain one, and that of the second known id. */
async function recordSamples(session: Session, operation: OperationId, plain: Success): Promise<Success[]> {
  const [, secondId] = knownIds(session.target, operation);
  if (!hasId(operation) || secondId === undefined) return [plain];
  const second = await session.call({ operation, id: secondId });
  return second instanceof Unavailable || !isSuccess(second) ? [plain] : [plain, second];
}

/** The maximum number of elements per response to describe. */
const maxElements = 10_000;

/** The elements of `data` in all these responses. */
function elementsOf(samples: readonly Success[]): readonly unknown[] {
  return samples.flatMap(({ response }) => readEnvelope(response).data?.slice(0, maxElements) ?? []);
}

/** One observation of the elements of `data`, if there are any. */
function ofElements(describe: (elements: readonly unknown[], operation: OperationId) => Seen["observations"]): Judge {
  return ofSuccess("there are no records", async ({ session, operation, sample }) => {
    const samples = await recordSamples(session, operation, sample);
    const elements = elementsOf(samples);
    // The response to a creation is open too (§4); an empty list only says that there are no records.
    const isEmptyCreation =
      operations[operation].shape === "create" && readEnvelope(sample.response).data?.length === 0;
    return {
      observations: elements.length === 0 ? [] : describe(elements, operation),
      evidence: samples,
      ...(isEmptyCreation && { text: "`data` is empty after a creation" }),
    };
  });
}

const stateName = /(^|[_-])(status|state|phase|stage|lifecycle)$|(Status|State|Phase|Stage|Lifecycle)$/;

/** Words that always name a state: shown even if only one record has it. */
const stateWords = new Set(
  (
    "active inactive enabled disabled pending invited suspended blocked locked deleted archived draft open closed paid " +
    "unpaid void overdue failed refunded canceled cancelled expired trialing trial past_due paused incomplete new " +
    "processing completed uncollectible scheduled live ended"
  ).split(" "),
);

/** The maximum number of values per field: more are not an enumeration. */
const maxValues = 12;

/** The maximum number of fields: a record may have data as member names. */
const maxFields = 60;

/** The fields of records that look like states, with values that are certainly not personal data. */
function statesOf(records: readonly Members[]): Readonly<Record<string, Json>> {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted();
  const states = names
    .filter((name) => stateName.test(name) && isFieldName(name))
    .slice(0, maxFields)
    .map(
      (name) =>
        [name, records.map((record) => own(record, name)).filter((value) => typeof value === "string")] as const,
    )
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => [name, shownOf(values)] as const);
  return Object.fromEntries(states);
}

function shownOf(values: readonly string[]): Json {
  const distinct = [...new Set(values)].toSorted();
  const isRepeated = (value: string): boolean => values.indexOf(value) !== values.lastIndexOf(value);
  const isKnown = (value: string): boolean => stateWords.has(value.toLowerCase().replaceAll(/[ -]/g, "_"));
  const shown = distinct.filter(
    (value) => /^[A-Za-z][A-Za-z_ -]{0,23}$/.test(value) && (isKnown(value) || isRepeated(value)),
  );
  if (distinct.length > maxValues || shown.length === 0) return "of values not shown here";
  return shown.length < distinct.length ? [...shown, "others"] : shown;
}

/** The fields of the records; their states; the type of the elements of `data`. */
export const fields = ofElements((elements, operation) =>
  one(`records.${operations[operation].record}`, typesIn(elements.filter(isObject))),
);
export const states = ofElements((elements) => one("observed.states", { ...statesOf(elements.filter(isObject)) }));
export const elementShape = ofElements((elements) => one("observed.elements", typesIn(elements)));

/** The common format of an operation's known ids: as numbers, if records have them as numbers. */
export function idFormat(session: Session, operation: OperationId, sample: Success): Json {
  const isNumber = elementsOf([sample]).some((element) => isObject(element) && typeof element["id"] === "number");
  return { ...formatOfIds(knownIds(session.target, operation).map((id) => (isNumber ? Number(id) : id))) };
}
