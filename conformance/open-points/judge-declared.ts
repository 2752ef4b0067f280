import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/json.ts";
import { shortened } from "../../fixtures/text.ts";
import { inconclusive, failed, passed, skippedFor, worstOutcome, type Outcome } from "../checks/check.ts";
import { isSuccess } from "../target/exchange.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { isSameValue, type OpenPoint, type Reading } from "./open-point.ts";
import { pointsOf } from "./open-points.ts";
import { NotShown, type Reader } from "./reader.ts";
import { inWords } from "./words.ts";

/** Reads what a target does at the open points of a requirement, and compares it with what its dialect declares. */
export async function judgeDeclared(reader: Reader, requirement: string, operation: OperationId): Promise<Outcome> {
  if (reader.target.dialect === undefined)
    return skippedFor("not declared: no dialect is given (--dialect)", "dialect");
  const points = pointsOf(requirement).filter((point) => point.operations.includes(operation));
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
    const found = await point.read(reader, operation);
    const problem = problemOf(reader, point, found);
    if (problem === undefined) return passed(inWords(point, found.value), ...found.exchanges);
    if (found.doubt !== undefined) return inconclusive(`${problem} (${found.doubt})`, ...found.exchanges);
    const again = await point.read(reader.again(), operation);
    const recurring = problemOf(reader, point, again);
    if (recurring !== undefined) return failed(recurring, ...again.exchanges.toReversed());
    return inconclusive(`${problem}; but asked again: ${inWords(point, again.value)}`, ...found.exchanges);
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    if (error.isInconclusive) return inconclusive(error.message, ...error.exchanges);
    return skippedFor(error.message, error.lack);
  }
}

/** How a reading differs from what is declared, with the key; `undefined` if it does not. */
function problemOf(reader: Reader, point: OpenPoint, found: Reading): string | undefined {
  const { key, fits = isSameValue, rejectedAs } = point;
  const declared = reader.declared(key) ?? null;
  const declaration = (value: Json, of: string): string =>
    `; the dialect declares ${shortened(JSON.stringify(value), 200)} (${of})`;
  if (found.problem !== undefined) return found.problem + declaration(declared, key);
  if (!fits(declared, found.value)) return inWords(point, found.value) + declaration(declared, key);
  const rejection = found.exchanges.at(-1);
  const wanted = rejectedAs === undefined ? undefined : reader.declared(`statuses.failure.${rejectedAs}`);
  const status = rejection?.response?.status;
  const isRejecting = found.value === "reject" || typeof found.value === "number" || Array.isArray(found.value);
  if (!isRejecting || wanted === undefined || rejection === undefined || isSuccess(rejection)) return undefined;
  if (status === undefined || status === wanted) return undefined;
  return `${inWords(point, found.value)}: with ${status}${declaration(wanted, `statuses.failure.${rejectedAs}`)}`;
}
