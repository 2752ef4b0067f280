import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { skippedAt, type Check } from "../log/rule.ts";
import { isSuccess } from "../target/exchange.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { checkDeclared, isSameValue, type OpenPoint, type Reading } from "./open-point.ts";
import { findPoints } from "./open-points.ts";
import { NotShown, type Reader } from "./reader.ts";
import { inWords } from "./words.ts";

/** Reads what a target does at the open points of a requirement, and compares it with what its dialect declares. */
export async function judgeDeclared(reader: Reader, requirement: string, operation: OperationId): Promise<Check> {
  const skip = (message: string, lack: Check["lack"]): Check => skippedAt({ requirement, operation }, message, lack);
  if (reader.target.dialect === undefined) return skip("not declared: no dialect is given (--dialect)", "dialect");
  const points = findPoints(requirement).filter((point) => point.operations.includes(operation));
  const declared = points.filter(({ key }) => reader.declared(key) !== undefined);
  if (declared.length === 0) {
    const likely = points.find(({ key }) => fillTargetDialect(reader.target)?.likely.includes(key));
    const why = likely === undefined ? `the dialect does not say ${points[0]?.key}` : `${likely.key} is only likely`;
    return skip(`not declared: ${why}`, "nothing");
  }
  if (operations[operation].shape === "create" && !reader.target.allowWrites) return skip(writesAreOff, "writes");
  const checks: Check[] = [];
  for (const point of declared)
    checks.push({ requirement, operation, ...(await judgePoint(reader, point, operation)) });
  return chooseWorst(checks);
}

const severity: readonly Check["status"][] = ["failed", "inconclusive", "skipped", "passed"];

/** One check for several open points of one requirement: the most severe status, with all that was found of it. */
function chooseWorst(all: readonly Check[]): Check {
  const applicable = all.filter(({ lack }) => lack !== "nothing");
  const checks = applicable.length > 0 ? applicable : all;
  const status = severity.find((candidate) => checks.some((check) => check.status === candidate));
  const worst = checks.filter((check) => check.status === status);
  const [first] = worst;
  if (first === undefined) throw new Error("there are no checks");
  return {
    ...first,
    message: [...new Set(worst.map(({ message }) => message))].join("; "),
    exchanges: worst.flatMap(({ exchanges }) => exchanges),
    lack: worst.find(({ lack }) => lack !== undefined)?.lack,
  };
}

async function judgePoint(
  reader: Reader,
  point: OpenPoint,
  operation: OperationId,
): Promise<Pick<Check, "status" | "message" | "exchanges" | "lack">> {
  try {
    const { exchanges, ...reading } = await readPoint(reader, point, operation);
    const problem = describeDifference(reader, point, { exchanges, ...reading });
    const note = reading.note === undefined ? "" : ` (${reading.note})`;
    if (problem === undefined) return { status: "passed", message: inWords(point, reading.value) + note, exchanges };
    if (reading.doubt !== undefined)
      return { status: "inconclusive", message: `${problem} (${reading.doubt})`, exchanges };
    const again = await readPoint(reader.again(), point, operation);
    const recurring = describeDifference(reader, point, again);
    if (recurring !== undefined)
      return { status: "failed", message: recurring, exchanges: again.exchanges.toReversed() };
    const message = `${problem}; but asked again: ${inWords(point, again.value)}`;
    return { status: "inconclusive", message, exchanges };
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    const { message, exchanges, isInconclusive, lack } = error;
    return isInconclusive
      ? { status: "inconclusive", message, exchanges }
      : { status: "skipped", message, exchanges: [], lack };
  }
}

function readPoint(reader: Reader, { key, read, check }: OpenPoint, operation: OperationId): Promise<Reading> {
  const declared = reader.declared(key) ?? null;
  return check === undefined ? read(reader, operation) : checkDeclared(check, declared, reader, operation);
}

/** How a reading differs from what is declared, with the key; `undefined` if it does not. */
function describeDifference(reader: Reader, point: OpenPoint, current: Reading): string | undefined {
  const { key, fits = isSameValue, rejectedAs } = point;
  const declared = reader.declared(key) ?? null;
  const declaration = (value: Json, of: string): string =>
    `; the dialect declares ${shortened(JSON.stringify(value), 200)} (${of})`;
  if (current.problem !== undefined) return current.problem + declaration(declared, key);
  if (current.unproven !== undefined && (declared === current.value || Number(declared) > Number(current.value)))
    throw current.unproven;
  if (!fits(declared, current.value)) return inWords(point, current.value) + declaration(declared, key);
  const rejection = current.exchanges.at(-1);
  const declaredStatus = rejectedAs === undefined ? undefined : reader.declared(`statuses.failure.${rejectedAs}`);
  const status = rejection?.response?.status;
  const isRejecting = current.value === "reject" || typeof current.value === "number" || Array.isArray(current.value);
  if (!isRejecting || declaredStatus === undefined || rejection === undefined || isSuccess(rejection)) return undefined;
  if (status === undefined || status === declaredStatus) return undefined;
  return `${inWords(point, current.value)}: with ${status}${declaration(declaredStatus, `statuses.failure.${rejectedAs}`)}`;
}
