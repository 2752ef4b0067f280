import { broken, isFor, onGood, onSuccess, reshape, type Departure } from "./departures.ts";
import { success, subscriptionIdOf, type Envelope, type Service } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const codes = ["K9P34Y6N", "3WD25RQ4", "Q7T18MZ2", "Z2X66BVA", "H5J91CKE", "B8G07DFU"];

const scope = ["SCOPE-01 listInvoices"];

/** Sends these invoices, whoever asks. */
function invoices(choose: (service: Service, own: readonly unknown[]) => readonly unknown[]): Departure {
  return reshape("listInvoices", (own, _, service) => {
    const data = choose(service, own.data);
    return { data, meta: { page: 1, total: data.length } };
  });
}

/** Sends this in place of a subscription that is known. */
function known(change: (envelope: Envelope, service: Service) => readonly unknown[]): Departure {
  return reshape("getSubscription", (envelope, _, service) => {
    const data = change(envelope, service);
    return { data, meta: { page: 1, total: data.length } };
  });
}

/** Sends these records where the id is unknown. */
function unknown(choose: (all: readonly unknown[]) => readonly unknown[]): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.status !== 404 || !isFor(ask, "getSubscription")) return reply;
    const data = choose(Array.from(service.accounts[0].subscriptions.values()));
    return success(200, data, 1, data.length);
  };
}

const first = (service: Service): unknown => service.accounts[0].subscriptions.values().next().value;

/** Says that a user was created, and creates none. */
function saysSo(status: number, envelope?: Envelope): Departure {
  return async (ask, next, service) => {
    const account = service.accountOf(ask);
    const reply = await next(ask);
    if (account === undefined || reply.envelope === undefined || !isFor(ask, "createUser")) return reply;
    account.users.pop();
    return { ...reply, status, envelope: envelope ?? reply.envelope };
  };
}

const creation = ["CREATE-01 createUser"];

/** SCOPE-01, SUB-01 to SUB-03, CREATE-01: the wrong records. */
export const brokenRecords: readonly Stranger[] = [
  broken("all-invoices", "everyone sees the invoices of all", scope, () => ({
    around: [invoices(({ accounts }) => accounts.flatMap((account) => account.invoices))],
  })),
  broken("invoices-of-the-first", "everyone sees the invoices of the first account", scope, () => ({
    around: [invoices(({ accounts }) => accounts[0].invoices)],
  })),
  broken("invoices-of-the-second", "everyone sees the invoices of the second account", scope, () => ({
    around: [invoices(({ accounts }) => accounts[1].invoices)],
  })),
  broken("one-strange-invoice", "one invoice of the first account stands among those of the second", scope, () => ({
    around: [
      invoices(({ accounts }, own) =>
        own.includes(accounts[1].invoices[0]) ? [...own, accounts[0].invoices.at(-1)] : own,
      ),
    ],
  })),
  broken("strange-invoice-first", "the first invoice of everyone is one of the second account", scope, () => ({
    around: [invoices(({ accounts }, own) => Array.from(new Set([accounts[1].invoices[0], ...own])))],
  })),

  ...(
    [
      ["ref", (row: unknown, index: number) => ({ ref: codes[index], paid: true, amount: "19.00", of: row })],
      ["no", (_: unknown, index: number) => ({ no: 5000 + 17 * index + index * index, amount: "19.00" })],
      ["nested", (_: unknown, index: number) => ({ amount: 19, document: { reference: { value: codes[index] } } })],
      [
        "counted",
        (_: unknown, index: number) => ({ invoiceNumber: index + 1, total: [7.3, 12.1, 9.9, 44, 3, 18.5][index] }),
      ],
    ] as const
  ).map(([name, show]) =>
    broken(`leak-by-${name}`, `everyone sees the invoices of the first account, known by ${name}`, scope, () => ({
      around: [invoices(({ accounts }) => accounts[0].invoices.map((row, index) => show(row, index)))],
    })),
  ),

  broken("subscription-twice", "a subscription comes twice", ["SUB-01 getSubscription"], () => ({
    around: [known(({ data }) => [...data, ...data])],
  })),
  broken("subscription-with-history", "a subscription comes with its former state", ["SUB-01 getSubscription"], () => ({
    around: [known(({ data }) => data.flatMap((row) => [row, { ...Object(row), until: "2024-12-31", seats: 1 }]))],
  })),
  broken("subscription-empty", "a known subscription has no record", ["SUB-01 getSubscription"], () => ({
    around: [onSuccess("getSubscription", () => ({ data: [], meta: { page: 1, total: 0 } }))],
  })),

  broken("id-ignored", "every known id is answered with the first subscription", ["SUB-02 getSubscription"], () => ({
    around: [known((_, service) => [first(service)])],
  })),
  broken(
    "id-ignored-at-a-time",
    "every known id is answered with the first subscription and the time of the call",
    ["SUB-02 getSubscription"],
    () => ({ around: [known((_, service) => [{ ...Object(first(service)), asOf: new Date().toISOString() }])] }),
  ),
  broken(
    "any-id-ignored",
    "every id, known or not, is answered with the first subscription",
    ["SUB-02 getSubscription", "SUB-03 getSubscription"],
    () => ({ around: [unknown((all) => all.slice(0, 1)), known((_, service) => [first(service)])] }),
  ),
  broken(
    "unknown-id-is-first",
    "an unknown id is answered with the first subscription",
    ["SUB-03 getSubscription"],
    () => ({
      around: [unknown((all) => all.slice(0, 1))],
    }),
  ),
  broken(
    "unknown-id-is-last",
    "an unknown id is answered with the last subscription",
    ["SUB-03 getSubscription"],
    () => ({
      around: [unknown((all) => all.slice(-1))],
    }),
  ),
  broken("unknown-id-is-all", "an unknown id is answered with all subscriptions", ["SUB-03 getSubscription"], () => ({
    around: [unknown((all) => all)],
  })),
  broken(
    "unknown-id-202",
    "an unknown id is answered 202 with the first subscription",
    ["SUB-03 getSubscription"],
    () => ({
      around: [
        onGood("getSubscription", (reply, ask, { accounts: [account] }) =>
          account.subscriptions.has(subscriptionIdOf(ask)) ? reply : { ...reply, status: 202 },
        ),
        unknown((all) => all.slice(0, 1)),
      ],
    }),
  ),

  broken("creates-nothing", "a creation is answered 201 with the record, and creates nothing", creation, () => ({
    around: [saysSo(201)],
  })),
  broken(
    "creates-nothing-202",
    "a creation is answered 202 with an empty envelope, and creates nothing",
    creation,
    () => ({
      around: [saysSo(202, { data: [], meta: { page: 1, total: 0 } })],
    }),
  ),
  broken("creates-for-another", "a creation adds the user to the other account", creation, () => ({
    around: [
      (ask, next, { accountOf, accounts: [account, other] }) =>
        isFor(ask, "createUser") && accountOf(ask) === account
          ? next({ ...ask, authorization: `Bearer ${other.token}` })
          : next(ask),
    ],
  })),
];
