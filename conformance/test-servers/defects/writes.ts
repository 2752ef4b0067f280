import { isDeepStrictEqual } from "node:util";
import { isFor, onGood, pause, present, reshape, taking, usersOf, type Departure } from "../departures.ts";
import { failure, members, readObject, success, type Ask, type Reply, type Row, type Service } from "../service.ts";
import { defects } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** The address in a body, by which its user is recognized. */
function sentIn({ body }: Ask): string {
  return String(readObject(body)?.["email"]);
}

const isNew = (row: unknown): boolean => JSON.stringify(row).includes("orgkit");
const isAccepted = ({ status }: Reply): boolean => status < 300;
const isInvalid = ({ status }: Reply): boolean => status === 400 || status === 422;

/** Removes users from the list and from its total; the next ones move up, unless the list is filtered or sorted. */
function withoutUsers(isHidden: (user: unknown) => boolean): Departure {
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

/** Removes the users with addresses that a creation selects, before or after it is executed. */
function losing(select: (ask: Ask, service: Service, lost: Set<unknown>, next: Reply) => void): readonly Departure[] {
  const lost = new Set<unknown>();
  return [
    async (ask, next, service) => {
      const reply = await next(ask);
      if (isFor(ask, "createUser")) select(ask, service, lost, reply);
      return reply;
    },
    withoutUsers((user) => lost.has(members(user)["email"])),
  ];
}

/** Confirms creations that are selected, and drops their users. */
function forgetting(isForgotten: (ask: Ask, service: Service) => boolean): readonly Departure[] {
  return losing((ask, service, lost) => {
    if (isForgotten(ask, service)) lost.add(sentIn(ask));
  });
}

/** Forgets creations that overlap with another request for one: each waits a moment to see. */
function forgettingOverlaps(): readonly Departure[] {
  const overlapping = new Set<Ask>();
  let [underway, count] = [0, 0];
  return [
    ...losing((ask, _, lost) => {
      if (overlapping.has(ask)) lost.add(sentIn(ask));
    }),
    async (ask, next) => {
      if (!isFor(ask, "createUser")) return next(ask);
      underway += 1;
      const number = (count += 1);
      await pause(15);
      if (underway > 1 || number !== count) overlapping.add(ask);
      underway -= 1;
      return next(ask);
    },
  ];
}

/** Removes each new user after some milliseconds. */
function rollingBack(after: number): readonly Departure[] {
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

/** Sends another request to the service after each creation. */
function also(change: (ask: Ask, reply: Reply, service: Service) => Partial<Ask> | undefined): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    const other = isFor(ask, "createUser") && service.accountOf(ask) ? change(ask, reply, service) : undefined;
    if (other !== undefined) await next({ ...ask, ...other });
    return reply;
  };
}

const withBody = (more: Row): Pick<Ask, "body"> => ({ body: JSON.stringify(more) });
const otherToken = (ask: Ask, { accounts, accountOf }: Service): string =>
  `Bearer ${accounts.find((account) => account !== accountOf(ask))?.token}`;

/** Adds a user to the account that asks. */
export async function addUser(ask: Ask, service: Service, name: string): Promise<void> {
  const { body } = withBody({ name: "Someone Else", email: `${name}${ask.nth}@elsewhere.example` });
  const headers = { ...ask.headers, "content-type": "application/json" };
  const path = "/api/v1/users";
  await service.answer({ ...ask, headers, method: "POST", path, query: new URLSearchParams(), body });
}

/** Confirms creations, and stores nothing; other clients create users while the list is read. */
function confirmingWhileOthersJoin(): readonly Departure[] {
  let last = Date.now();
  return [
    async (ask, next, service) => {
      if (isFor(ask, "listUsers") && service.accountOf(ask) && Date.now() - last > 120) {
        last = Date.now();
        await addUser(ask, service, "else");
      }
      return next(ask);
    },
    (ask, next, { accountOf }) =>
      isFor(ask, "createUser") && accountOf(ask) !== undefined && sentIn(ask).includes("@")
        ? success([{ id: `usr_${ask.nth}`, ...readObject(ask.body) }], 1, 1, 201)
        : next(ask),
  ];
}

/** The total of the first response to an account's list. */
function firstTotals(): Departure {
  const totals = new Map<unknown, number>();
  return reshape("listUsers", ({ data, meta }, ask, service) => {
    const account = service.accountOf(ask)?.token;
    const total = totals.get(account) ?? meta.total;
    totals.set(account, total);
    return { data, meta: { ...meta, total } };
  });
}

/** The record of the last creation, which all concurrent ones share. */
function sharedRecord(): Departure {
  let last: readonly unknown[] = [];
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (!isFor(ask, "createUser") || reply.envelope === undefined || service.accountOf(ask) === undefined) return reply;
    last = reply.envelope.data;
    await pause(15);
    return { ...reply, envelope: { ...reply.envelope, data: last } };
  };
}

/** Responds to a creation by its idempotency key with that of any account. */
function sharedKeys(): Departure {
  const replies = new Map<string, Reply>();
  return async (ask, next, service) => {
    const key = String(ask.headers["idempotency-key"] ?? "");
    if (key === "" || !isFor(ask, "createUser") || service.accountOf(ask) === undefined) return next(ask);
    const reply = replies.get(key) ?? (await next(ask));
    replies.set(key, reply);
    return reply;
  };
}

/** CREATE-01 to CREATE-04: faults of creations, also concurrent ones. */
export const writeDefects: readonly IndependentServer[] = [
  ...defects("CREATE-01", ["createUser"], {
    "created-and-forgotten": () => forgetting(() => true),
    "forgets-one-of-two-at-once": forgettingOverlaps,
    "forgets-the-second-account-s": () => forgetting((ask, { accounts, accountOf }) => accountOf(ask) === accounts[1]),
    "forgets-while-others-join": confirmingWhileOthersJoin,
    "forgets-after-seconds": () => rollingBack(2500),
    "forgets-every-fourth": () => {
      let count = 0;
      return losing((ask, _, lost, reply) => {
        if (isAccepted(reply) && (count += 1) % 4 === 0) lost.add(sentIn(ask));
      });
    },
    "forgets-letters-beyond-ascii": () => forgetting(({ body }) => /[^ -~\s]/.test(body)),
    "forgets-all-after-an-empty-body": () => {
      const created = new Set<string>();
      return losing((ask, _, lost) => {
        if (ask.body === "{}") for (const address of created) lost.add(address);
        created.add(sentIn(ask));
      });
    },
    // The list keeps its ETag when users are created.
    "unchanged-since-creations": () =>
      onGood("listUsers", (reply, { headers, query, authorization = "" }) => {
        const etag = `"${authorization.length}${authorization.slice(-4)}${query}"`;
        return headers["if-none-match"] === etag
          ? { status: 304, headers: { etag } }
          : { ...reply, headers: { ...reply.headers, etag } };
      }),
  }),
  ...defects("CREATE-01 CREATE-03", ["createUser"], {
    "creates-for-another": () =>
      taking("createUser", (ask, service) =>
        service.accountOf(ask) ? { authorization: otherToken(ask, service) } : {},
      ),
  }),
  ...defects("CREATE-01 CREATE-04", ["createUser"], { "shares-idempotency-keys": sharedKeys }),
  ...defects("CREATE-02", ["createUser"], {
    // Every creation but the first costs the account its oldest user.
    "drops-older-users": () => {
      let count = 0;
      return losing((ask, service, lost, reply) => {
        if (!isAccepted(reply)) return;
        const oldest = usersOf(ask, service).find((user) => !isNew(user) && !lost.has(user["email"]));
        if ((count += 1) > 1) lost.add(oldest?.["email"]);
      });
    },
    "fails-every-third-that-it-stores": () => {
      let count = 0;
      return onGood("createUser", (reply) =>
        (count += 1) % 3 === 0 ? failure(500, "mail", "The message of welcome could not be sent.") : reply,
      );
    },
    "stores-twice": () =>
      also((ask, reply) =>
        isAccepted(reply) ? withBody({ ...readObject(ask.body), email: `2.${sentIn(ask)}` }) : undefined,
      ),
    "stores-what-it-rejects": () =>
      also(({ body }, reply) => {
        const mark = /orgkit[0-9a-f]{6}-[0-9a-f]{8}/.exec(body)?.[0];
        if (mark === undefined || !isInvalid(reply)) return undefined;
        return withBody({ name: mark, email: `${mark}@elsewhere.example` });
      }),
    "stores-nobody-for-what-it-rejects": () =>
      also(({ nth }, reply) =>
        isInvalid(reply) ? withBody({ name: "Nobody", email: `nobody${nth}@elsewhere.example` }) : undefined,
      ),
    "total-stands-still": firstTotals,
    "gives-all-the-same-id": () => {
      let id: unknown;
      return present(["listUsers", "createUser"], (row) => (isNew(row) ? { ...row, id: (id ??= row["id"]) } : row));
    },
  }),
  ...defects("CREATE-03", ["createUser"], {
    "creates-for-both": () =>
      also((ask, reply, service) => (isAccepted(reply) ? { authorization: otherToken(ask, service) } : undefined)),
  }),
  ...defects("CREATE-04", ["createUser"], {
    "returns-the-first-user": () =>
      onGood("createUser", (reply, ask, service) => success(usersOf(ask, service).slice(0, 1), 1, 1, reply.status)),
    "returns-the-user-of-another-at-once": sharedRecord,
    "stores-another-encoding": () =>
      present("listUsers", ({ name, ...row }) => ({ ...row, name: Buffer.from(String(name)).toString("latin1") })),
    "loses-the-address": () => present("listUsers", (row) => (isNew(row) ? { ...row, email: null } : row)),
  }),
];
