import { isList, operations, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, passed, skipped, type Outcome } from "./check.ts";
import type { Requirement } from "./requirement.ts";
import { recordsIn, served } from "./served-ids.ts";

/** §2: each operation returns records of its own resource. */
export const kinds: Requirement = {
  id: "KIND-01",
  level: "implied",
  sections: ["2", "4"],
  // Equal records are reported once: at the later of two operations.
  operations: readOperationIds.filter((operation) => othersOf(operation).length > 0),
  since: 2,
  rule: "a subscription is not a user, and an invoice neither a user nor a subscription",
  quote: "| invoice | A billing invoice of the authenticated account | not shown |",
  why: "§2 names three resources, and §4 says which one each operation returns. Records with the same members and values in two operations are of one resource. A few equal members may be a coincidence, and are not judged.",
  good: 'users: {"id":"usr_1","email":"omar@example.com"}; invoices: {"id":"inv_1","amount":1900}',
  bad: 'users: {"id":"usr_1","email":"omar@example.com"}; invoices: {"id":"usr_1","email":"omar@example.com"}',
  fix: "Look for a handler that was copied from another operation, and still queries its table or serializes its records.",
  order: "last",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      const own = recordsIn(sample);
      if (own.length === 0) return skipped("there are no records to compare", sample);
      const judged = await Promise.all(othersOf(operation).map((other) => compare(session, operation, sample, other)));
      return judged.find((outcome) => outcome !== undefined) ?? passed("no record is one of another operation", sample);
    }),
};

/** The earlier operations with records of another kind. */
function othersOf(operation: OperationId): readonly OperationId[] {
  const earlier = readOperationIds.slice(0, readOperationIds.indexOf(operation));
  return earlier.filter((other) => operations[other].record !== operations[operation].record);
}

/** The minimum number of members of one equal record, and of each of several. */
const enoughLeaves = { one: 4, several: 2 } as const;

async function compare(
  session: Session,
  operation: OperationId,
  sample: Success,
  other: OperationId,
): Promise<Outcome | undefined> {
  const exchanges = await answersOf(session, other);
  const known = new Set(exchanges.flatMap(recordsIn).map(canonical));
  const same = recordsIn(sample).filter((record) => known.has(canonical(record)));
  const sizes = same.map((record) => leavesOf(record).size);
  const isProven =
    sizes.some((size) => size >= enoughLeaves.one) || sizes.filter((size) => size >= enoughLeaves.several).length > 1;
  if (!isProven) return undefined;
  const { record } = operations[other];
  const found = `${counted(same.length, "record")} of ${operation} ${same.length === 1 ? "is a" : "are"} ${record}`;
  return failed(`${found}${same.length === 1 ? "" : "s"} of ${other}`, sample, ...exchanges.slice(0, 2));
}

/** The successes of an operation: its plain list, or all known ids. */
async function answersOf(session: Session, operation: OperationId): Promise<readonly Success[]> {
  if (!isList(operation)) return (await served(session, operation)).map(({ exchange }) => exchange);
  const list = await session.call({ operation });
  return list instanceof Unavailable || !isSuccess(list) ? [] : [list];
}
