import { hasId, listOf, listOperationIds, operationIds } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import type { Exploration, Visit } from "./visit.ts";
import { waysOf } from "./way.ts";

/**
 * Sends the same request with both tokens, one directly after the other, since a cache may confuse the accounts. Lists
 * are requested with a new URL each, for which nothing is cached yet.
 */
export const inTurn: Exploration = {
  id: "in turn",
  looksAt: "both lists and a known id, requested for the second account and then for the first",
  explore: async (session) => {
    if (session.isQuick) return [];
    const found: Visit[] = [];
    for (const [what, call] of await requests(session)) {
      for (const as of ["second", "first"] as const) {
        const asked: Call = { ...call, as, label: turnLabel };
        const exchange = await session.call(asked);
        if (exchange instanceof Unavailable) break;
        // The first account's record must be there even if the second account cannot see it.
        const isServed = as === "first" && call.id !== undefined;
        found.push({ operation: call.operation, place: placed(what, as), call: asked, exchange, isServed });
      }
    }
    return found;
  },
};

/** The label of these requests. */
export const turnLabel = "in turn";

function placed(what: string, as: "first" | "second"): string {
  return as === "second" ? `${what} (second account)` : `${what}, directly after the second account`;
}

/** The size of a page that no walk asks for. */
const ownSize = "3";

async function requests(session: Session): Promise<readonly (readonly [what: string, call: Call])[]> {
  const lists = listOperationIds.map(async (operation): Promise<readonly [what: string, call: Call]> => {
    const [way] = await waysOf(session, operation);
    return way?.size === undefined
      ? [`${listOf(operation)} past a cache`, { operation, query: { _: "1732270001" } }]
      : [`${listOf(operation)} in pages of ${ownSize}`, { operation, query: { [way.size]: ownSize } }];
  });
  const ids = operationIds.filter(hasId).flatMap((one) => {
    const [id] = knownIds(session.target, one);
    return id === undefined ? [] : [{ operation: one, id }];
  });
  const known = await Promise.all(ids.map(async (call) => isKnown(await session.call({ operation: call.operation }))));
  return [
    ...(await Promise.all(lists)),
    ...ids.filter((_, index) => known[index]).map((call) => [`the id "${call.id}"`, call] as const),
  ];
}

function isKnown(exchange: Awaited<ReturnType<Session["call"]>>): boolean {
  return !(exchange instanceof Unavailable) && isSuccess(exchange);
}
