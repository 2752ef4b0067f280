import {
  hasId,
  isList,
  operationIds,
  operations,
  findSource,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { recordKinds, withArticle, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import { recordSchemaSchema } from "../../fixtures/dialect/record-schema.ts";
import { recordProblems, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject, own, type Json } from "../../fixtures/values/json.ts";
import { counted } from "../../fixtures/values/text.ts";
import { unknownField } from "../target/body.ts";
import type { Call } from "../log/model.ts";
import { isSuccess } from "../target/exchange.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { findReferences } from "../log/records.ts";
import { whyNotReadInFull, withRoundedIntegers } from "../target/parse-json.ts";
import { creating, fullCreation } from "./creations.ts";
import { idNameIn, inferSchema } from "./formats.ts";
import { checkEach, reading, type OpenPoint, type Reading, describeSchema } from "./open-point.ts";
import { knownRecords } from "./read-lists.ts";
import { isAnswered, NotApplicable, NotShown, recordsIn, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { readSamples, readSuccesses } from "./samples.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** How many subscriptions of the second account are read at most. */
const maxOtherIds = 2;

/** With fewer records, a field that all have may still be optional. */
const enough = 10;

/** The records of a kind that were read, the users before any was created. */
interface SeenRecords {
  readonly records: readonly Members[];
  readonly isAll: boolean;
  readonly exchanges: Reading["exchanges"];
}

/** What the second account has of a kind: it may have other fields, and none in others. */
async function otherRecords(reader: Reader, operation: OperationId): Promise<readonly Members[]> {
  if (!reader.facts.hasSecond) return [];
  const read = async (call: Call): Promise<readonly Members[]> => {
    const answer = await unlessHidden(reader.ask({ ...call, as: "second" }));
    return answer !== undefined && isSuccess(answer) ? recordsIn(answer) : [];
  };
  if (!hasId(operation)) return read({ operation });
  const ids = findReferences(await read({ operation: "listInvoices" }), operations[operation].record);
  const records: Members[] = [];
  for (const id of ids.slice(0, maxOtherIds)) records.push(...(await read({ operation, id })));
  return records;
}

async function seenRecords(reader: Reader, kind: RecordKind): Promise<SeenRecords> {
  const operation = findSource(kind);
  if (operation !== undefined && isList(operation)) return knownRecords(reader, operation);
  const samples = operation === undefined ? [] : await readSamples(reader, operation);
  const exchanges = samples.map(({ exchange }) => exchange);
  return { records: exchanges.flatMap(recordsIn), isAll: false, exchanges };
}

/** The schema of the records of a kind; users that were created to learn may lack fields that all others have. */
async function readSchema(reader: Reader, kind: RecordKind): Promise<Reading> {
  const { records, isAll, exchanges } = await seenRecords(reader, kind);
  if (records.length === 0) throw new NotShown(`no ${kind} is an object`);
  const source = findSource(kind);
  if (source !== undefined && isList(source) && isWrittenByOthers(source, reader.facts))
    throw new NotShown("other clients are writing records, which may have other fields");
  const created = kind === "user" && reader.tries ? await createdUsers(reader) : [];
  const others = source === undefined ? [] : await otherRecords(reader, source);
  const schema = inferSchema([...records, ...others, ...created], isAll && others.length === 0);
  const { properties = {} } = schema;
  const id = isObject(properties) ? own(properties, idNameIn(records, kind) ?? "id") : undefined;
  // The mock issues no id that is an e-mail address or a URL.
  if (kind === "user" && isObject(id) && id["format"] !== "uuid") delete id["format"];
  const doubt = `by ${counted(records.length + others.length, "record")}${others.length === 0 ? " of one account" : ""}`;
  return reading(schema, exchanges.slice(0, 3), records.length < enough || others.length === 0 ? { doubt } : {});
}

async function createdUsers(reader: Reader): Promise<readonly Members[]> {
  const first = (await unlessHidden(creating(reader)))?.first.record;
  const full = (await unlessHidden(fullCreation(reader)))?.full.record;
  return [first, full].flatMap((record) => {
    const { [unknownField]: _, ...rest } = record ?? {};
    return record === undefined ? [] : [rest];
  });
}

/** The maximum number of records of a page to validate. */
const maxValidated = 200;

/** The successes with records. @throws NotShown if there are none */
async function findSuccessesWithRecords(reader: Reader, operation: OperationId): Promise<readonly Answer[]> {
  const isWithoutRecord =
    operations[operation].shape === "create" && reader.declared("createUser.returns") === "nothing";
  const successes = await readSuccesses(reader, operation);
  const found = successes.filter(({ response }) => (readEnvelope(response).data ?? []).length > 0);
  if (found.length > 0) return found;
  if (isWithoutRecord) throw new NotApplicable("the dialect declares that a creation returns no record");
  throw new NotShown("there are no records");
}

/** Every record matches the declared schema. @throws NotShown if a record cannot be read in full */
function findSchemaProblem(declared: Json, { response }: Answer): string | undefined {
  const validate = recordValidator(recordSchemaSchema.parse(declared));
  for (const [index, record] of (readEnvelope(response).data ?? []).slice(-maxValidated).entries()) {
    const [problem] = recordProblems(validate, record);
    if (problem === undefined || recordProblems(validate, withRoundedIntegers(record)).length === 0) continue;
    const unread = whyNotReadInFull(response.body);
    if (unread !== undefined) throw new NotShown(`the response is ${unread}`);
    return `record ${index + 1} does not match the schema: ${problem}`;
  }
  return undefined;
}

async function readIdNames(reader: Reader): Promise<Reading> {
  const value: Record<string, string | null> = {};
  const exchanges: Answer[] = [];
  for (const kind of recordKinds) {
    const sample = await unlessHidden(seenRecords(reader, kind));
    if (sample === undefined || sample.records.length === 0) continue;
    const knownIds =
      reader.target.ids[kind] ??
      operationIds
        .filter((one) => hasId(one) && operations[one].record === kind)
        .flatMap((one) => reader.facts.ids(one));
    value[kind] = idNameIn(sample.records, kind, knownIds) ?? null;
    exchanges.push(...sample.exchanges.filter(isAnswered).slice(0, 1));
  }
  if (exchanges.length === 0) throw new NotShown("no record was seen");
  return reading(value, exchanges, { note: "by names, and by values unique to a record" });
}

/** The fields of records, and which of them is the id (§2). */
export const recordPoints: readonly OpenPoint[] = [
  ...recordKinds.map((kind): OpenPoint => ({
    key: `records.${kind}`,
    stage: "log",
    operations: operationIds.filter((operation) => operations[operation].record === kind),
    requirement: "DECL-31",
    subject: `${withArticle(kind)} has`,
    say: describeSchema,
    read: (reader) => readSchema(reader, kind),
    check: checkEach(findSuccessesWithRecords, findSchemaProblem),
  })),
  {
    key: "responses.ids",
    stage: "log",
    operations: ["listUsers"],
    subject: "the ids of records are in",
    read: readIdNames,
  },
];
