import type { ListName } from "../facts/list.ts";
import { beyondLast, unreadable, type OutOfRange } from "../facts/out-of-range.ts";
import { certain, isUnset, type Finding, type Unset } from "../finding.ts";
import { inferencesOf } from "../inference.ts";

/** `paging.*.beyondLast` and `.unreadable`: what becomes of a page that there is not. */
export function pagingRange<List extends ListName>(list: List) {
  return inferencesOf([
    [`paging.${list}.beyondLast`, async (learning) => toFinding(await beyondLast(learning, list))],
    [`paging.${list}.unreadable`, async (learning) => toFinding(await unreadable(learning, list))],
  ]);
}

function toFinding(fact: OutOfRange<string> | Unset): Finding {
  return isUnset(fact) ? fact : certain(fact.value, [fact.answer]);
}
