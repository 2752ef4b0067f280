import {
  readOperationIds,
  scopeOf,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { flattenRecord } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Explorer } from "../log/experiment.ts";
import { accountHeaders, accountParameters, makeFresh } from "../log/parameter-names.ts";
import { viewProbe } from "./views.ts";
import { makeUnknownUrl, pageProbe, sizeQuery, servedLists } from "./walk.ts";
import { readRecords } from "../log/exchanges.ts";

/**
 * Which account asks for a list at the same time. What requests share by mistake, such as a connection to a database,
 * shows only if there are more of them than the service has of it: 10 in most pools.
 */
const turnsAtOnce = { account: "112212212112", organization: "121" } as const;

/** Both accounts at the same URLs: one after the other, at once, with each other's cursors, and naming each other. */
export function* exploreAccounts(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of servedLists(facts, of)) {
    if (!facts.isTokenValidFor(operation, "second")) continue;
    yield* exploreSharedUrls(operation, facts);
    yield {
      name: `${operation} of both accounts at once`,
      run: async (ask) => {
        const { place, ...probe } = viewProbe(operation, makeUnknownUrl(operation, facts)?.() ?? {});
        const at = { place: { ...place, isConcurrent: true }, connection: "new" } as const;
        const turns = Array.from(turnsAtOnce[scopeOf(operation).owner], (turn) => (turn === "1" ? "first" : "second"));
        await Promise.all(turns.map((as) => ask({ ...probe, ...at, as })));
      },
    };
    yield* exploreCursors(operation, facts);
    yield* exploreNames(operation, facts);
    if (facts.plain(operation)[0]?.response?.headers["etag"] === undefined) continue;
    yield {
      name: `${operation} with the ETag of the other account`,
      run: async (ask) => {
        const own = await ask({ operation, as: "second" });
        const other = await ask({ operation });
        const etag = other.response?.headers["etag"];
        // Without invoices, the lists of both accounts are the same.
        const keys = [own, other].map((one) => facts.page(one)?.keys.join());
        if (etag === undefined || keys[0] === keys[1]) return;
        await ask({ operation, as: "second", headers: { "if-none-match": etag }, place: { header: "another's ETag" } });
      },
    };
  }
}

/** URLs that no cache knows, asked for by one account and then by the other. */
function* exploreSharedUrls(operation: ListOperationId, facts: Facts): Explorer {
  yield {
    name: `${operation} of one account and then of the other`,
    run: async (ask) => {
      const probe = viewProbe(operation, makeUnknownUrl(operation, facts)?.() ?? makeFresh());
      await ask(probe);
      await ask({ ...probe, as: "second" });
      await ask({ ...probe, as: "none" });
    },
  };
  // What is the second account's own, where a cache takes the first one's list for everybody's.
  const query = sizeQuery(facts.paging(operation), 90);
  if (facts.ignoresUnknown(operation) || Object.keys(query).length === 0) return;
  yield {
    name: `${operation} of the second account and then of the first`,
    run: async (ask) => {
      for (const as of ["second", "first"] as const) await ask({ operation, as, query, place: { page: 1, size: 90 } });
    },
  };
}

/** The second account reads on where the first one's page leads. */
function* exploreCursors(operation: ListOperationId, facts: Facts): Explorer {
  const paging = facts.paging(operation);
  if (paging.style !== "cursor" && paging.style !== "link") return;
  yield {
    name: `${operation} of the second account with the cursor of the first`,
    run: async (ask) => {
      const first = await ask({ operation });
      const next = pageProbe(facts, { operation, as: "second" }, paging, 2, 0, first);
      // An account without records has none there, either, on a page that is not the first.
      const place = { page: 2, view: "a cursor of the first account", isFiltered: true } as const;
      if (next !== undefined) await ask({ ...next, place });
    },
  };
}

/** The name of the other account in a parameter, in a header, and in the member of the records that has it. */
function* exploreNames(operation: ListOperationId, facts: Facts): Explorer {
  const { name = "2", member } = findAccountName(facts) ?? {};
  const query = Object.fromEntries(accountParameters.map((parameter) => [parameter, name]));
  const headers = Object.fromEntries(accountHeaders.map((header) => [header, name]));
  const place = { view: `account=${name}`, isFiltered: true } as const;
  yield [
    sendOnce(`${operation} naming another account`, { operation, query, place }),
    sendOnce(`${operation} naming another account in a header`, { operation, headers, place }),
  ];
  // Where unknown parameters filter, the others find nothing.
  if (member !== undefined && !facts.ignoresUnknown(operation)) {
    const view = `${member}=${name}`;
    const one = { operation, query: { [member]: name }, place: { view, isFiltered: true } } as const;
    yield sendOnce(`${operation} naming another account as ${member}`, one);
  }
}

/** A value that all records of the second account have, and the first one's have another one instead. */
function findAccountName(facts: Facts): { readonly name: string; readonly member: string | undefined } | undefined {
  for (const operation of readOperationIds) {
    const [mine, theirs] = (["first", "second"] as const).map((account) => {
      const [plain] = facts.plain(operation, account);
      return plain === undefined ? [] : readRecords(plain).map(flattenRecord);
    });
    const [first] = theirs ?? [];
    if (mine === undefined || theirs === undefined || first === undefined || mine.length === 0) continue;
    for (const [place, value] of first) {
      const isTheirs = theirs.length > 1 && theirs.every((leaves) => leaves.get(place) === value);
      if (isTheirs && mine.every((leaves) => leaves.has(place) && leaves.get(place) !== value))
        return { name: String(value), member: place.split(".").at(-1) };
    }
  }
  return undefined;
}
