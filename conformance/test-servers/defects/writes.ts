import { onGood, present, taking, usersOf, isFor, type Departure } from "../departures.ts";
import { failure, members, readObject, success } from "../service.ts";
import { defect, undeclared, type Defect } from "./defect.ts";
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

type Line = readonly [
  rules: string,
  id: string,
  around: () => Departure | readonly Departure[],
  more?: Partial<Defect>,
];

/** Confirms creations, and stores nothing. */
const confirming: Departure = (ask, next, { accountOf }) =>
  isFor(ask, "createUser") && accountOf(ask) !== undefined && sentIn(ask).includes("@")
    ? success([{ id: `usr_${ask.nth}`, ...readObject(ask.body) }], 1, 1, 201)
    : next(ask);

/** `withoutUsers` leaves gaps in sorted pages that are read after a creation. */
const unsorted: Partial<Defect> = { dialect: { sorting: { style: "none" } } };

const lines: readonly Line[] = [
  ["CREATE-01", "forgets-one-of-two-at-once", () => forgetting(overlaps()), unsorted],
  ["CREATE-01", "forgets-one-of-two-of-an-account", () => forgetting(overlapsOfAccount()), unsorted],
  [
    "CREATE-01",
    "forgets-the-second-account-s",
    () => forgetting((ask, { accounts, accountOf }) => accountOf(ask) === accounts[1]),
    unsorted,
  ],
  ["CREATE-01", "forgets-while-others-join", () => [joining(), confirming], undeclared],
  ["CREATE-01", "forgets-after-a-while", () => rollingBack(), unsorted],
  ["CREATE-01", "forgets-after-seconds", () => rollingBack(2500), unsorted],
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
    { ...undeclared, ...unsorted },
  ],
  ["CREATE-01", "forgets-every-fourth", () => forgetting(everyNth(4)), { ...undeclared, ...unsorted }],
  ["CREATE-02", "drops-older-users", dropping, { ...undeclared, ...unsorted }],
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
    undeclared,
  ],
  [
    "CREATE-01",
    "forgets-letters-beyond-ascii",
    () => forgetting(({ body }) => /[^ -~\s]/.test(body)),
    { ...undeclared, ...unsorted },
  ],
  [
    "CREATE-04",
    "escapes-apostrophes",
    () => present("listUsers", ({ name, ...row }) => ({ ...row, name: String(name).replaceAll("'", "&#39;") })),
    undeclared,
  ],
  ["CREATE-01 CREATE-04", "shares-idempotency-keys", sharedKeys, undeclared],
  [
    "CREATE-04",
    "stores-another-encoding",
    () => present("listUsers", ({ name, ...row }) => ({ ...row, name: Buffer.from(String(name)).toString("latin1") })),
    undeclared,
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
    undeclared,
  ],
  [
    "CREATE-02",
    "total-stands-still",
    firstTotals,
    { ...undeclared, breaks: ["CREATE-02 createUser", "TOTAL-01 listUsers"] },
  ],
  ["CREATE-01", "unchanged-since-creations", sameTag, undeclared],
  ["CREATE-02", "total-counts-rejected-bodies", countingRejected, undeclared],
  [
    "CREATE-02",
    "stores-before-it-validates",
    () =>
      also((ask, { status }) => {
        const isObject = readObject(ask.body) !== undefined;
        if (!isObject || (status !== 400 && status !== 422)) return undefined;
        return { body: JSON.stringify({ name: "Nobody", email: `nobody${ask.nth}@elsewhere.example` }) };
      }),
    undeclared,
  ],
  [
    "CREATE-02",
    "stores-nobody-for-what-it-rejects",
    () =>
      also(({ nth }, { status }) => {
        if (status !== 400 && status !== 422) return undefined;
        return { body: JSON.stringify({ name: "Nobody", email: `nobody${nth}@elsewhere.example` }) };
      }),
    undeclared,
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
    undeclared,
  ],
  [
    "CREATE-01",
    "ignores-the-body",
    () => present(["listUsers", "createUser"], (row) => (isNew(row) ? { ...row, name: "New User", email: "" } : row)),
    undeclared,
  ],
  [
    "CREATE-02",
    "gives-all-the-same-id",
    () => {
      let id: unknown;
      return present(["listUsers", "createUser"], (row) => (isNew(row) ? { ...row, id: (id ??= row["id"]) } : row));
    },
    undeclared,
  ],
  ["CREATE-04", "returns-the-user-of-another-at-once", sharedRecord, { collateral: ["DECL-24 createUser"] }],
  [
    "CREATE-04",
    "loses-the-address",
    () => present("listUsers", (row) => (isNew(row) ? { ...row, email: null } : row)),
    undeclared,
  ],
];

/** CREATE-01 to CREATE-04: faults of creations, also concurrent ones. */
export const writeDefects: readonly Defect[] = lines.map(([rules, id, around, more]) => ({
  ...defect(rules, "createUser", id, around()),
  ...more,
}));
