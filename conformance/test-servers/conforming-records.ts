import { metaOf } from "../../fixtures/contract/envelope.ts";
import { createHash } from "node:crypto";
import {
  early,
  everywhere,
  isFor,
  oddities,
  onGood,
  onRejection,
  onSuccess,
  onUnknownId,
  present,
  redirect,
  reshape,
  say,
  sending,
  taking,
  usersOf,
  type Departure,
} from "./departures.ts";
import { lagging } from "./conforming-writes.ts";
import { withForeign } from "./defects/ids.ts";
import { failure, members, readObject, subscriptionIdOf, success, without, type Reply, type Row } from "./service.ts";

const people = ["listUsers", "createUser"] as const;

/** Replaces users, subscriptions and invoices by one of their members. */
const showing = (user: string, subscription: string, invoice: string): readonly Departure[] => [
  present(people, (record) => record[user]),
  present("getSubscription", (record) => record[subscription]),
  present("listInvoices", (record) => record[invoice]),
];

function nested(record: unknown): unknown {
  return Array.from({ length: 60 }).reduce((inner) => ({ node: [inner] }), record);
}

function resource(type: string): (record: Row) => unknown {
  return ({ id, key, number, ...attributes }) => ({
    type,
    id: String(id ?? key ?? number),
    attributes,
    relationships: {},
  });
}

/** Changes the response to a creation. */
function answering(status: number, change: (reply: Reply) => Partial<Reply> = () => ({})): Departure {
  return onGood("createUser", (reply) => ({ ...reply, ...change(reply), status }));
}

function uuidOf(text: string): string {
  const [a = "", b = "", c = "", d = ""] = createHash("sha256").update(text).digest("hex").match(/.{8}/g) ?? [];
  return [a, b.slice(4), `4${c.slice(5)}`, `a${d.slice(5)}`, a.slice(4) + b].join("-");
}

const empty = (): Partial<Reply> => success([]);

/** Expects a body with another structure. */
function wanting(read: (fields: Row) => { name: unknown; email: unknown } | undefined): Departure {
  return taking("createUser", ({ body }) => ({ body: JSON.stringify(read(readObject(body) ?? {}) ?? {}) }));
}

/** Unusual records (§2 shows no element of `data`), ids, and creations. */
export const conformingInRecords = oddities({
  "no-ids": present(everywhere, (record) => without(record, "id", "key", "number")),
  "bare-texts": showing("email", "plan", "number"),
  "bare-numbers": showing("id", "seats", "cents"),
  "lists-for-records": present(everywhere, Object.values),
  "nested-records": present(everywhere, nested),
  "typed-resources": [
    present(people, resource("users")),
    present("getSubscription", resource("subscriptions")),
    present("listInvoices", resource("invoices")),
  ],
  "equal-looking-invoices": [
    sending("listInvoices", ({ data }) => [{ amount: "12.00", currency: "EUR", month: "2025-01" }, ...data]),
    present("listInvoices", (record) => without(record, "number")),
  ],
  "same-numbers-in-both-accounts": reshape("listInvoices", ({ data, meta }, ask, service) => {
    const account = service.accountOf(ask)?.users[0]?.["team"];
    return { data: data.map((row, index) => ({ ...members(row), number: index + 1, account })), meta };
  }),
  // Two organizations that were set up from one template, with its ids.
  "same-random-ids-in-both-accounts": {
    world: {
      users: [25, 9],
      user: (index) => ({ id: uuidOf(`user ${index}`), name: `Ada ${index}`, email: `p${index}@example.com` }),
      invoice: (index) => ({ id: uuidOf(`invoice ${index}`), cents: 1900 + 37 * index ** 2 }),
    },
  },
  "same-plan-numbered-from-1": present("listInvoices", ({ month }, index) => ({
    no: index + 1,
    cents: 1900,
    month,
    paid: true,
  })),
  "same-plan-numbered-by-year": present("listInvoices", (_, index) => ({
    ref: `INV-2025-${index + 1}`,
    cents: 1900,
    planId: "plan_k9p34y6n",
  })),
  "subscriptions-that-look-alike": present("getSubscription", () => ({ plan: "team", seats: 5, valid: true })),
  namesakes: present("listUsers", ({ id }) => ({ id, name: "J. Smith" })),
  "unknown-id-empty": onUnknownId(() => success([])),
  "unknown-id-400": onUnknownId(() => say(400, "bad id")),
  "unknown-id-410": onUnknownId(() => say(410)),
  "unknown-id-403": onUnknownId(() => say(403, "not yours")),
  "unknown-id-302": onUnknownId(() => redirect("/plans")),
  "unknown-id-placeholder": onUnknownId(() => success([{ key: null, plan: "none", seats: 0 }])),
  "volatile-subscription": present("getSubscription", (row, _, ask) => ({
    ...row,
    asOf: Date.now(),
    asked: subscriptionIdOf(ask),
  })),
  "ids-with-slashes": { subscriptionIds: ["acme/2024 ü", "50%+1?#x"] },
  "uuid-ids": [
    early(
      (ask) => isFor(ask, "getSubscription") && !/^[\da-f-]{36}$/.test(subscriptionIdOf(ask)),
      () => say(400, "no uuid"),
    ),
    { subscriptionIds: ["0b0e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e31", "7f9d1c44-21b7-4f3e-8a10-3f6a2b9c5d72"] },
  ],
  "uuid-ids-in-any-letter-case": [
    taking("getSubscription", ({ path }) => ({ path: path.toLowerCase() })),
    { subscriptionIds: ["0b0e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e31", "7f9d1c44-21b7-4f3e-8a10-3f6a2b9c5d72"] },
  ],
  "a-subscription-in-each-account": [...withForeign((isFirst) => !isFirst)],
  "invoices-name-subscriptions-that-are-gone": present("listInvoices", (row, index) => ({
    ...row,
    subscription: `old-${index}`,
  })),
  "numbered-ids": { subscriptionIds: ["17", "18"] },
  "one-subscription": { subscriptionIds: ["only"] },
  "same-plan": present("getSubscription", (record) => ({ ...record, plan: "team", seats: 5 })),
  "rejects-an-id-by-404": onRejection("getSubscription", () => ({
    status: 404,
    headers: {},
    text: "No such subscription.",
  })),

  // The response to a creation, and how it is executed.
  "visible-after-2-s": lagging(2000),
  "accepted-then-visible": [lagging(1000), answering(202, empty)],
  "created-200": answering(200),
  "created-201-empty": answering(201, empty),
  "created-202-empty": answering(202, empty),
  "created-with-count": onSuccess("createUser", ({ data }, ...at) => ({
    data,
    meta: metaOf(3, usersOf(...at).length),
  })),
  "created-none-with-count": onSuccess("createUser", (_, ...at) => ({
    data: [],
    meta: metaOf(1, usersOf(...at).length),
  })),
  "created-with-the-list": onGood("createUser", (_, ...at) =>
    success(usersOf(...at).slice(0, 10), 1, usersOf(...at).length, 201),
  ),
  "created-with-location": answering(201, ({ headers }) => ({ headers: { ...headers, location: "/api/v1/users/77" } })),
  "wants-login-and-locale": [
    wanting(({ login, locale, ...rest }) =>
      locale === "en-GB" && Object.keys(rest).length === 0 ? { name: login, email: login } : undefined,
    ),
    { createBody: { login: "user-{{unique}}", locale: "en-GB" } },
  ],
  "wants-a-nested-body": [
    wanting(({ data }) => {
      const { name, addresses } = members(data);
      return { name, email: members(members(addresses)["0"])["value"] };
    }),
    {
      createBody: { data: { name: "New {{unique}}", addresses: [{ type: "work", value: "{{unique}}@new.example" }] } },
    },
  ],
  "validates-first": early(
    (ask) => isFor(ask, "createUser") && typeof readObject(ask.body)?.["email"] !== "string",
    () => failure(422, "incomplete", "A user has an email."),
  ),
});
