import { ofKnown } from "../places/ids.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import type { Session } from "../target/session.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isSameRecord, type Selected } from "./same-record.ts";

/** A known id that is answered with success. */
export interface ServedId {
  readonly id: string;
  readonly place: string;
  readonly exchange: Success;
  /** Whether the user gave it; else an invoice names it. */
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

/** The most records of a response that are compared: §1 says one. */
const maxCompared = 5;

type Answered = Pick<ServedId, "id" | "exchange" | "isGiven">;

/** The records that a response to an id holds. */
function selectedIn({ id, exchange }: Answered): readonly Selected[] {
  return recordsIn(exchange)
    .slice(0, maxCompared)
    .map((record) => ({ id, record }));
}

/** Whether a record of one response is one of another; `undefined` where that does not show. */
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

/** Whether an id that invoices name is one of several that its record has. */
function isOtherName({ isGiven, id }: Answered, { record }: Selected): boolean {
  return !isGiven && [...leavesOf(record).values()].some((value) => String(value) === id);
}
