import type { Envelope } from "../../../fixtures/contract/types.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import { Failure } from "../failure.ts";
import { filterRecords, type ListName } from "../filtering.ts";
import { takePage } from "../paging.ts";
import { sortRecords } from "../sorting.ts";
import type { Context } from "./context.ts";

/** One page of a list of the account: filtered, sorted, then cut (§1, §4). */
export function listPage({ call, account, dialect, now }: Context, list: ListName): Envelope<RecordData> | Failure {
  const query = new URLSearchParams(call.query);
  const matching = filterRecords(account[list].read(now), dialect.filtering, list, query);
  const sorted = sortRecords(matching, dialect.sorting, list, query);
  return sorted instanceof Failure ? sorted : takePage(sorted, dialect.paging[list], query, `paging.${list}`);
}
