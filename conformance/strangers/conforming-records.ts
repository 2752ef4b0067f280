import {
  early,
  everywhere,
  isFor,
  odd,
  onGood,
  onRefusal,
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
  type Where,
} from "./departures.ts";
import { failure, members, readObject, subscriptionIdOf, success, without, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";
import type { Row } from "./world.ts";

const people = ["listUsers", "createUser"] as const;

/** Shows one member in place of a user, a subscription and an invoice. */
const showing = (...names: readonly [string, string, string]) =>
  ([people, "getSubscription", "listInvoices"] as const).map((where: Where, index) =>
    present(where, (record) => record[names[index] ?? ""]),
  );

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

/** A server that answers an unknown subscription so. */
const unknownGets = (id: string, reply: Reply): Stranger =>
  odd(
    `unknown-id-${id}`,
    onUnknownId(() => reply),
  );

/** Answers a creation in another way. */
function answering(status: number, change: (reply: Reply) => Partial<Reply> = () => ({})): Departure {
  return onGood("createUser", (reply) => ({ ...reply, ...change(reply), status }));
}

const empty = (): Partial<Reply> => success([]);

/** A list shows what it was some time ago: a read model that lags behind. */
export function lagging(milliseconds: number): Departure {
  const born = new WeakMap<object, number>();
  return async (ask, next, service) => {
    const before = usersOf(ask, service).length;
    const reply = await next(ask);
    const users = usersOf(ask, service);
    for (const user of users.slice(before)) born.set(user, Date.now());
    if (reply.envelope === undefined || !isFor(ask, "listUsers")) return reply;
    const isShown = (row: unknown): boolean => Date.now() - (born.get(Object(row)) ?? 0) > milliseconds;
    const { data, meta } = reply.envelope;
    return {
      ...reply,
      envelope: { data: data.filter(isShown), meta: { ...meta, total: users.filter(isShown).length } },
    };
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Takes a body of another shape. */
function wanting(read: (fields: Fields) => { name: unknown; email: unknown } | undefined): Departure {
  return taking("createUser", ({ body }) => ({ body: JSON.stringify(read(readObject(body) ?? {}) ?? {}) }));
}

/** Odd in what a record is (§2 shows no element of `data`), in what an id is, and in how a user is created. */
export const conformingInRecords = [
  odd(
    "no-ids",
    present(everywhere, (record) => without(record, "id", "key", "number")),
  ),
  odd("bare-texts", ...showing("email", "plan", "number")),
  odd("bare-numbers", ...showing("id", "seats", "cents")),
  odd("lists-for-records", present(everywhere, Object.values)),
  odd("nested-records", present(everywhere, nested)),
  odd(
    "typed-resources",
    present(people, resource("users")),
    present("getSubscription", resource("subscriptions")),
    present("listInvoices", resource("invoices")),
  ),
  odd(
    "equal-looking-invoices",
    sending("listInvoices", ({ data }) => [{ amount: "12.00", currency: "EUR", month: "2025-01" }, ...data]),
    present("listInvoices", (record) => without(record, "number")),
  ),
  odd(
    "same-numbers-in-both-accounts",
    reshape("listInvoices", ({ data, meta }, ask, service) => ({
      data: data.map((row, index) => ({
        ...members(row),
        number: index + 1,
        account: service.accountOf(ask)?.users[0]?.["team"],
      })),
      meta,
    })),
  ),
  odd(
    "same-plan-numbered-from-1",
    present("listInvoices", ({ month }, index) => ({ no: index + 1, cents: 1900, month, paid: true })),
  ),
  odd(
    "same-plan-numbered-by-year",
    present("listInvoices", (_, index) => ({ ref: `INV-2025-${index + 1}`, cents: 1900, planId: "plan_k9p34y6n" })),
  ),
  odd(
    "subscriptions-that-look-alike",
    present("getSubscription", () => ({ plan: "team", seats: 5, valid: true })),
  ),
  odd(
    "namesakes",
    present("listUsers", ({ id }) => ({ id, name: "J. Smith" })),
  ),
  unknownGets("empty", success([])),
  unknownGets("400", say(400, "bad id")),
  unknownGets("410", say(410)),
  unknownGets("403", say(403, "not yours")),
  unknownGets("302", redirect("/plans")),
  unknownGets("placeholder", success([{ key: null, plan: "none", seats: 0 }])),
  odd(
    "volatile-subscription",
    present("getSubscription", (row, _, ask) => ({ ...row, asOf: Date.now(), asked: subscriptionIdOf(ask) })),
  ),
  odd("ids-with-slashes", {
    subscriptionIds: ["acme/2024 ü", "50%+1?#x"],
  }),
  odd(
    "uuid-ids",
    early(
      (ask) => isFor(ask, "getSubscription") && !/^[\da-f-]{36}$/.test(subscriptionIdOf(ask)),
      () => say(400, "no uuid"),
    ),
    { subscriptionIds: ["0b0e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e31", "7f9d1c44-21b7-4f3e-8a10-3f6a2b9c5d72"] },
  ),
  odd("numbered-ids", { subscriptionIds: ["17", "18"] }),
  odd("one-subscription", { subscriptionIds: ["only"] }),
  odd(
    "same-plan",
    present("getSubscription", (record) => ({ ...record, plan: "team", seats: 5 })),
  ),
  odd(
    "refuses-an-id-by-404",
    onRefusal("getSubscription", () => ({ status: 404, headers: {}, text: "No such subscription." })),
  ),

  // How a user is created, and what is said of it.
  odd("visible-after-2-s", lagging(2000)),
  odd("accepted-then-visible", lagging(1000), answering(202, empty)),
  odd("created-200", answering(200)),
  odd("created-201-empty", answering(201, empty)),
  odd("created-202-empty", answering(202, empty)),
  odd(
    "created-with-count",
    onSuccess("createUser", ({ data }, ...at) => ({ data, meta: { page: 3, total: usersOf(...at).length } })),
  ),
  odd(
    "created-none-with-count",
    onSuccess("createUser", (_, ...at) => ({ data: [], meta: { page: 1, total: usersOf(...at).length } })),
  ),
  odd(
    "created-with-the-list",
    onGood("createUser", (_, ...at) => success(usersOf(...at).slice(0, 10), 1, usersOf(...at).length, 201)),
  ),
  odd(
    "created-with-location",
    answering(201, ({ headers }) => ({ headers: { ...headers, location: "/api/v1/users/77" } })),
  ),
  odd(
    "wants-login-and-locale",
    wanting(({ login, locale, ...rest }) =>
      locale === "en-GB" && Object.keys(rest).length === 0 ? { name: login, email: login } : undefined,
    ),
    { createBody: { login: "user-{{unique}}", locale: "en-GB" } },
  ),
  odd(
    "wants-a-nested-body",
    wanting(({ data }) => {
      const { name, addresses } = members(data);
      return { name, email: members(members(addresses)["0"])["value"] };
    }),
    {
      createBody: { data: { name: "New {{unique}}", addresses: [{ type: "work", value: "{{unique}}@new.example" }] } },
    },
  ),
  odd(
    "validates-first",
    early(
      (ask) => isFor(ask, "createUser") && typeof readObject(ask.body)?.["email"] !== "string",
      () => failure(422, "incomplete", "A user has an email."),
    ),
  ),
];
