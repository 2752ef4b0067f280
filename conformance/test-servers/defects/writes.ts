import { onGood, present, taking, usersOf, isFor, type Departure } from "../departures.ts";
import { failure, members, readObject, success } from "../service.ts";
import { defect } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";
import {
  also,
  countingRejected,
  dropping,
  everyNth,
  firstTotals,
  forgetting,
  isAccepted,
  isNew,
  joining,
  otherToken,
  overlaps,
  overlapsOfAccount,
  rollingBack,
  sameTag,
  sentIn,
  sharedKeys,
  sharedRecord,
  withBody,
  withoutUsers,
} from "./write-departures.ts";

type Line = readonly [rules: string, id: string, around: () => Departure | readonly Departure[]];

/** Confirms creations, and stores nothing. */
const confirming: Departure = (ask, next, { accountOf }) =>
  isFor(ask, "createUser") && accountOf(ask) !== undefined && sentIn(ask).includes("@")
    ? success([{ id: `usr_${ask.nth}`, ...readObject(ask.body) }], 1, 1, 201)
    : next(ask);

const lines: readonly Line[] = [
  ["CREATE-01", "forgets-one-of-two-at-once", () => forgetting(overlaps())],
  ["CREATE-01", "forgets-one-of-two-of-an-account", () => forgetting(overlapsOfAccount())],
  [
    "CREATE-01",
    "forgets-the-second-account-s",
    () => forgetting((ask, { accounts, accountOf }) => accountOf(ask) === accounts[1]),
  ],
  ["CREATE-01", "forgets-while-others-join", () => [joining(), confirming]],
  ["CREATE-01", "forgets-after-a-while", () => rollingBack()],
  ["CREATE-01", "forgets-after-seconds", () => rollingBack(2500)],
  [
    "CREATE-01",
    "forgets-all-after-an-empty-body",
    () => {
      const created = new Set<string>();
      const lost = new Set<string>();
      return [
        async (ask, next) => {
          if (isFor(ask, "createUser") && ask.body === "{}") for (const address of created) lost.add(address);
          if (isFor(ask, "createUser")) created.add(sentIn(ask));
          return next(ask);
        },
        withoutUsers((user) => lost.has(String(members(user)["email"]))),
      ];
    },
  ],
  ["CREATE-01", "forgets-every-fourth", () => forgetting(everyNth(4))],
  ["CREATE-02", "drops-older-users", dropping],
  [
    "CREATE-02",
    "fails-every-third-that-it-stores",
    () => {
      const isThird = everyNth(3);
      return async (ask, next, service) => {
        const reply = await next(ask);
        if (!isFor(ask, "createUser") || !isAccepted(reply) || !isThird(ask, service)) return reply;
        return failure(500, "mail", "The message of welcome could not be sent.");
      };
    },
  ],
  ["CREATE-01", "forgets-letters-beyond-ascii", () => forgetting(({ body }) => /[^ -~\s]/.test(body))],
  [
    "CREATE-04",
    "escapes-apostrophes",
    () => present("listUsers", ({ name, ...row }) => ({ ...row, name: String(name).replaceAll("'", "&#39;") })),
  ],
  ["CREATE-01 CREATE-04", "shares-idempotency-keys", sharedKeys],
  [
    "CREATE-04",
    "stores-another-encoding",
    () => present("listUsers", ({ name, ...row }) => ({ ...row, name: Buffer.from(String(name)).toString("latin1") })),
  ],
  [
    "CREATE-02",
    "stores-twice",
    () => also((ask, reply) => (isAccepted(reply) ? withBody(ask, { email: `2.${sentIn(ask)}` }) : undefined)),
  ],
  [
    "CREATE-02",
    "stores-what-it-rejects",
    () =>
      also(({ body }, { status }) => {
        const mark = /orgkit[0-9a-f]{6}-[0-9a-f]{8}/.exec(body)?.[0];
        if (mark === undefined || (status !== 400 && status !== 422)) return undefined;
        return { body: JSON.stringify({ name: mark, email: `${mark}@elsewhere.example` }) };
      }),
  ],
  [
    "CREATE-02",
    "creates-no-second-of-the-same",
    () => async (ask, next) => {
      const reply = await next(ask);
      if (reply.status !== 409 || !isFor(ask, "createUser")) return reply;
      return success([{ id: "another-5b1e", ...readObject(ask.body) }], 1, 1, 201);
    },
  ],
  ["CREATE-02", "total-stands-still", firstTotals],
  ["CREATE-01", "unchanged-since-creations", sameTag],
  ["CREATE-02", "total-counts-rejected-bodies", countingRejected],
  [
    "CREATE-02",
    "stores-before-it-validates",
    () =>
      also((ask, { status }) => {
        const isObject = readObject(ask.body) !== undefined;
        if (!isObject || (status !== 400 && status !== 422)) return undefined;
        return { body: JSON.stringify({ name: "Nobody", email: `nobody${ask.nth}@elsewhere.example` }) };
      }),
  ],
  [
    "CREATE-02",
    "stores-nobody-for-what-it-rejects",
    () =>
      also(({ nth }, { status }) => {
        if (status !== 400 && status !== 422) return undefined;
        return { body: JSON.stringify({ name: "Nobody", email: `nobody${nth}@elsewhere.example` }) };
      }),
  ],
  [
    "CREATE-03",
    "creates-for-both",
    () => also((ask, reply, service) => (isAccepted(reply) ? { authorization: otherToken(ask, service) } : undefined)),
  ],
  [
    "CREATE-01 CREATE-03",
    "creates-for-another",
    () =>
      taking("createUser", (ask, service) =>
        service.accountOf(ask) ? { authorization: otherToken(ask, service) } : {},
      ),
  ],
  [
    "CREATE-01 CREATE-03",
    "creates-for-the-first-alone",
    () =>
      taking("createUser", (ask, { accountOf, accounts: [{ token }] }) =>
        accountOf(ask) ? { authorization: `Bearer ${token}` } : {},
      ),
  ],
  [
    "CREATE-04",
    "returns-the-first-user",
    () => onGood("createUser", (reply, ask, service) => success(usersOf(ask, service).slice(0, 1), 1, 1, reply.status)),
  ],
  [
    "CREATE-01",
    "ignores-the-body",
    () => present(["listUsers", "createUser"], (row) => (isNew(row) ? { ...row, name: "New User", email: "" } : row)),
  ],
  [
    "CREATE-02",
    "gives-all-the-same-id",
    () => {
      let id: unknown;
      return present(["listUsers", "createUser"], (row) => (isNew(row) ? { ...row, id: (id ??= row["id"]) } : row));
    },
  ],
  ["CREATE-04", "returns-the-user-of-another-at-once", sharedRecord],
  ["CREATE-04", "loses-the-address", () => present("listUsers", (row) => (isNew(row) ? { ...row, email: null } : row))],
];

/** CREATE-01 to CREATE-04: faults of creations, also concurrent ones. */
export const writeDefects: readonly IndependentServer[] = lines.map(([rules, id, around]) =>
  defect(rules, "createUser", id, around()),
);
