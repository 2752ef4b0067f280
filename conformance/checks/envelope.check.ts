import { hasId, isList, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import type { Call } from "../target/call.ts";
import { dialectOf } from "../target/dialect.ts";
import { describe, readEnvelope, readJson, type EnvelopeParts } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Success } from "../target/exchange.ts";
import { onSuccess } from "./authorized.ts";
import { nothingFits } from "../discovery/filter-query.ts";
import { unknownId } from "../discovery/unknown-id.ts";
import { failed, notArising, passed, skipped, type Check, type Outcome } from "./check.ts";

/** One rule of the envelope (§2), judged on the shared sample of an operation. */
function envelopeCheck(id: string, rule: (parts: EnvelopeParts, sample: Success) => Outcome): Check {
  return {
    id,
    judge: (session, operation) =>
      onSuccess(session, operation, (sample) => rule(readEnvelope(sample.response), sample)),
  };
}

/** As `envelopeCheck`, for rules about `meta`: one that has none is ENV-03's matter. */
function metaCheck(id: string, rule: (meta: Readonly<Record<string, unknown>>, sample: Success) => Outcome): Check {
  return envelopeCheck(id, ({ meta }, sample) =>
    meta === undefined ? skipped("`meta` is no object (see ENV-03)", sample) : rule(meta, sample),
  );
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** ENV-06: what a reply without records holds. A list shows it where an account has none, or a filter finds none. */
const noRecords: Check = {
  id: "ENV-06",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      const { data, meta } = readEnvelope(sample.response);
      if (data === undefined || meta === undefined) {
        return skipped("there is no envelope to look at (see ENV-01 to ENV-03)", sample);
      }
      if (!isList(operation)) {
        const empty = hasId(operation) ? await emptyDetails(session, operation) : undefined;
        if (empty !== undefined) return judgeEmpty(empty);
        if (data.length > 0) return notArising("the reply holds a record, as is its purpose", sample);
        // That a creation's reply is empty says nothing of records: what it returns is open (§4).
        return meta["total"] === 0
          ? judgeEmpty(sample)
          : notArising("`meta.total` says that there are records", sample);
      }
      if (data.length === 0) return judgeEmpty(sample);
      const empty = await emptyList(session, operation);
      return empty === undefined
        ? skipped("there were records, so nothing shows what a list without records holds", sample)
        : judgeEmpty(empty);
    }),
};

/** What an unknown id is answered with, where that is a success without records. */
async function emptyDetails(session: Session, operation: OperationId): Promise<Success | undefined> {
  const reply = await session.call({ operation, id: unknownId(session.target, operation) });
  if (reply instanceof Unavailable || !isSuccess(reply)) return undefined;
  const { data, meta } = readEnvelope(reply.response);
  return data?.length === 0 && meta?.["total"] === 0 ? reply : undefined;
}

/** A list that says it has no records: another account's, or what a declared filter finds that nothing fits. */
async function emptyList(session: Session, operation: ListOperationId): Promise<Success | undefined> {
  const calls: readonly Call[] = [
    { operation, as: "second" },
    ...(ifDeclared(() => nothingFits(dialectOf(session.target)?.declared.filtering, operation)) ?? []).map((query) => ({
      operation,
      query,
    })),
  ];
  for (const call of calls) {
    const reply = await session.call(call);
    if (reply instanceof Unavailable || !isSuccess(reply)) continue;
    const { data, meta } = readEnvelope(reply.response);
    if (data?.length === 0 && meta?.["total"] === 0) return reply;
  }
  return undefined;
}

function judgeEmpty(sample: Success): Outcome {
  const { page, total } = readEnvelope(sample.response).meta ?? {};
  if (!Number.isInteger(page)) return skipped("`meta.page` is no integer (see ENV-04)", sample);
  if (page === 1 && total === 0) return passed("no records: page 1, total 0", sample);
  return failed(
    `\`data\` is empty with \`meta.page\` ${describe(page)} and \`meta.total\` ${describe(total)}; §2 shows 1 and 0`,
    sample,
  );
}

export const envelopeChecks: readonly Check[] = [
  envelopeCheck("ENV-01", ({ object }, sample) => {
    if (object !== undefined) return passed("the body is a JSON object", sample);
    const body = readJson(sample.response);
    const found = body === undefined ? "not JSON" : describe(body);
    return failed(`the body is ${found}; §2 shows a JSON object with \`data\` and \`meta\``, sample);
  }),

  envelopeCheck("ENV-02", ({ object, data }, sample) => {
    if (object === undefined) return skipped("the body is no JSON object (see ENV-01)", sample);
    if (data !== undefined) return passed(`\`data\` is an array of ${data.length}`, sample);
    return failed(`\`data\` is ${describe(object["data"])}; §2 says array`, sample);
  }),

  envelopeCheck("ENV-03", ({ object, meta }, sample) => {
    if (object === undefined) return skipped("the body is no JSON object (see ENV-01)", sample);
    if (meta !== undefined) return passed("`meta` is an object", sample);
    return failed(`\`meta\` is ${describe(object["meta"])}; §2 says object`, sample);
  }),

  metaCheck("ENV-04", ({ page }, sample) =>
    Number.isInteger(page)
      ? passed(`\`meta.page\` is ${String(page)}`, sample)
      : failed(`\`meta.page\` is ${describe(page)}; §2 says integer`, sample),
  ),

  metaCheck("ENV-05", ({ total }, sample) =>
    isCount(total)
      ? passed(`\`meta.total\` is ${String(total)}`, sample)
      : failed(`\`meta.total\` is ${describe(total)}; §2 says integer, a count`, sample),
  ),

  noRecords,

  metaCheck("ENV-07", ({ total }, sample) => {
    const { data } = readEnvelope(sample.response);
    if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
    if (!isCount(total)) return skipped("`meta.total` is no count (see ENV-05)", sample);
    if (Number(total) >= data.length)
      return passed(`\`meta.total\` is ${String(total)}, \`data\` holds ${data.length}`, sample);
    return failed(`\`meta.total\` is ${String(total)}, but \`data\` holds ${counted(data.length, "record")}`, sample);
  }),
];
