import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { inconclusive, failed, passed, skippedFor, worstOutcome, type Outcome } from "../requirements/outcome.ts";
import { isSuccess } from "../target/exchange.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { isSameValue, type OpenPoint, type Reading } from "./open-point.ts";
import { findPoints } from "./open-points.ts";
import { NotShown, type Reader } from "./reader.ts";
import { inWords } from "./words.ts";

/** Reads what a target does at the open points of a requirement, and compares it with what its dialect declares. */
export async function judgeDeclared(reader: Reader, requirement: string, operation: OperationId): Promise<Outcome> {
  if (reader.target.dialect === undefined)
    return skippedFor("not declared: no dialect is given (--dialect)", "dialect");
  const points = findPoints(requirement).filter((point) => point.operations.includes(operation));
  const declared = points.filter(({ key }) => reader.declared(key) !== undefined);
  if (declared.length === 0)
    return skippedFor(`not declared: the dialect does not say ${points[0]?.key ?? "it"}`, "nothing");
  if (operations[operation].shape === "create" && !reader.target.allowWrites) return skippedFor(writesAreOff, "writes");
  const outcomes: Outcome[] = [];
  for (const point of declared) outcomes.push(await judgePoint(reader, point, operation));
  return worstOutcome(outcomes);
}

async function judgePoint(reader: Reader, point: OpenPoint, operation: OperationId): Promise<Outcome> {
  try {
    const reading = await point.read(reader, operation);
    const problem = describeDifference(reader, point, reading);
    const note = reading.note === undefined ? "" : ` (${reading.note})`;
    if (problem === undefined) return passed(inWords(point, reading.value) + note, ...reading.exchanges);
    if (reading.doubt !== undefined) return inconclusive(`${problem} (${reading.doubt})`, ...reading.exchanges);
    const again = await point.read(reader.again(), operation);
    const recurring = describeDifference(reader, point, again);
    if (recurring !== undefined) return failed(recurring, ...again.exchanges.toReversed());
    return inconclusive(`${problem}; but asked again: ${inWords(point, again.value)}`, ...reading.exchanges);
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    if (error.isInconclusive) return inconclusive(error.message, ...error.exchanges);
    return skippedFor(error.message, error.lack);
  }
}

/** How a reading differs from what is declared, with the key; `undefined` if it does not. */
function describeDifference(reader: Reader, point: OpenPoint, current: Reading): string | undefined {
  const { key, fits = isSameValue, rejectedAs } = point;
  const declared = reader.declared(key) ?? null;
  const declaration = (value: Json, of: string): string =>
    `; the dialect declares ${shortened(JSON.stringify(value), 200)} (${of})`;
  if (current.problem !== undefined) return current.problem + declaration(declared, key);
  if (!fits(declared, current.value)) return inWords(point, current.value) + declaration(declared, key);
  const rejection = current.exchanges.at(-1);
  const declaredStatus = rejectedAs === undefined ? undefined : reader.declared(`statuses.failure.${rejectedAs}`);
  const status = rejection?.response?.status;
  const isRejecting = current.value === "reject" || typeof current.value === "number" || Array.isArray(current.value);
  if (!isRejecting || declaredStatus === undefined || rejection === undefined || isSuccess(rejection)) return undefined;
  if (status === undefined || status === declaredStatus) return undefined;
  return `${inWords(point, current.value)}: with ${status}${declaration(declaredStatus, `statuses.failure.${rejectedAs}`)}`;
}
