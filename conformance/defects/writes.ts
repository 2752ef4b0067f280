import { isFor, onGood, pause, present, reshape, taking, usersOf, type Departure } from "../independent/departures.ts";
import { members, readObject, success, type Ask, type Reply, type Row, type Service } from "../independent/service.ts";
import { defect, undeclared, type Defect } from "./defect.ts";

/** What a body sent as a name or an address, by which its user is known. */
function sentIn({ body }: Ask): string {
  return String(readObject(body)?.["email"]);
}

const isNew = (row: unknown): boolean => JSON.stringify(row).includes("orgkit");

/** Leaves users out of the list, and out of its total. */
function hiding(isHidden: (user: unknown) => boolean): Departure {
  return reshape("listUsers", ({ data, meta }, ask, service) => {
    const users = usersOf(ask, service);
    const hidden = meta.total === users.length ? users.filter(isHidden) : data.filter(isHidden);
    return { data: data.filter((user) => !isHidden(user)), meta: { ...meta, total: meta.total - hidden.length } };
  });
}

/** Answers some creations and forgets their users; `holds` says which, and may wait. */
function forgetting(holds: (ask: Ask, service: Service) => boolean | Promise<boolean>): readonly Departure[] {
  const emails = new Set<unknown>();
  return [
    async (ask, next, service) => {
      if (isFor(ask, "createUser") && (await holds(ask, service))) emails.add(sentIn(ask));
      return next(ask);
    },
    hiding((user) => emails.has(members(user)["email"])),
  ];
}

/** Whether another request of the kind is under way, or comes soon. */
function overlaps(): (ask: Ask) => Promise<boolean> {
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

/** Has a creation done otherwise, as another request to the service, too. */
function also(change: (ask: Ask, reply: Reply, service: Service) => Partial<Ask> | undefined): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    const other = isFor(ask, "createUser") && service.accountOf(ask) ? change(ask, reply, service) : undefined;
    if (other !== undefined) await next({ ...ask, ...other });
    return reply;
  };
}

const withBody = (ask: Ask, more: Row): Pick<Ask, "body"> => ({
  body: JSON.stringify({ ...readObject(ask.body), ...more }),
});
const otherToken = (ask: Ask, { accounts, accountOf }: Service): string =>
  `Bearer ${accounts.find((account) => account !== accountOf(ask))?.token}`;

/** Others create a user of the account now and then, while its list is read. */
function joining(): Departure {
  let last = Date.now();
  return async (ask, next, service) => {
    if (isFor(ask, "listUsers") && service.accountOf(ask) && Date.now() - last > 120) {
      last = Date.now();
      const body = JSON.stringify({ name: "Someone Else", email: `else${ask.nth}@elsewhere.example` });
      const headers = { ...ask.headers, "content-type": "application/json" };
      const path = "/api/v1/users";
      await service.answer({ ...ask, headers, method: "POST", path, query: new URLSearchParams(), body });
    }
    return next(ask);
  };
}

const isAccepted = ({ status }: Reply): boolean => status < 300;

/** What an account's list showed when it was first looked at. */
function firstTotals(): Departure {
  const totals = new Map<unknown, number>();
  return reshape("listUsers", ({ data, meta }, ask, service) => {
    const account = service.accountOf(ask)?.token;
    const total = totals.get(account) ?? meta.total;
    totals.set(account, total);
    return { data, meta: { ...meta, total } };
  });
}

/** The record of the creation that was answered last, which all that are under way share. */
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

/** Takes each new user back after some milliseconds. */
function rollingBack(): readonly Departure[] {
  const created = new Map<unknown, number>();
  return [
    async (ask, next) => {
      const reply = await next(ask);
      if (isFor(ask, "createUser") && isAccepted(reply)) created.set(sentIn(ask), Date.now());
      return reply;
    },
    hiding((user) => Date.now() - (created.get(members(user)["email"]) ?? Infinity) > 30),
  ];
}

/** The list keeps its tag when users are created. */
const sameTag = (): Departure =>
  onGood("listUsers", (reply, { headers, query, authorization = "" }) => {
    const etag = `"${authorization.length}${authorization.slice(-4)}${query}"`;
    return headers["if-none-match"] === etag
      ? { status: 304, headers: { etag } }
      : { ...reply, headers: { ...reply.headers, etag } };
  });

/** The total counts creations, those too that are refused for their bodies. */
function countingRefused(): readonly Departure[] {
  const refused = new Map<unknown, number>();
  const countOf = (ask: Ask, { accountOf }: Service): number => refused.get(accountOf(ask)?.token) ?? 0;
  return [
    async (ask, next, service) => {
      const reply = await next(ask);
      const isRefused = isFor(ask, "createUser") && (reply.status === 400 || reply.status === 422);
      if (isRefused) refused.set(service.accountOf(ask)?.token, countOf(ask, service) + 1);
      return reply;
    },
    reshape("listUsers", ({ data, meta }, ask, service) => ({
      data,
      meta: { ...meta, total: meta.total + countOf(ask, service) },
    })),
  ];
}

type Line = readonly [
  rules: string,
  id: string,
  around: () => Departure | readonly Departure[],
  more?: Partial<Defect>,
];

const lines: readonly Line[] = [
  ["CREATE-01", "forgets-one-of-two-at-once", () => forgetting(overlaps())],
  [
    "CREATE-01",
    "forgets-the-second-account-s",
    () => forgetting((ask, { accounts, accountOf }) => accountOf(ask) === accounts[1]),
  ],
  [
    "CREATE-01",
    "forgets-while-others-join",
    () => [joining(), ...forgetting(({ body }) => body.includes("orgkit"))],
    undeclared,
  ],
  ["CREATE-01", "forgets-after-a-while", rollingBack],
  [
    "CREATE-02",
    "stores-twice",
    () => also((ask, reply) => (isAccepted(reply) ? withBody(ask, { email: `2.${sentIn(ask)}` }) : undefined)),
  ],
  [
    "CREATE-02",
    "stores-what-it-refuses",
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
  ["CREATE-02", "total-counts-refused-bodies", countingRefused, undeclared],
  [
    "CREATE-02",
    "stores-nobody-for-what-it-refuses",
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
  ["CREATE-04", "returns-the-user-of-another-at-once", sharedRecord, { collateral: ["DECL-24 createUser"] }],
  [
    "CREATE-04",
    "loses-the-address",
    () => present("listUsers", (row) => (isNew(row) ? { ...row, email: null } : row)),
    undeclared,
  ],
];

/** CREATE-01 to CREATE-04: what becomes of a creation, also where several are under way. */
export const writeDefects: readonly Defect[] = lines.map(([rules, id, around, more]) => ({
  ...defect(rules, "createUser", id, around()),
  ...more,
}));
