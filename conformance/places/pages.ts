import { listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Session } from "../target/session.ts";
import { listWalks } from "./list-walks.ts";
import { isThere, type Reading } from "./trails.ts";
import type { Exploration, Visit } from "./visit.ts";

/** The pages of both lists, with several page sizes. */
export const pages: Exploration = {
  id: "pages",
  looksAt:
    "every page of both lists (only some of a long list) and the page after the last, in pages of 1, 2, the default and the maximum size",
  explore: async (session) =>
    (await Promise.all(listOperationIds.map((operation) => ofList(session, operation)))).flat(),
};

async function ofList(session: Session, operation: ListOperationId): Promise<readonly Visit[]> {
  const { trails } = await listWalks(session, operation);
  return trails.flatMap(({ readings }) => readings.flatMap((reading) => visitsOf(operation, reading)));
}

function visitsOf(operation: ListOperationId, reading: Reading): readonly Visit[] {
  return reading.walk.pages.map(({ index, call, exchange }): Visit => {
    const isServed = isThere(reading, index);
    const query = new URLSearchParams(call.query).toString();
    const place = `page ${index + 1}${isServed ? "" : ", beyond the last,"} of ${operation}${query === "" ? "" : ` (?${query})`}`;
    return { operation, place, call, exchange, isServed };
  });
}
