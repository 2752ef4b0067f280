import { listOperationIds, readOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { leavesOf } from "../target/record-values.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Explorer } from "../log/experiment.ts";
import type { Account } from "../log/model.ts";
import { accountHeaders, accountParameters, makeFresh } from "../log/parameter-names.ts";
import { viewProbe } from "./views.ts";
import { sizeQuery } from "./walk.ts";

/** Both accounts at the same URLs: one after the other, at once, and naming each other. */
export function* exploreAccounts(facts: Facts): Explorer {
  for (const operation of listOperationIds) {
    if (!facts.isServed(operation) || !facts.isServed(operation, "second")) continue;
    yield* exploreSharedUrls(operation, facts);
    yield {
      name: `${operation} of both accounts at once`,
      run: async (ask) => {
        const turns: readonly Account[] = ["first", "second", "first"];
        await Promise.all(turns.map((as) => ask({ operation, as, place: { isConcurrent: true } })));
      },
    };
    yield* exploreNames(operation, facts);
    if (facts.plain(operation)[0]?.response?.headers["etag"] === undefined) continue;
    yield {
      name: `${operation} with the ETag of the other account`,
      run: async (ask) => {
        const own = await ask({ operation, as: "second" });
        const other = await ask({ operation });
        const etag = other.response?.headers["etag"];
        // Without invoices, both lists are the same.
        const keys = [own, other].map((one) => facts.page(one)?.keys.join());
        if (etag === undefined || keys[0] === keys[1]) return;
        await ask({ operation, as: "second", headers: { "if-none-match": etag }, place: { header: "another's ETag" } });
      },
    };
  }
}

/** URLs that no cache knows, asked for by one account and then by the other. */
function* exploreSharedUrls(operation: ListOperationId, facts: Facts): Explorer {
  const paging = facts.paging(operation);
  const queries: readonly (() => Readonly<Record<string, string>>)[] = [
    makeFresh,
    ...(paging.size === undefined ? [] : [() => sizeQuery(paging, 3)]),
  ];
  for (const [index, makeQuery] of queries.entries()) {
    yield {
      name: `${operation} of one account and then of the other, ${index + 1}`,
      run: async (ask) => {
        const probe = viewProbe(operation, makeQuery());
        await ask(probe);
        await ask({ ...probe, as: "second" });
        if (index === 0) await ask({ ...probe, as: "none" });
      },
    };
  }
  // What is the second account's own, where a cache takes the first one's list for everybody's.
  const query = { ...(facts.ignoresUnknown(operation) ? makeFresh("orgkit") : {}), ...sizeQuery(paging, 90) };
  if (Object.keys(query).length === 0) return;
  yield {
    name: `${operation} of the second account and then of the first`,
    run: async (ask) => {
      for (const as of ["second", "first"] as const) await ask({ operation, as, query, place: { page: 1, size: 90 } });
    },
  };
}

/** The name of the other account in a parameter and in a header. */
function* exploreNames(operation: ListOperationId, facts: Facts): Explorer {
  const name = findAccountName(facts) ?? "2";
  const query = Object.fromEntries(accountParameters.map((parameter) => [parameter, name]));
  const headers = Object.fromEntries(accountHeaders.map((header) => [header, name]));
  const view = `account=${name}`;
  yield [
    sendOnce(`${operation} naming another account`, { operation, query, place: { view, isFiltered: true } }),
    sendOnce(`${operation} naming another account in a header`, {
      operation,
      headers,
      place: { view, isFiltered: true },
    }),
  ];
}

/** A value that all records of the second account have, and the first one's have another one instead. */
function findAccountName(facts: Facts): string | undefined {
  for (const operation of readOperationIds) {
    const [mine, theirs] = (["first", "second"] as const).map((account) => {
      const [plain] = facts.plain(operation, account);
      const data = plain?.response === undefined ? [] : (readEnvelope(plain.response).data ?? []);
      return data.map(leavesOf);
    });
    const [first] = theirs ?? [];
    if (mine === undefined || theirs === undefined || first === undefined || mine.length === 0) continue;
    for (const [place, value] of first) {
      const isTheirs = theirs.length > 1 && theirs.every((leaves) => leaves.get(place) === value);
      if (isTheirs && mine.every((leaves) => leaves.has(place) && leaves.get(place) !== value)) return String(value);
    }
  }
  return undefined;
}

/** Whether reading other resources adds users. */
export function* exploreReading(facts: Facts): Explorer {
  for (const operation of readOperationIds) {
    if (operation === "listUsers" || !facts.isServed(operation)) continue;
    yield {
      name: `users before and after ${operation}`,
      run: async (ask) => {
        await ask({ operation: "listUsers", place: { moment: "before" } });
        for (let reading = 0; reading < 2; reading += 1) await ask({ operation });
        await ask({ operation: "listUsers", place: { moment: "after" } });
      },
    };
  }
}
