import { hasId, listOperationIds, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";

/** How many known ids are asked for. */
const maxIds = 6;

/** How often two ids are asked for in turn: a variable may be kept from one request to the next. */
const turns = 2;

/** Known ids: alone, in turn, at once, after a list, and after another account. */
export function* exploreSubscriptions(facts: Facts): Explorer {
  for (const operation of operationIds.filter(hasId)) {
    yield* exploreFoundIds(operation, facts);
    const ids = facts.ids(operation).slice(0, maxIds);
    yield ids.map((id) => sendOnce(`${operation} of "${id}"`, { operation, id }));
    const [one, other] = facts.readableIds(operation);
    if (one === undefined) continue;
    yield experimentBetween(operation, one);
    for (const id of facts.ids(operation, "second").slice(0, maxIds)) {
      yield experimentOfBoth(operation, one, id, facts.ids(operation).includes(id));
    }
    if (other !== undefined) yield* explorePairs(operation, one, other);
  }
}

/** How many ids that lists name are tried. */
const maxFound = 3;

/** Where fewer than two ids are given: those that records of lists name, until there are two. */
function* exploreFoundIds(operation: OperationId, facts: Facts): Explorer {
  for (const id of facts.candidateIds(operation).slice(0, maxFound)) {
    if (facts.ids(operation).length > 1) return;
    yield sendOnce(`${operation} of "${id}", which a list names`, { operation, id, place: { isFound: true } });
  }
}

function experimentBetween(operation: OperationId, id: string): Experiment {
  return {
    name: `${operation} of "${id}" between other requests, and after another account asked for it`,
    run: async (ask) => {
      await ask({ operation, id });
      for (const list of listOperationIds) {
        await ask({ operation: list });
        await ask({ operation, id });
      }
      await ask({ operation, id, as: "second" });
      await ask({ operation, id });
      await ask({ operation: "listUsers" });
    },
  };
}

/** An id of each account, with its own token and with that of the first account. */
function experimentOfBoth(operation: OperationId, one: string, id: string, isShared: boolean): Experiment {
  return {
    name: `${operation} of "${one}", and of "${id}" of the second account`,
    run: async (ask) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await ask({ operation, id: one });
        await ask({ operation, id, as: "second" });
      }
      if (!isShared) await ask({ operation, id, place: { variant: `"${id}" of the second account` } });
    },
  };
}

function* explorePairs(operation: OperationId, one: string, other: string): Explorer {
  yield {
    name: `${operation} of "${one}" and "${other}" in turn`,
    run: async (ask) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await ask({ operation, id: one });
        await ask({ operation, id: other });
      }
    },
  };
  yield {
    name: `${operation} of "${one}" and "${other}" at once`,
    run: async (ask) => {
      const ids = [one, other, one, other];
      await Promise.all(ids.map((id) => ask({ operation, id, place: { isConcurrent: true } })));
    },
  };
}
