import { failure, readObject, success, type Reply } from "./service.ts";
import { isFor, odd, onGood, onSuccess, type Departure } from "./departures.ts";
import type { Stranger } from "./stranger.ts";

/** Answers a creation in another way. */
function answering(status: number, change: (reply: Reply) => Partial<Reply> = () => ({})): Departure {
  return onGood("createUser", (reply) => ({ ...reply, status, ...change(reply) }));
}

const empty: Partial<Reply> = { envelope: { data: [], meta: { page: 1, total: 0 } } };

/** A list shows what it was some time ago: a read model that lags behind. */
export function lagging(milliseconds: number): Departure {
  const born = new WeakMap<object, number>();
  return async (ask, next, service) => {
    const account = service.accountOf(ask);
    const before = account?.users.length ?? 0;
    const reply = await next(ask);
    if (account === undefined) return reply;
    for (const user of account.users.slice(before)) born.set(user, Date.now());
    if (reply.envelope === undefined || !isFor(ask, "listUsers")) return reply;
    const isShown = (row: unknown): boolean =>
      !(typeof row === "object" && row !== null) || Date.now() - (born.get(row) ?? 0) > milliseconds;
    const { data, meta } = reply.envelope;
    const total = account.users.filter(isShown).length;
    return { ...reply, envelope: { data: data.filter(isShown), meta: { ...meta, total } } };
  };
}

/** Takes a body of another shape. */
function taking(
  read: (fields: Readonly<Record<string, unknown>>) => { name: unknown; email: unknown } | undefined,
): Departure {
  return (ask, next) => {
    if (!isFor(ask, "createUser")) return next(ask);
    const given = read(readObject(ask.body) ?? {});
    return next({ ...ask, body: JSON.stringify(given ?? {}) });
  };
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value))[name] : undefined;
}

/** Odd in how a user is created and in what is said of it. */
export const conformingInCreation: readonly Stranger[] = [
  odd("visible-after-2-s", "shows a created user after 2 s", () => ({ around: [lagging(2000)] })),
  odd("accepted-then-visible", "answers a creation 202 with nothing, and shows the user after 1 s", () => ({
    around: [lagging(1000), answering(202, () => empty)],
  })),
  odd("created-200", "answers a creation 200 with the record", () => ({ around: [answering(200)] })),
  odd("created-201-empty", "answers a creation 201 with an empty envelope", () => ({
    around: [answering(201, () => empty)],
  })),
  odd("created-202-empty", "answers a creation 202 with an empty envelope", () => ({
    around: [answering(202, () => empty)],
  })),
  odd("created-with-count", "counts all users in the reply to a creation", () => ({
    around: [
      onSuccess("createUser", ({ data }, ask, service) => ({
        data,
        meta: { page: 3, total: service.accountOf(ask)?.users.length },
      })),
    ],
  })),
  odd("created-none-with-count", "answers a creation with no record, and counts all users", () => ({
    around: [
      onSuccess("createUser", (_, ask, service) => ({
        data: [],
        meta: { page: 1, total: service.accountOf(ask)?.users.length },
      })),
    ],
  })),
  odd("created-with-the-list", "answers a creation with the first page of users", () => ({
    around: [
      onGood("createUser", (_, ask, service) => {
        const users = service.accountOf(ask)?.users ?? [];
        return success(201, users.slice(0, 10), 1, users.length);
      }),
    ],
  })),
  odd("created-with-location", "names the new user in Location", () => ({
    around: [answering(201, ({ headers }) => ({ headers: { ...headers, location: "/api/v1/users/77" } }))],
  })),
  odd(
    "wants-login-and-locale",
    "wants a login and a locale of a new user, and nothing else",
    () => ({
      around: [
        taking(({ login, locale, ...rest }) =>
          locale === "en-GB" && Object.keys(rest).length === 0 ? { name: login, email: login } : undefined,
        ),
      ],
    }),
    { createBody: { login: "user-{{unique}}", locale: "en-GB" } },
  ),
  odd(
    "wants-a-nested-body",
    "wants a new user inside data, with a list of addresses",
    () => ({
      around: [
        taking(({ data }) => {
          const address = part(part(part(data, "addresses"), "0"), "value");
          return { name: part(data, "name"), email: address };
        }),
      ],
    }),
    {
      createBody: { data: { name: "New {{unique}}", addresses: [{ type: "work", value: "{{unique}}@new.example" }] } },
    },
  ),
  odd("validates-first", "looks at the body before it looks at the token", () => ({
    around: [
      (ask, next) => {
        if (!isFor(ask, "createUser")) return next(ask);
        const fields = readObject(ask.body);
        return fields === undefined || typeof fields["email"] !== "string"
          ? { ...failure(422, "incomplete", "A user has an email."), isRefusal: true }
          : next(ask);
      },
    ],
  })),
];
