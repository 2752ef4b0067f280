import { ofKnown } from "../places/ids.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import type { Session } from "../target/session.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isSameRecord, type Selected } from "./same-record.ts";

/** A known id with a successful response. */
export interface ServedId {
  readonly id: string;
  readonly place: string;
  readonly exchange: Success;
  /** Whether the user gave it; otherwise an invoice refers to it. */
  readonly isGiven: boolean;
}

export async function served(session: Session, operation: OperationId): Promise<readonly ServedId[]> {
  return (await ofKnown(session, operation)).flatMap(({ id, place, exchange, isServed }) =>
    isSuccess(exchange) ? [{ id, place, exchange, isGiven: isServed }] : [],
  );
}

export function recordsIn({ response }: Success): readonly unknown[] {
  return readEnvelope(response).data ?? [];
}

/** The maximum number of records per response to compare: §1 says one. */
const maxCompared = 5;

type Answered = Pick<ServedId, "id" | "exchange" | "isGiven">;

/** The records in the response to an id. */
function selectedIn({ id, exchange }: Answered): readonly Selected[] {
  return recordsIn(exchange)
    .slice(0, maxCompared)
    .map((record) => ({ id, record }));
}

/** Whether one record is in both responses; `undefined` if that is unclear. */
export function haveSameRecord(left: Answered, right: Answered): boolean | undefined {
  const found = new Set(
    selectedIn(left).flatMap((one) =>
      selectedIn(right).map((other) => {
        const isSame = isSameRecord(one, other);
        return isSame === true && (isOtherName(left, one) || isOtherName(right, other)) ? false : isSame;
      }),
    ),
  );
  return found.has(true) || (found.has(undefined) ? undefined : false);
}

/** Whether an id in invoices is one of several ids of its record. */
function isOtherName({ isGiven, id }: Answered, { record }: Selected): boolean {
  return !isGiven && [...leavesOf(record).values()].some((value) => String(value) === id);
}
