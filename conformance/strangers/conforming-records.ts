import { onRefusal, isFor, odd, onSuccess, present, reshape, type Departure } from "./departures.ts";
import { operationOf, subscriptionIdOf, success, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** The members of a record. */
function members(record: unknown): Readonly<Record<string, unknown>> {
  return typeof record === "object" && record !== null ? Object.fromEntries(Object.entries(record)) : {};
}

/** One member of a record. */
function member(name: string): (record: unknown) => unknown {
  return (record) => members(record)[name];
}

/** A record without some of its members. */
function without(...names: readonly string[]): (record: unknown) => unknown {
  return (record) => Object.fromEntries(Object.entries(members(record)).filter(([name]) => !names.includes(name)));
}

function nested(record: unknown): unknown {
  return Array.from({ length: 60 }).reduce((inner) => ({ node: [inner] }), record);
}

function resource(type: string): (record: unknown) => unknown {
  return (record) => {
    const { id, key, number, ...attributes } = { id: undefined, key: undefined, number: undefined, ...members(record) };
    return { type, id: String(id ?? key ?? number), attributes, relationships: {} };
  };
}

/** What an unknown subscription gets. */
function unknownGets(reply: Reply): Departure {
  return async (ask, next) => {
    const ordinary = await next(ask);
    return operationOf(ask) === "getSubscription" && ordinary.status === 404 ? reply : ordinary;
  };
}

const text = { "content-type": "text/plain" };

/** Odd in what a record is (§2 shows no element of `data`) and in what an id is. */
export const conformingInRecords: readonly Stranger[] = [
  odd("no-ids", "has no ids in its records", () => ({
    around: [
      present("listUsers", without("id")),
      present("createUser", without("id")),
      present("getSubscription", without("key")),
      present("listInvoices", without("number")),
    ],
  })),
  odd("bare-texts", "has texts for records", () => ({
    around: [
      present(["listUsers", "createUser"], member("email")),
      present("getSubscription", member("plan")),
      present("listInvoices", member("number")),
    ],
  })),
  odd("bare-numbers", "has numbers for records", () => ({
    around: [
      present(["listUsers", "createUser"], member("id")),
      present("getSubscription", member("seats")),
      present("listInvoices", member("cents")),
    ],
  })),
  odd("lists-for-records", "has lists of values for records", () => ({
    around: [
      present(["listUsers", "createUser", "getSubscription", "listInvoices"], (record) =>
        Object.values(members(record)),
      ),
    ],
  })),
  odd("nested-records", "nests each record 60 levels deep", () => ({
    around: [present(["listUsers", "createUser", "getSubscription", "listInvoices"], nested)],
  })),
  odd("typed-resources", "has records with type, id and attributes", () => ({
    around: [
      present(["listUsers", "createUser"], resource("users")),
      present("getSubscription", resource("subscriptions")),
      present("listInvoices", resource("invoices")),
    ],
  })),
  odd("equal-looking-invoices", "has invoices without id, and two accounts with one that looks the same", () => ({
    around: [
      reshape("listInvoices", ({ data }) => {
        const all = [{ amount: "12.00", currency: "EUR", month: "2025-01" }, ...data.map(without("number"))];
        return { data: all, meta: { page: 1, total: all.length } };
      }),
    ],
  })),
  odd("same-numbers-in-both-accounts", "numbers the invoices of each account from 1", () => ({
    around: [
      reshape("listInvoices", ({ data, meta }, ask, service) => ({
        data: data.map((row, index) => ({
          ...members(row),
          number: index + 1,
          account: service.accountOf(ask)?.users[0]?.["team"],
        })),
        meta,
      })),
    ],
  })),
  odd("same-plan-numbered-from-1", "numbers the invoices of each account from 1, and all pay the same", () => ({
    around: [
      reshape("listInvoices", ({ data, meta }) => ({
        data: data.map((row, index) => ({ no: index + 1, cents: 1900, month: members(row)["month"], paid: true })),
        meta,
      })),
    ],
  })),
  odd("same-plan-numbered-by-year", "numbers the invoices of each account by year, and all pay the same", () => ({
    around: [
      reshape("listInvoices", ({ data, meta }) => ({
        data: data.map((_, index) => ({ ref: `INV-2025-${index + 1}`, cents: 1900, planId: "plan_k9p34y6n" })),
        meta,
      })),
    ],
  })),
  odd("subscriptions-that-look-alike", "has subscriptions without any id, all on one plan", () => ({
    around: [present("getSubscription", () => ({ plan: "team", seats: 5, valid: true }))],
  })),
  odd("namesakes", "has users who all have one name, and no email in the list", () => ({
    around: [present("listUsers", (record) => ({ id: members(record)["id"], name: "J. Smith" }))],
  })),
  odd("unknown-id-empty", "answers an unknown subscription with success and no record", () => ({
    around: [unknownGets(success(200, [], 1, 0))],
  })),
  odd("unknown-id-400", "answers an unknown subscription 400", () => ({
    around: [unknownGets({ status: 400, headers: text, text: "bad id" })],
  })),
  odd("unknown-id-410", "answers an unknown subscription 410, without a body", () => ({
    around: [unknownGets({ status: 410, headers: {} })],
  })),
  odd("unknown-id-403", "answers an unknown subscription 403, as if it were another's", () => ({
    around: [unknownGets({ status: 403, headers: text, text: "not yours" })],
  })),
  odd("unknown-id-302", "sends callers with an unknown subscription to the list of plans", () => ({
    around: [unknownGets({ status: 302, headers: { location: "/plans" } })],
  })),
  odd("unknown-id-placeholder", "answers an unknown subscription with a record that says there is none", () => ({
    around: [unknownGets(success(200, [{ key: null, plan: "none", seats: 0 }], 1, 1))],
  })),
  odd("volatile-subscription", "puts the time of the call and its id into a subscription", () => ({
    around: [
      onSuccess("getSubscription", ({ data, meta }, ask) => ({
        data: data.map((row) => ({ ...members(row), asOf: Date.now(), asked: subscriptionIdOf(ask) })),
        meta,
      })),
    ],
  })),
  odd("ids-with-slashes", "has subscription ids with slashes, spaces and letters outside ASCII", undefined, {
    subscriptionIds: ["acme/2024 ü", "50%+1?#x"],
  }),
  odd(
    "uuid-ids",
    "has uuids for subscription ids, and refuses by 400 what is none",
    () => ({
      around: [
        (ask, next) =>
          isFor(ask, "getSubscription") && !/^[\da-f-]{36}$/.test(subscriptionIdOf(ask))
            ? { status: 400, headers: text, text: "no uuid", isRefusal: true }
            : next(ask),
      ],
    }),
    { subscriptionIds: ["0b0e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e31", "7f9d1c44-21b7-4f3e-8a10-3f6a2b9c5d72"] },
  ),
  odd("numbered-ids", "has whole numbers for subscription ids", undefined, { subscriptionIds: ["17", "18"] }),
  odd("one-subscription", "has one subscription", undefined, { subscriptionIds: ["only"] }),
  odd("same-plan", "has subscriptions that are alike but for their key", () => ({
    around: [present("getSubscription", (record) => ({ ...members(record), plan: "team", seats: 5 }))],
  })),
  odd("refuses-an-id-by-404", "refuses callers it does not know by 404 on a subscription, as an unknown one", () => ({
    around: [onRefusal("getSubscription", () => ({ status: 404, text: "No such subscription." }))],
  })),
];
