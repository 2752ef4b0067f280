import { listOperationIds } from "../../fixtures/contract/operations.ts";
import type { Facts } from "../judge/facts.ts";
import type { Place, Probe } from "../judge/model.ts";
import { isRandomAccess, pageProbe, sizeQuery, withQuery } from "./walk.ts";

/** Places in lists beside the first page: a further page, a page of one record, and one beyond the last. */
export function walkPlaces(facts: Facts): readonly Probe[] {
  return listOperationIds.flatMap((operation): readonly Probe[] => {
    const paging = facts.paging(operation);
    const [plain] = facts.plain(operation);
    const page = plain && facts.page(plain);
    if (plain === undefined || page === undefined || page.records.length === 0) return [];
    const base: Probe = { operation };
    const probes: Probe[] = [];
    const at = (number: number, place: Place): void => {
      const probe = pageProbe(facts, base, paging, number, page.records.length, plain);
      if (probe !== undefined) probes.push({ ...probe, place });
    };
    if (page.total > page.records.length) at(2, { words: "a further page", page: 2 });
    if (paging.size !== undefined) {
      probes.push({ ...withQuery(base, sizeQuery(paging, 1)), place: { words: "a page of one record" } });
    }
    if (isRandomAccess(paging)) at(page.total + 7, { words: "a page beyond the last", isBeyondLast: true });
    return probes;
  });
}
