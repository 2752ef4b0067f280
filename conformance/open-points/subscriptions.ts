import {
  operations,
  subscriptionOperationIds,
  type OperationId,
  hasId,
  operationIds,
} from "../../fixtures/contract/operations.ts";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { own, type Json } from "../../fixtures/values/json.ts";
import type { Call, AccountName } from "../log/model.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type ExchangeResponse } from "../target/exchange.ts";
import { knownIds } from "../target/target.ts";
import { findIdFormat, idNameIn, isId, type Id } from "./formats.ts";
import { reading, type OpenPoint, type Reading, describeId, wordFor, beyondDialects, checkEach } from "./open-point.ts";
import { NotApplicable, type Answer, type Reader, NotShown, readAllShown, recordsIn } from "./reader.ts";
import { isSameFailure, askRejected, readSamples, readSample } from "./samples.ts";
import { idUnlike, unknownId } from "../target/unknown-id.ts";
import { identifierSchema } from "../../fixtures/dialect/identifier-schema.ts";
import { otherAccount } from "../log/exchanges.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { canonical, findReferences } from "../log/records.ts";

/** The ids of an operation, as records have them: as numbers, if they are numbers. */
async function readIds(reader: Reader, operation: OperationId): Promise<readonly Id[]> {
  const samples = await readSamples(reader, operation);
  const { record } = operations[operation];
  const requested = samples.map(({ call }) => call.id ?? "");
  const records = samples.flatMap(({ exchange }) => recordsIn(exchange));
  const declared = reader.declared(`responses.ids.${record}`);
  const name = declared === undefined ? idNameIn(records, record, requested) : declared;
  const recordIds = typeof name === "string" ? records.map((one) => own(one, name)).filter(isId) : [];
  const further = [...knownIds(reader.target, operation), ...reader.facts.candidateIds(operation)];
  const isNumeric = recordIds.length > 0 && recordIds.every((id) => typeof id === "number");
  const ids = [...new Set([...requested, ...recordIds.map(String), ...further])];
  return isNumeric ? ids.map(Number) : ids;
}

/** A request for an id that is not known, of the format of known ones. */
export async function unknownIdCall(reader: Reader, operation: OperationId): Promise<Call> {
  const configuredIds = knownIds(reader.target, operation);
  if (configuredIds.length > 0) return { operation, id: unknownId(reader.target, operation) };
  const ids = await readIds(reader, operation);
  return { operation, id: idUnlike(ids.map(String), findIdFormat(ids)) };
}

async function readFormat(reader: Reader, operation: OperationId): Promise<Reading> {
  const samples = await readSamples(reader, operation);
  const ids = await readIds(reader, operation);
  const format = findIdFormat(ids);
  const isClear = format.kind === "uuid" || ids.length > 3;
  const doubt = `by ${ids.length} ids; more might show another one`;
  const exchanges = samples.map(({ exchange }) => exchange);
  return reading({ ...format }, exchanges, isClear ? {} : { doubt });
}

async function findFormatProblem(declared: Json, exchange: Answer, reader: Reader): Promise<string | undefined> {
  const format = identifierSchema.parse(declared);
  const ids = await readIds(reader, exchange.operation);
  const wrong = ids.find((id) => !fitsIdentifier(format, String(id)));
  return wrong === undefined ? undefined : `the id "${wrong}" does not have the declared format`;
}

/** Ids that fit few formats, the oddest first. */
const illFormedIds = ["orgkit!ill-formed", "0", "-1", "orgkit", "ORGKIT-ILL-FORMED"];

async function readIllFormed(reader: Reader, operation: OperationId): Promise<Reading> {
  const unknown = await askRejected(reader, await unknownIdCall(reader, operation), "an unknown id");
  // Fits no format but `any`.
  const illFormed = await askRejected(reader, { operation, id: "orgkit~7f3a" }, "an ill-formed id");
  const isSame = isSameFailure(unknown, illFormed);
  return reading(isSame ? "notFound" : "reject", isSame ? [illFormed, unknown] : [unknown, illFormed]);
}

/** The response to an id that does not have the declared format. */
async function askIllFormed(reader: Reader, operation: OperationId): Promise<readonly Answer[]> {
  const format = identifierSchema.safeParse(reader.declared("subscriptionId.format") ?? null);
  if (!format.success) throw new NotApplicable("the dialect does not say subscriptionId.format");
  const id = illFormedIds.find((candidate) => !fitsIdentifier(format.data, candidate));
  if (id === undefined) throw new NotApplicable("the dialect declares that any id is well-formed");
  await readSamples(reader, operation);
  return [await reader.ask({ operation, id })];
}

function findIllFormedProblem(declared: Json, exchange: Answer, reader: Reader): string | undefined {
  const { status } = exchange.response;
  const declaredStatus = reader.declared(`statuses.failure.${declared === "reject" ? "badParameter" : "notFound"}`);
  const isRight = declaredStatus === undefined ? !isSuccess(exchange) : status === declaredStatus;
  return isRight ? undefined : `the ill-formed id "${exchange.probe.id}" gets ${status}`;
}

/** The format of the path parameter `{id}`, and what another one gets (§4). */
export const subscriptionIdPoints: readonly OpenPoint[] = [
  {
    key: "subscriptionId.format",
    operations: subscriptionOperationIds,
    requirement: "DECL-29",
    observedBy: ["OBS-09"],
    subject: "subscription ids are",
    say: describeId,
    read: readFormat,
    check: checkEach(async (reader, operation) => [(await readSample(reader, operation)).exchange], findFormatProblem),
  },
  {
    key: "subscriptionId.illFormed",
    operations: subscriptionOperationIds,
    requirement: "DECL-30",
    rejectedAs: "badParameter",
    subject: "an ill-formed subscription id gets the response to",
    say: wordFor({ notFound: "an unknown one", reject: "a bad parameter" }),
    read: readIllFormed,
    check: checkEach(askIllFormed, findIllFormedProblem),
  },
];

/** What a token gets for an id of the other account. */
interface ForeignRead {
  readonly owner: AccountName;
  readonly asker: AccountName;
  readonly id: string;
  readonly isRead: boolean;
  /** That the owner gets the record, and what the other account gets. */
  readonly exchanges: readonly [Answer, Answer];
}

/** Whether a token gets the record of an id of the other account. Whole records are compared. */
export const readOtherAccount = memoize(async (reader: Reader, operation: OperationId): Promise<ForeignRead> => {
  const { call } = await readSample(reader, operation);
  const mine = await reader.ask({ operation: "listInvoices" });
  const theirs = await reader.ask({ operation: "listInvoices", as: "second" });
  const ownRecords = acceptedRecords(mine);
  const others = acceptedRecords(theirs);
  const areApart = ownRecords.length > 0 && others.length > 0 && !others.some((record) => ownRecords.includes(record));
  if (!areApart) throw new NotShown("nothing shows that the tokens belong to different accounts (see SCOPE-01)");
  const { record } = operations[operation];
  const ids = findReferences(recordsIn(mine), record);
  const foreignId = findReferences(recordsIn(theirs), record).find((id) => !ids.includes(id));
  const tries: readonly (readonly [Call, AccountName])[] = [
    [call, "first"],
    ...(foreignId === undefined ? [] : [[{ operation, id: foreignId }, "second"] as const]),
  ];
  const attempts = await readAllShown(tries, ([one, owner]) => readForeign(reader, one, owner));
  return attempts.find(({ isRead }) => isRead) ?? attempts[0];
});

/** @param owner the account that gets the record */
async function readForeign(reader: Reader, call: Call, owner: AccountName): Promise<ForeignRead> {
  const asker = otherAccount(owner);
  const as = (account: AccountName): Call => (account === "first" ? call : { ...call, as: account });
  const read = await reader.ask(as(owner));
  const attempt = await reader.ask(as(asker));
  const [record] = acceptedRecords(read);
  const id = decodeURIComponent(read.request.url.split("/").at(-1) ?? "");
  if (record === undefined) throw new NotApplicable(`the ${owner} account's token does not get subscription "${id}"`);
  // An error may contain the record as well.
  return { owner, asker, id, isRead: canonicalRecords(attempt.response).includes(record), exchanges: [read, attempt] };
}

function acceptedRecords(exchange: Answer): readonly string[] {
  return isSuccess(exchange) ? canonicalRecords(exchange.response) : [];
}

/** The records in a response, as text. */
function canonicalRecords(response: ExchangeResponse): readonly string[] {
  return (readEnvelope(response).data ?? []).map(canonical);
}

/** Whether a token reads the subscriptions of another account (§5). */
export const otherAccountPoints: readonly OpenPoint[] = [
  {
    key: "subscriptions",
    operations: operationIds.filter(hasId),
    requirement: "DECL-36",
    subject: "another account's subscription is",
    say: wordFor({ ofAccount: "an unknown one" }),
    read: async (reader, operation) => {
      const { isRead, owner, asker, exchanges } = await readOtherAccount(reader, operation);
      if (!isRead) return reading("ofAccount", exchanges);
      return beyondDialects(`the ${asker} account's token reads a subscription of the ${owner}`, exchanges);
    },
  },
];
