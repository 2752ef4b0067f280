import { withOtherClients } from "./conforming-lists.ts";
import {
  early,
  instead,
  isFor,
  listing,
  oddities,
  onGood,
  pause,
  present,
  reshape,
  usersOf,
  type Departure,
} from "./departures.ts";
import { failure, newUser, pageOf, readObject, success, type Ask, type Reply, type Row } from "./service.ts";

/** The list and its total show users some time after their creation, or only the total does: a read model. */
export function lagging(milliseconds: number, part: "list" | "total" = "list"): Departure {
  const born = new WeakMap<object, number>();
  const isShown = (user: unknown): boolean => Date.now() - (born.get(Object(user)) ?? 0) > milliseconds;
  const hold = reshape("listUsers", ({ data, meta }, ask, service) => ({
    data: part === "list" ? data.filter(isShown) : data,
    meta: { ...meta, total: usersOf(ask, service).filter(isShown).length },
  }));
  return async (ask, next, service) => {
    const before = usersOf(ask, service).length;
    const reply = await hold(ask, next, service);
    for (const user of usersOf(ask, service).slice(before)) born.set(user, Date.now());
    return reply;
  };
}

/** Treats the second account as the first one for requests about users. */
const oneOrganization: Departure = (ask, next, { accounts: [first], accountOf }) =>
  next(ask.path === "/api/v1/users" && accountOf(ask) ? { ...ask, authorization: `Bearer ${first.token}` } : ask);

/** Changes the response to a creation whose address is taken. */
const onRepetition = (answer: (user: Row) => Reply): Departure =>
  instead(
    ({ status }, ask) => status === 409 && isFor(ask, "createUser"),
    (_, ask, service) => {
      const { email } = readObject(ask.body) ?? {};
      return answer(usersOf(ask, service).find((user) => user["email"] === email) ?? {});
    },
  );

/** Creates users one after the other: concurrent requests must come back later. */
function oneAtATime(): Departure {
  let isBusy = false;
  return async (ask, next) => {
    if (!isFor(ask, "createUser")) return next(ask);
    if (isBusy) return { ...failure(503, "busy", "Come back later."), headers: { "retry-after": "1" } };
    isBusy = true;
    await pause(15);
    isBusy = false;
    return next(ask);
  };
}

/** Rejects more than two concurrent requests. */
function twoAtATime(): Departure {
  let underway = 0;
  return async (ask, next) => {
    if (underway >= 2) return { ...failure(429, "busy", "Come back."), headers: { "retry-after": "0" } };
    underway += 1;
    await pause(2);
    underway -= 1;
    return next(ask);
  };
}

/** Other clients write every N milliseconds: they delete the first user, and create one in their turn or if few are left. */
function othersWrite(milliseconds: number, turns: readonly ("create" | "delete")[]): Departure {
  let last = Date.now();
  let turn = 0;
  return withOtherClients((users, nth) => {
    if (Date.now() - last < milliseconds) return;
    last = Date.now();
    if (turns[turn++ % turns.length] === "create" || users.length <= 12) {
      users.push(newUser(9000 + nth, "Someone Else", `else${nth}@company1.example`));
    } else users.shift();
  });
}

const byName = (users: readonly Row[]): readonly Row[] =>
  users.toSorted((left, right) => String(left["name"]).localeCompare(String(right["name"])));

const masked = (text: unknown): string => `${String(text).slice(0, 2)}***`;

const isGet = ({ method }: Ask): boolean => method === "GET";

/** Unusual creations (§3, §4, §7 and §8 leave them open), and availability. */
export const conformingInWrites = oddities({
  "others-create-and-delete": othersWrite(150, ["create", "delete"]),
  "others-delete-now-and-then": othersWrite(400, ["delete"]),
  "total-lags": lagging(700, "total"),
  "lists-no-names": present("listUsers", ({ id, team }) => ({ id, team })),
  "lists-masked-names": present("listUsers", (row) => ({
    ...row,
    name: masked(row["name"]),
    email: masked(row["email"]),
  })),
  "lists-initials": present(["listUsers", "createUser"], ({ name, ...row }) => ({
    ...row,
    name: `${String(name)[0]}.`,
  })),
  "lists-by-name": listing("listUsers", (users, query) => pageOf(byName(users), query)),
  "lists-no-addresses": present("listUsers", ({ id, name }) => ({ id, name })),
  "stores-capitals": present(["listUsers", "createUser"], ({ name, ...rest }) => ({
    ...rest,
    name: String(name).toUpperCase(),
  })),
  "one-organization": oneOrganization,
  "second-sees-all": reshape("listUsers", (envelope, ask, { accounts: [first, second], accountOf }) => {
    if (accountOf(ask) !== second) return envelope;
    return pageOf([...first.users, ...second.users], ask.query).envelope ?? envelope;
  }),
  "same-body-same-user": onRepetition((user) => success([user], 1, 1, 200)),
  "same-body-nothing-new": onRepetition(() => success([], 1, 0, 200)),
  "queues-an-invitation": onGood("createUser", (reply) =>
    success([{ id: 1001, state: "queued" }], 1, 1, reply.status + 1),
  ),
  "one-at-a-time": oneAtATime(),
  "two-at-a-time": twoAtATime(),
  "away-now-and-then": early(
    ({ nth }) => nth % 9 === 0,
    () => ({ status: 503, headers: { "retry-after": "0" } }),
  ),
  "fails-once": early(
    (ask) => ask.nth === 8 && isGet(ask),
    () => failure(500, "oops", "Once."),
  ),
});
