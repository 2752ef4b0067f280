import { isDeepStrictEqual } from "node:util";
import { isFor, onGood, pause, reshape, usersOf, type Departure } from "../departures.ts";
import { members, readObject, type Ask, type Reply, type Row, type Service } from "../service.ts";

/** The name or address in a body, by which its user is recognized. */
export function sentIn({ body }: Ask): string {
  return String(readObject(body)?.["email"]);
}

export const isNew = (row: unknown): boolean => JSON.stringify(row).includes("orgkit");

/** Removes users from the list and from its total; the next ones move up, unless the list is filtered or sorted. */
export function withoutUsers(isHidden: (user: unknown) => boolean): Departure {
  return reshape("listUsers", ({ data, meta }, ask, service) => {
    const users = usersOf(ask, service);
    const start = users.findIndex((user) => isDeepStrictEqual(user, data[0]));
    const isWhole = meta.total === users.length;
    const isPlain = isWhole && start >= 0 && isDeepStrictEqual(users.slice(start, start + data.length), data);
    const hidden = (isWhole ? users : data).filter(isHidden);
    const visible = (isPlain ? users : data).filter((user) => !isHidden(user));
    return {
      data: isPlain ? visible.slice(start, start + data.length) : visible,
      meta: { ...meta, total: meta.total - hidden.length },
    };
  });
}

/** Confirms creations selected by `holds`, and drops their users. */
export function forgetting(holds: (ask: Ask, service: Service) => boolean | Promise<boolean>): readonly Departure[] {
  const emails = new Set<unknown>();
  return [
    async (ask, next, service) => {
      if (isFor(ask, "createUser") && (await holds(ask, service))) emails.add(sentIn(ask));
      return next(ask);
    },
    withoutUsers((user) => emails.has(members(user)["email"])),
  ];
}

/** Whether a request overlaps with another one: it waits a moment to see. */
export function overlaps(): (ask: Ask) => Promise<boolean> {
  let underway = 0;
  let count = 0;
  return async () => {
    underway += 1;
    const number = (count += 1);
    await pause(15);
    const isAlone = underway === 1 && number === count;
    underway -= 1;
    return !isAlone;
  };
}

/** Whether a request overlaps with another one of the same account. */
export function overlapsOfAccount(): (ask: Ask) => Promise<boolean> {
  const ofAccounts = new Map<string, (ask: Ask) => Promise<boolean>>();
  return (ask) => {
    const known = ofAccounts.get(ask.authorization ?? "") ?? overlaps();
    ofAccounts.set(ask.authorization ?? "", known);
    return known(ask);
  };
}

/** Whether a creation is every Nth one with a new address. */
export function everyNth(count: number): (ask: Ask, service: Service) => boolean {
  const sent = new Set<string>();
  return (ask, { accountOf }) => {
    const address = sentIn(ask);
    if (accountOf(ask) === undefined || !address.includes("@") || sent.has(address)) return false;
    return sent.add(address).size % count === 0;
  };
}

/** Every creation but the first costs the account its oldest user. */
export function dropping(): readonly Departure[] {
  const dropped = new Set<unknown>();
  let count = 0;
  return [
    async (ask, next, service) => {
      const reply = await next(ask);
      if (!isFor(ask, "createUser") || !isAccepted(reply)) return reply;
      const oldest = usersOf(ask, service).find((user) => !isNew(user) && !dropped.has(user["email"]));
      if ((count += 1) > 1) dropped.add(oldest?.["email"]);
      return reply;
    },
    withoutUsers((user) => dropped.has(members(user)["email"])),
  ];
}

/** Sends another request to the service after each creation. */
export function also(change: (ask: Ask, reply: Reply, service: Service) => Partial<Ask> | undefined): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    const other = isFor(ask, "createUser") && service.accountOf(ask) ? change(ask, reply, service) : undefined;
    if (other !== undefined) await next({ ...ask, ...other });
    return reply;
  };
}

export const withBody = (ask: Ask, more: Row): Pick<Ask, "body"> => ({
  body: JSON.stringify({ ...readObject(ask.body), ...more }),
});
export const otherToken = (ask: Ask, { accounts, accountOf }: Service): string =>
  `Bearer ${accounts.find((account) => account !== accountOf(ask))?.token}`;

/** Adds a user to the account that asks. */
export async function addUser(ask: Ask, service: Service, name: string): Promise<void> {
  const body = JSON.stringify({ name: "Someone Else", email: `${name}${ask.nth}@elsewhere.example` });
  const headers = { ...ask.headers, "content-type": "application/json" };
  const path = "/api/v1/users";
  await service.answer({ ...ask, headers, method: "POST", path, query: new URLSearchParams(), body });
}

/** Other clients occasionally create a user of the account while its list is read. */
export function joining(): Departure {
  let last = Date.now();
  return async (ask, next, service) => {
    if (isFor(ask, "listUsers") && service.accountOf(ask) && Date.now() - last > 120) {
      last = Date.now();
      await addUser(ask, service, "else");
    }
    return next(ask);
  };
}

export const isAccepted = ({ status }: Reply): boolean => status < 300;

/** The first response to an account's list. */
export function firstTotals(): Departure {
  const totals = new Map<unknown, number>();
  return reshape("listUsers", ({ data, meta }, ask, service) => {
    const account = service.accountOf(ask)?.token;
    const total = totals.get(account) ?? meta.total;
    totals.set(account, total);
    return { data, meta: { ...meta, total } };
  });
}

/** The record of the last creation, which all concurrent ones share. */
export function sharedRecord(): Departure {
  let last: readonly unknown[] = [];
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (!isFor(ask, "createUser") || reply.envelope === undefined || service.accountOf(ask) === undefined) return reply;
    last = reply.envelope.data;
    await pause(15);
    return { ...reply, envelope: { ...reply.envelope, data: last } };
  };
}

/** Removes each new user after some milliseconds. */
export function rollingBack(after = 30): readonly Departure[] {
  const created = new Map<unknown, number>();
  return [
    async (ask, next) => {
      const reply = await next(ask);
      if (isFor(ask, "createUser") && isAccepted(reply)) created.set(sentIn(ask), Date.now());
      return reply;
    },
    withoutUsers((user) => Date.now() - (created.get(members(user)["email"]) ?? Infinity) > after),
  ];
}

/** The list keeps its ETag when users are created. */
export const sameTag = (): Departure =>
  onGood("listUsers", (reply, { headers, query, authorization = "" }) => {
    const etag = `"${authorization.length}${authorization.slice(-4)}${query}"`;
    return headers["if-none-match"] === etag
      ? { status: 304, headers: { etag } }
      : { ...reply, headers: { ...reply.headers, etag } };
  });

/** Responds to a creation by its idempotency key with that of any account. */
export function sharedKeys(): Departure {
  const replies = new Map<string, Reply>();
  return async (ask, next, service) => {
    const key = String(ask.headers["idempotency-key"] ?? "");
    if (key === "" || !isFor(ask, "createUser") || service.accountOf(ask) === undefined) return next(ask);
    const reply = replies.get(key) ?? (await next(ask));
    replies.set(key, reply);
    return reply;
  };
}

/** The total also counts creations that are rejected for their bodies. */
export function countingRejected(): readonly Departure[] {
  const rejected = new Map<unknown, number>();
  const countOf = (ask: Ask, { accountOf }: Service): number => rejected.get(accountOf(ask)?.token) ?? 0;
  return [
    async (ask, next, service) => {
      const reply = await next(ask);
      const isRejected = isFor(ask, "createUser") && (reply.status === 400 || reply.status === 422);
      if (isRejected) rejected.set(service.accountOf(ask)?.token, countOf(ask, service) + 1);
      return reply;
    },
    reshape("listUsers", ({ data, meta }, ask, service) => ({
      data,
      meta: { ...meta, total: meta.total + countOf(ask, service) },
    })),
  ];
}
