import {
  hasId,
  listOf,
  listOperationIds,
  operationIds,
  operations,
  type ListOperationId,
} from "../../../fixtures/contract/operations.ts";
import { createMeta } from "../../../fixtures/contract/envelope.ts";
import {
  early,
  instead,
  isFor,
  onGood,
  pause,
  present,
  reshape,
  sending,
  taking,
  usersOf,
  type Departure,
  defects,
  type Parts,
  forClients,
} from "../departures.ts";
import type { IndependentServer } from "../independent-server.ts";
import {
  failure,
  pageOf,
  subscriptionIdOf,
  success,
  type Ask,
  type Reply,
  type Row,
  type Service,
} from "../service.ts";
import { placed } from "./responses.ts";

const codes = ["K9P34Y6N", "3WD25RQ4", "Q7T18MZ2", "Z2X66BVA", "H5J91CKE", "B8G07DFU"];

/** Sends these invoices instead of the client's own. */
function invoices(choose: (own: readonly unknown[], accounts: Service["accounts"]) => readonly unknown[]): Departure {
  return sending("listInvoices", ({ data }, _, { accounts }) => choose(data, accounts));
}

/** Everyone gets the invoices of the first account, in another format. */
const leak = (show: (row: Row, index: number) => unknown) => (): Departure =>
  invoices((_, [first]) => first.invoices.slice(0, codes.length).map(show));

/** Each invoice has the id of its account. */
export const withAccount: Departure = (ask, next, service) => {
  const number = service.accounts.findIndex((account) => account === service.accountOf(ask)) + 1;
  return present("listInvoices", (row) => ({ ...row, account: `acc-${number}` }))(ask, next, service);
};

/** The account that the request names is used instead of the token's. */
const namedBy = (nameIn: (ask: Ask) => unknown) => (): Parts => [
  taking("listInvoices", (ask, { accounts, accountOf }) => {
    const named = accounts.find((_, index) => nameIn(ask) === `acc-${index + 1}`);
    return named === undefined || accountOf(ask) === undefined ? {} : { authorization: `Bearer ${named.token}` };
  }),
  withAccount,
];

/** The filter of a list stays active for later requests. */
function keeping(name: string): Departure {
  const kept = new WeakMap<Service, string>();
  return taking("listInvoices", ({ query }, service) => {
    const value = query.get(name) ?? kept.get(service);
    if (value === undefined) return {};
    kept.set(service, value);
    return { query: new URLSearchParams([...query, [name, value]]) };
  });
}

/** `account = ? AND one LIKE ? OR other LIKE ?` */
function searchingAll(operation: ListOperationId, one: string, other: string): Departure {
  const list = listOf(operation);
  return forClients(operation, (ask, next, account, { accounts }) => {
    const searched = ask.query.get("q");
    if (searched === null) return next(ask);
    const has = (value: unknown): boolean => String(value).toLowerCase().includes(searched.toLowerCase());
    const all = accounts.flatMap((each) => each[list]);
    return pageOf(
      all.filter((row) => has(row[other]) || (account[list].includes(row) && has(row[one]))),
      ask.query,
    );
  });
}

/** SCOPE-01 and KIND-01: the records of another account, or of another kind. */
export const accountDefects: readonly IndependentServer[] = [
  ...defects(
    "KIND-01",
    listOperationIds.filter((operation) => operations[operation].record !== "user"),
    { "shows-users": (operation) => taking(operation, () => ({ path: "/api/v1/users" })) },
  ),
  ...defects(
    "KIND-01",
    operationIds.filter((operation) => hasId(operation) && operations[operation].record !== "user"),
    {
      // One table for all records.
      "finds-records-of-any-kind": (operation) =>
        instead(
          ({ status }, ask) => status === 404 && isFor(ask, operation),
          (reply, ask, service) => {
            const found = usersOf(ask, service).find(({ id }) => String(id) === subscriptionIdOf(ask));
            return found === undefined ? reply : success([found]);
          },
        ),
    },
  ),
  ...defects("SCOPE-03", ["listUsers"], {
    "everyone-s-when-searched": () => searchingAll("listUsers", "name", "email"),
  }),
  ...defects("SCOPE-01", ["listInvoices"], {
    // No letter is in all states, nor in the numbers.
    "everyone-s-when-searched-by-state": () => [
      searchingAll("listInvoices", "number", "state"),
      {
        world: {
          invoice: (index, account) => ({ number: `B${account}-${index + 700}`, state: index % 2 ? "paid" : "open" }),
        },
      },
    ],
    // Of a load balancer's two instances, one does not look at the account; ids are counted for all accounts.
    "everyone-s-from-every-second-instance": () => {
      let nth = 0;
      const show = forClients("listInvoices", (ask, _, account, { accounts }) => {
        nth += 1;
        const all = accounts
          .flatMap(({ invoices: own }) => own)
          .toSorted((one, other) => Number(one["id"]) - Number(other["id"]));
        return pageOf(nth % 2 === 0 ? all : account.invoices, ask.query, { defaultSize: 12 });
      });
      const invoice = (index: number, account: number): Row => ({ id: 2 * index + account, cents: 2.5 });
      return [show, { world: { invoices: [19, 10], invoice } }];
    },
    "everyone-sees-the-first": () =>
      taking("listInvoices", (ask, { accounts: [{ token }], accountOf }) =>
        accountOf(ask) === undefined ? {} : { authorization: `Bearer ${token}` },
      ),
    "the-second-s-invoice-first": () =>
      reshape("listInvoices", (envelope, ask, { accounts: [first, second], accountOf }) => {
        const { data, meta } = envelope;
        if (accountOf(ask) !== first || meta.page > 1 || data.length === 0) return envelope;
        return { data: [second.invoices[0], ...data.slice(1)], meta };
      }),
    // Between one's own invoices: `own OR overdue`.
    "some-of-everyone-s": () =>
      invoices((own, accounts) => {
        const all = accounts.flatMap((account) => account.invoices);
        return all.filter((row, index) => own.includes(row) || index % 3 === 1);
      }),
    "another-s-cursor": () =>
      forClients("listInvoices", (ask, _, account, { accounts }) => {
        const own = accounts.findIndex((one) => one === account);
        const [owner = own, start = 0] = (ask.query.get("cursor")?.split(".") ?? []).map(Number);
        const rows = accounts[owner]?.invoices ?? [];
        const cursor = start + 2 < rows.length ? `${owner}.${start + 2}` : null;
        const reply = success(rows.slice(start, start + 2), 1 + start / 2, rows.length);
        return { ...reply, body: { data: reply.envelope?.data, meta: { ...reply.envelope?.meta, cursor } } };
      }),
    "shares-responses-in-flight": () => {
      const inFlight = new Map<string, Promise<Reply>>();
      return forClients("listInvoices", async (ask, next) => {
        const url = ask.query.toString();
        const answerLater = async (): Promise<Reply> => {
          await pause(20);
          return next(ask);
        };
        const reply = inFlight.get(url) ?? answerLater();
        inFlight.set(url, reply);
        return await reply.finally(() => inFlight.delete(url));
      });
    },
    "everyone-s-when-sorted": () => [
      reshape("listInvoices", (envelope, { query }, { accounts }) => {
        const data = accounts.flatMap((account) => account.invoices);
        const sorted = query.get("sort") === "-number" ? data.toReversed() : data;
        return query.has("sort") ? { data: sorted, meta: createMeta(1, data.length) } : envelope;
      }),
      // Only the number can be sorted by.
      early(
        ({ query }) => !["number", "-number", null].includes(query.get("sort")),
        () => failure(400, "bad_sort", "No such field."),
      ),
    ],
    "everyone-s-on-later-pages-when-filtered": () =>
      forClients("listInvoices", ({ query }, _, account, { accounts }) => {
        const others = accounts.filter((one) => one !== account).flatMap(({ invoices: all }) => all.slice(0, 1));
        const rows = query.has("month") ? [...account.invoices.slice(0, 4), ...others] : account.invoices;
        return pageOf(rows, query, { defaultSize: 2 });
      }),
    "leak-by-ref": leak((of, index) => ({ ref: codes[index], paid: true, amount: "19.00", of })),
  }),
  ...placed("SCOPE-01", ["listInvoices"], {
    "account-named-by-query": namedBy(({ query }) => query.get("account")),
    "account-named-by-another-parameter": namedBy(({ query }) => query.get("tenant_id")),
    "account-named-by-header": namedBy(({ headers }) => headers["x-account-id"]),
    "unchanged-since-another-s-tag": () =>
      onGood("listInvoices", (reply, { headers }) => {
        const etag = `"${JSON.stringify(reply.envelope).length}-${JSON.stringify(reply.envelope.data[0]).length}"`;
        return headers["if-none-match"] === undefined
          ? { ...reply, headers: { ...reply.headers, etag } }
          : { status: 304, headers: { etag } };
      }),
  }),
  ...placed("TOTAL-01", ["listInvoices"], { "keeps-a-filter": () => [keeping("status"), keeping("month")] }),
];
