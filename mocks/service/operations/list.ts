import { listOf, type ListName, type ListOperationId } from "../../../fixtures/contract/operations.ts";
import type { Envelope } from "../../../fixtures/contract/types.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import type { Reply } from "../call.ts";
import { successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import { readFilter } from "../filtering.ts";
import { takePage } from "../paging.ts";
import { readOrder } from "../sorting.ts";
import type { Context } from "./context.ts";

/**
 * The handler of a list: users of the account's organization, or its invoices and those of no other (§4, §5), paginated.
 */
export function lists(operation: ListOperationId): (context: Context) => Reply | Failure {
  const list = listOf(operation);
  return (context) => {
    const { account, call, dialect, kept } = context;
    return kept.of(account[list], call.query, () => {
      const page = listPage(context, list);
      return page instanceof Failure ? page : successReply(operation, dialect.statuses.success[operation], page);
    });
  };
}

/** One page of a list of the account: filtered, sorted, then cut (§1, §4). */
function listPage({ call, account, dialect, now }: Context, list: ListName): Envelope<RecordData> | Failure {
  const query = new URLSearchParams(call.query);
  const order = readOrder(dialect.sorting, list, query);
  if (order instanceof Failure) return order;
  const filter = readFilter(dialect.filtering, list, query);
  const shown = account[list].hidden.read(account[list].all(), now);
  const filtered = filter === undefined ? shown : shown.filter(filter);
  const records = order === undefined ? filtered : filtered.toSorted(order);
  const page = takePage(records, dialect.paging[list], query, `paging.${list}`);
  return page instanceof Failure ? page : { ...page, data: account[list].sent(page.data) };
}
