import { listing, listOf, listOperationIds, type ListName } from "../../fixtures/contract/operations.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { schemeOf, seen } from "./paging-scheme.ts";
import type { Exploration, Visit } from "./visit.ts";

/** The pages of both lists: the second, a middle one, the last, and the one beyond. */
export const pages: Exploration = {
  id: "pages",
  looksAt: "the second, a middle and the last page of both lists, and the page beyond",
  explore: async (session) =>
    (await Promise.all(listOperationIds.map(listOf).map((list) => ofList(session, list)))).flat(),
};

async function ofList(session: Session, list: ListName): Promise<readonly Visit[]> {
  const operation = listing(list);
  const sample = await session.call({ operation });
  const first = sample instanceof Unavailable ? undefined : seen(sample);
  if (first === undefined || first.total < 2) return [];
  const scheme = await schemeOf(session, list, first.total);
  if (scheme === undefined) return [];
  const count = Math.ceil(first.total / scheme.size);
  const places = new Map([
    [count - 1, "the last page"],
    [Math.floor(count / 2), "a middle page"],
    [1, "the second page"],
    [count, "the page beyond the last"],
  ]);
  const visits: Visit[] = [];
  for (const [page, name] of [...places].toSorted(([one], [other]) => one - other)) {
    const call = { operation, query: scheme.query(page, scheme.size) };
    const exchange = await session.call(call);
    if (exchange instanceof Unavailable) continue;
    const place = `${name} of ${operation} (?${new URLSearchParams(call.query).toString()})`;
    visits.push({ operation, place, call, exchange, isServed: page < count });
  }
  return visits;
}
