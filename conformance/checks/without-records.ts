import { hasId, isList, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { emptyFilterQuery } from "../discovery/filtering.ts";
import { unknownId } from "../discovery/unknown-id.ts";
import type { Call } from "../target/call.ts";
import { dialectOf } from "../target/dialect.ts";
import { describe, readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, notArising, passed, skipped, type Outcome } from "./check.ts";

/** Judges the response to an operation when there are no records (§2): the plain one, or another that is empty. */
export async function judgeWithoutRecords(session: Session, operation: OperationId, sample: Success): Promise<Outcome> {
  const { data, meta } = readEnvelope(sample.response);
  if (data === undefined || meta === undefined) {
    return skipped("the body has no envelope (see ENV-01 to ENV-03)", sample);
  }
  if (isList(operation)) {
    const empty = data.length === 0 ? sample : await emptyList(session, operation);
    return empty === undefined
      ? skipped("there were records, so a response without records was not seen", sample)
      : judgeNone(empty);
  }
  const empty = hasId(operation)
    ? await firstEmpty(session, [{ operation, id: unknownId(session.target, operation) }])
    : undefined;
  if (empty !== undefined) return judgeNone(empty);
  if (data.length > 0) return notArising("the response has a record, as it should", sample);
  // An empty response to a creation does not mean that there are no records: its content is open (§4).
  return meta["total"] === 0 ? judgeNone(sample) : notArising("`meta.total` is not 0", sample);
}

/** A list with no records according to its response: another account's, or a declared filter that matches nothing. */
function emptyList(session: Session, operation: ListOperationId): Promise<Success | undefined> {
  const { declared } = dialectOf(session.target) ?? {};
  const queries = ifDeclared(() => emptyFilterQuery(declared?.filtering, operation)) ?? [];
  return firstEmpty(session, [{ operation, as: "second" }, ...queries.map((query) => ({ operation, query }))]);
}

/** The first response that says there are no records. */
async function firstEmpty(session: Session, calls: readonly Call[]): Promise<Success | undefined> {
  for (const call of calls) {
    const reply = await session.call(call);
    if (reply instanceof Unavailable || !isSuccess(reply)) continue;
    const { data, meta } = readEnvelope(reply.response);
    if (data?.length === 0 && meta?.["total"] === 0) return reply;
  }
  return undefined;
}

/** Judges a response that says there are no records. */
export function judgeEmpty(sample: Success): Outcome {
  const { data, meta } = readEnvelope(sample.response);
  return data?.length === 0 && meta?.["total"] === 0 ? judgeNone(sample) : skipped("there are records", sample);
}

function judgeNone(sample: Success): Outcome {
  const { page, total } = readEnvelope(sample.response).meta ?? {};
  if (!Number.isInteger(page)) return skipped("`meta.page` is not an integer (see ENV-04)", sample);
  if (page === 1 && total === 0) return passed("no records: page 1, total 0", sample);
  return failed(
    `\`data\` is empty with \`meta.page\` ${describe(page)} and \`meta.total\` ${describe(total)}; §2 shows 1 and 0`,
    sample,
  );
}
