import {
  early,
  isFor,
  onGood,
  pause,
  present,
  reshape,
  taking,
  usersOf,
  type Departure,
  defects,
  forClients,
} from "../departures.ts";
import { lagging } from "../conforming-records.ts";
import { otherUser, withOtherClients } from "../conforming-lists.ts";
import { failure, readObject, success, type Ask, type Reply, type Row, type Service } from "../service.ts";
import type { IndependentServer } from "../independent-server.ts";

/** The address in a body, by which its user is recognized. */
function sentIn({ body }: Ask): string {
  return String(readObject(body)?.["email"]);
}

const isNew = (row: unknown): boolean => JSON.stringify(row).includes("orgkit");
const isAccepted = ({ status }: Reply): boolean => status < 300;
const isInvalid = ({ status }: Reply): boolean => status === 400 || status === 422;

/** Acts after each creation. */
function afterCreations(act: (ask: Ask, service: Service, reply: Reply) => void | Promise<unknown>): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (isFor(ask, "createUser")) await act(ask, service, reply);
    return reply;
  };
}

/** Removes the user with this address from every account. */
function removeUser({ accounts }: Service, email: unknown): void {
  for (const { users } of accounts) {
    const index = users.findIndex((user) => user["email"] === email);
    if (index >= 0) users.splice(index, 1);
  }
}

/** Confirms creations that are selected, and drops their users. */
function forgetting(isForgotten: (ask: Ask, service: Service) => boolean): Departure {
  return afterCreations((ask, service) => {
    if (isForgotten(ask, service)) removeUser(service, sentIn(ask));
  });
}

/** Forgets creations that overlap with another request for one: each waits a moment to see. */
function forgettingOverlaps(): Departure {
  let underway = 0;
  let count = 0;
  return forClients("createUser", async (ask, next, _, service) => {
    underway += 1;
    const number = (count += 1);
    await pause(15);
    const isOverlapping = underway > 1 || number !== count;
    underway -= 1;
    const reply = await next(ask);
    if (isOverlapping) removeUser(service, sentIn(ask));
    return reply;
  });
}

/** Sends another request to the service after each creation. */
function also(change: (ask: Ask, reply: Reply, service: Service) => Partial<Ask> | undefined): Departure {
  return afterCreations(async (ask, service, reply) => {
    const other = service.accountOf(ask) ? change(ask, reply, service) : undefined;
    if (other !== undefined) await service.answer({ ...ask, ...other });
  });
}

const withBody = (more: Row): Pick<Ask, "body"> => ({ body: JSON.stringify(more) });
const otherToken = (ask: Ask, { accounts, accountOf }: Service): string =>
  `Bearer ${accounts.find((account) => account !== accountOf(ask))?.token}`;

/** The record of the last creation, which all concurrent ones share. */
function sharedRecord(): Departure {
  let last: readonly unknown[] = [];
  return onGood("createUser", async ({ envelope, ...reply }) => {
    last = envelope.data;
    await pause(15);
    return { ...reply, envelope: { ...envelope, data: last } };
  });
}

/** Responds to a creation by its idempotency key with that of any account. */
function sharedKeys(): Departure {
  const replies = new Map<string, Reply>();
  return forClients("createUser", async (ask, next) => {
    const key = String(ask.headers["idempotency-key"] ?? "");
    if (key === "") return next(ask);
    const reply = replies.get(key) ?? (await next(ask));
    replies.set(key, reply);
    return reply;
  });
}

/** A cache returns the response to a creation to the account's next ones, which the service does not see. */
function keptCreations(): Departure {
  const kept = new Map<unknown, { readonly reply: Reply; readonly until: number }>();
  return forClients("createUser", async (ask, next, account) => {
    const known = kept.get(account);
    if (known !== undefined && known.until > Date.now()) return known.reply;
    const reply = await next(ask);
    if (isAccepted(reply)) kept.set(account, { reply, until: Date.now() + 100 });
    return reply;
  });
}

/** CREATE-01 to CREATE-04: faults of creations, also concurrent ones. */
export const writeDefects: readonly IndependentServer[] = [
  ...defects("CREATE-01", ["createUser"], {
    "forgets-one-of-two-at-once": forgettingOverlaps,
    "forgets-the-second-account-s": () => forgetting((ask, { accounts, accountOf }) => accountOf(ask) === accounts[1]),
    "forgets-while-others-join": () => [
      withOtherClients((users, nth) => users.push(otherUser(nth)), 120),
      forgetting(() => true),
    ],
    "forgets-after-seconds": () =>
      afterCreations((ask, service) => {
        setTimeout(() => removeUser(service, sentIn(ask)), 2500).unref();
      }),
    // One of three replicas gets nothing any more.
    "hides-in-one-of-three-copies": () => lagging(3_600_000, "list", ({ nth }) => nth % 3 === 0),
    "forgets-every-fourth": () => {
      let count = 0;
      return afterCreations((ask, service, reply) => {
        if (isAccepted(reply) && (count += 1) % 4 === 0) removeUser(service, sentIn(ask));
      });
    },
    "forgets-letters-beyond-ascii": () => forgetting(({ body }) => /[^ -~\s]/.test(body)),
    "forgets-all-after-an-empty-body": () => {
      const created = new Set<string>();
      return afterCreations((ask, service) => {
        if (ask.body === "{}") for (const address of created) removeUser(service, address);
        created.add(sentIn(ask));
      });
    },
    "forgets-in-a-long-list": () => [forgetting(() => true), { world: { users: [4000, 7] } }],
    "forgets-where-large-pages-are-rejected": () => [
      early(
        (ask) => isFor(ask, "listUsers") && Number(ask.query.get("per_page")) > 10,
        () => failure(422, "too_many", "At most 10."),
      ),
      forgetting(() => true),
    ],
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
      return afterCreations((ask, service, reply) => {
        if (isAccepted(reply) && (count += 1) > 1) service.accountOf(ask)?.users.shift();
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
    // It looks at the address after it has stored the user.
    "stores-before-the-last-field-is-checked": () =>
      also(({ body, nth }, reply) => {
        const name = readObject(body)?.["name"];
        if (typeof name !== "string" || name === "" || !isInvalid(reply)) return undefined;
        return withBody({ name, email: `unchecked${nth}@elsewhere.example` });
      }),
    "total-stands-still": () =>
      reshape("listUsers", ({ data, meta }, ask, service) => {
        const older = usersOf(ask, service).filter((user) => !isNew(user));
        return { data, meta: { ...meta, total: older.length } };
      }),
    "lists-all-twice-after-a-creation": () =>
      reshape("listUsers", ({ data, meta }, ask, service) =>
        usersOf(ask, service).some(isNew)
          ? { data: data.flatMap((row) => [row, row]), meta: { ...meta, total: 2 * meta.total } }
          : { data, meta },
      ),
    // The total is a counter that loses one of two creations at once.
    "counts-one-of-two-at-once": () => {
      let underway = 0;
      let lost = 0;
      return [
        reshape("listUsers", ({ data, meta }) => ({ data, meta: { ...meta, total: meta.total - lost } })),
        forClients("createUser", async (ask, next) => {
          underway += 1;
          await pause(15);
          if (underway > 1) lost += 1;
          underway -= 1;
          return next(ask);
        }),
      ];
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
    "returns-another-nested-id": () =>
      present(["listUsers", "createUser"], ({ id, ...row }, _, { method }) => ({
        user: { id: method === "POST" ? Number(id) * 7 + 1 : id },
        ...row,
      })),
    "returns-blank-values": () => present("createUser", (row) => ({ ...row, name: "", email: "" })),
    "cuts-long-names-at-any-depth": () =>
      present(["listUsers", "createUser"], ({ name, email, ...row }) => ({
        ...row,
        person: { name: String(name).slice(0, 30), email },
      })),
    "keeps-creations-for-a-moment": keptCreations,
    "stores-another-encoding": () =>
      present("listUsers", ({ name, ...row }) => ({ ...row, name: Buffer.from(String(name)).toString("latin1") })),
    "loses-the-address": () => present("listUsers", (row) => (isNew(row) ? { ...row, email: null } : row)),
  }),
];
