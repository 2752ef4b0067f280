import { createHash } from "node:crypto";
import { otherUser, withOtherClients } from "./conforming-lists.ts";
import { withForeign } from "./defects/ids.ts";
import {
  early,
  everywhere,
  instead,
  isFor,
  listing,
  oddities,
  onGood,
  onUnknownId,
  pause,
  present,
  reshape,
  say,
  sending,
  taking,
  usersOf,
  type Departure,
} from "./departures.ts";
import {
  failure,
  members,
  pageOf,
  readObject,
  subscriptionIdOf,
  success,
  without,
  type Ask,
  type Reply,
} from "./service.ts";

const people = ["listUsers", "createUser"] as const;

function nested(record: unknown): unknown {
  return Array.from({ length: 60 }).reduce((inner) => ({ node: [inner] }), record);
}

function uuidOf(text: string): string {
  const digits = createHash("md5").update(text).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}

/** Changes the response to a creation. */
function answering(status: number, change: Partial<Reply> = {}): Departure {
  return onGood("createUser", (reply) => ({ ...reply, ...change, status }));
}

/** The list and its total show users some time after their creation, or only the total does: a read model. */
export function lagging(
  milliseconds: number,
  part: "list" | "total" = "list",
  isHeld: (ask: Ask) => boolean = () => true,
): Departure {
  const born = new WeakMap<object, number>();
  const isShown = (user: unknown): boolean => Date.now() - (born.get(Object(user)) ?? 0) > milliseconds;
  const hold = reshape("listUsers", ({ data, meta }, ask, service) => ({
    data: part === "list" ? data.filter(isShown) : data,
    meta: { ...meta, total: usersOf(ask, service).filter(isShown).length },
  }));
  return async (ask, next, service) => {
    const before = usersOf(ask, service).length;
    const reply = isHeld(ask) ? await hold(ask, next, service) : await next(ask);
    for (const user of usersOf(ask, service).slice(before)) born.set(user, Date.now());
    return reply;
  };
}

/** Rejects requests while more than N are executed; `counts` tells which. */
function atMost(count: number, busy: Reply, isCounted: (ask: Parameters<Departure>[0]) => boolean): Departure {
  let underway = 0;
  return async (ask, next) => {
    if (!isCounted(ask)) return next(ask);
    if (underway >= count) return busy;
    underway += 1;
    await pause(count === 1 ? 15 : 2);
    underway -= 1;
    return next(ask);
  };
}

/** Other clients in turn create a user and delete the first one. */
function othersWrite(): Departure {
  let turn = 0;
  return withOtherClients((users, nth) => {
    if (turn++ % 2 === 0) users.push(otherUser(nth));
    else users.shift();
  }, 150);
}

const masked = (text: unknown): string => `${String(text).slice(0, 2)}***`;

/** Unusual records (§2 shows no element of `data`), ids, creations (§3, §4, §7 and §8 leave them open), and availability. */
export const conformingInRecords = oddities({
  "no-ids": present(everywhere, (record) => without(record, "id", "key", "number")),
  "bare-texts": present(everywhere, ({ email, plan, number }) => email ?? plan ?? number),
  "nested-records": present(everywhere, nested),
  "typed-resources": present(everywhere, ({ id, key, number, ...attributes }) => ({
    type: key === undefined ? (number === undefined ? "users" : "invoices") : "subscriptions",
    id: String(id ?? key ?? number),
    attributes,
    relationships: {},
  })),
  "equal-looking-invoices": [
    sending("listInvoices", ({ data }) => [{ amount: "12.00", currency: "EUR", month: "2025-01" }, ...data]),
    present("listInvoices", (record) => without(record, "number")),
  ],
  // Nothing in them tells whose they are.
  "the-same-invoices-in-both-accounts": sending("listInvoices", () =>
    [7.3, 12.1, 9.9, 44, 3, 18.5].map((total, index) => ({ invoiceNumber: index + 1, total })),
  ),
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
  "subscriptions-that-look-alike": present("getSubscription", () => ({ plan: "team", seats: 5, valid: true })),
  "unknown-id-empty": onUnknownId(() => success([])),
  "unknown-id-placeholder": onUnknownId(() => success([{ key: null, plan: "none", seats: 0 }])),
  "volatile-subscription": present("getSubscription", (row, _, ask) => ({
    ...row,
    asOf: Date.now(),
    asked: subscriptionIdOf(ask),
  })),
  "ids-with-slashes": { subscriptionIds: ["acme/2024 ü", "50%+1?#x"] },
  "ids-in-any-letter-case": [
    taking("getSubscription", ({ path }) => ({ path: path.toLowerCase() })),
    { subscriptionIds: ["plan-a7", "team-b8"] },
  ],
  "a-subscription-in-each-account": [...withForeign((isFirst) => !isFirst)],
  "numbered-ids": { subscriptionIds: ["17", "18"] },
  "one-subscription": { subscriptionIds: ["only"] },
  "same-plan": present("getSubscription", (record) => ({ ...record, plan: "team", seats: 5 })),

  // The response to a creation, and how it is executed.
  "visible-after-2-s": lagging(2000),
  // One of two copies of the list is behind; clients get either.
  "visible-in-every-other-copy": lagging(2000, "list", ({ nth }) => nth % 2 === 0),
  "visible-in-two-of-three-copies": lagging(3500, "list", ({ nth }) => nth % 3 === 0),
  "accepted-then-visible": [lagging(1000), answering(202, success([]))],
  "total-lags": lagging(700, "total"),
  "created-200": answering(200),
  "created-with-the-list": onGood("createUser", (_, ...at) =>
    success(usersOf(...at).slice(0, 10), 1, usersOf(...at).length, 201),
  ),
  "wants-a-nested-body": [
    taking("createUser", ({ body }) => {
      const { name, addresses } = members(readObject(body)?.["data"]);
      return { body: JSON.stringify({ name, email: members(members(addresses)["0"])["value"] }) };
    }),
    {
      createBody: { data: { name: "New {{unique}}", addresses: [{ type: "work", value: "{{unique}}@new.example" }] } },
    },
  ],
  "validates-first": early(
    (ask) => isFor(ask, "createUser") && typeof readObject(ask.body)?.["email"] !== "string",
    () => failure(422, "incomplete", "A user has an email."),
  ),
  "same-body-same-user": instead(
    ({ status }, ask) => status === 409 && isFor(ask, "createUser"),
    (_, ask, service) => {
      const { email } = readObject(ask.body) ?? {};
      return success(
        usersOf(ask, service).filter((user) => user["email"] === email),
        1,
        1,
      );
    },
  ),
  "returns-a-receipt": present("createUser", ({ id }) => ({ receipt: `r-${String(id)}` })),
  "returns-less": present("createUser", ({ id }) => ({ id })),
  "returns-a-url-as-id": present("createUser", (row) => ({
    ...row,
    id: `https://x.example/users/${String(row["id"])}`,
  })),
  "gives-new-users-another-member": present(["listUsers", "createUser"], ({ id, ...row }) =>
    Number(id) < 5000 ? { ...row, uuid: `6f1c-${String(id)}` } : { id, ...row },
  ),
  "a-long-list": { world: { users: [4000, 7] } },
  "queues-an-invitation": onGood("createUser", (reply) =>
    success([{ id: 1001, state: "queued" }], 1, 1, reply.status + 1),
  ),
  "lists-no-names": present("listUsers", ({ id, team }) => ({ id, team })),
  "lists-masked-names": present("listUsers", (row) => ({
    ...row,
    name: masked(row["name"]),
    email: masked(row["email"]),
  })),
  // A new user has no team yet; its own name has another name.
  "names-of-teams": present(people, ({ name, team, ...row }) => ({
    ...row,
    displayName: name,
    team: team === "unassigned" ? null : { name: team },
  })),
  "lists-by-name": listing("listUsers", (users, query) =>
    pageOf(
      users.toSorted((left, right) => String(left["name"]).localeCompare(String(right["name"]))),
      query,
    ),
  ),
  "stores-capitals": present(people, ({ name, ...rest }) => ({ ...rest, name: String(name).toUpperCase() })),
  // Both accounts are of one organization.
  "one-organization": (ask, next, { accounts: [first], accountOf }) =>
    next(ask.path === "/api/v1/users" && accountOf(ask) ? { ...ask, authorization: `Bearer ${first.token}` } : ask),
  "second-sees-all": reshape("listUsers", (envelope, ask, { accounts: [first, second], accountOf }) => {
    if (accountOf(ask) !== second) return envelope;
    return pageOf([...first.users, ...second.users], ask.query).envelope ?? envelope;
  }),
  "others-create-and-delete": othersWrite(),

  // A service that is not always there.
  "one-at-a-time": atMost(1, say(503, "Come back later.", { "retry-after": "1" }), (ask) => isFor(ask, "createUser")),
  "two-at-a-time": atMost(2, say(429, "Come back.", { "retry-after": "0" }), () => true),
  "away-now-and-then": early(
    ({ nth }) => nth % 9 === 0,
    () => ({ status: 503, headers: { "retry-after": "0" } }),
  ),
  "fails-once": early(
    ({ nth, method }) => nth === 8 && method === "GET",
    () => failure(500, "oops", "Once."),
  ),
});
