import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConformOptions } from "../options/options.generated.ts";
import { defaultTokens } from "../test-servers/independent-server.ts";
import {
  serverOf,
  type Answer,
  failure,
  openService,
  type Ask,
  type Reply,
  type Service,
} from "../test-servers/service.ts";

/** What a run meets, and how it ends. */
export interface Situation {
  /** As the page has it. */
  readonly words: string;
  readonly exit: 0 | 1 | 3;
  /** What differs from the usual options. */
  readonly given?: Partial<ConformOptions>;
  /** What differs from a service that conforms. */
  readonly answer?: (service: Service) => Answer;
  /** At the end of the base URL. */
  readonly path?: string;
  /** A part of the report's text. */
  readonly says?: RegExp;
}

const unknownToken = "nobody-9f8e7d6c5b";

function gatewayError(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { "content-type": "text/html", ...headers },
    text: `<html><title>${status}</title></html>`,
  };
}

/** Answers some requests otherwise. */
function except(isOther: (ask: Ask) => boolean, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) =>
    (ask) =>
      isOther(ask) ? reply : answer(ask);
}

/** Allows some requests at once, and some a second. */
export function limitedTo(burst: number, rate: number, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) => {
    let [free, last] = [burst, Date.now()];
    return (ask) => {
      const now = Date.now();
      free = Math.min(burst, free + ((now - last) * rate) / 1000);
      last = now;
      if (free < 1) return reply;
      free -= 1;
      return answer(ask);
    };
  };
}

/** Answers otherwise for some seconds, in the middle of the run. */
function forSeconds(seconds: number, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) => {
    let from = Number.POSITIVE_INFINITY;
    return (ask) => {
      if (ask.nth === 60) from = Date.now();
      return Date.now() - from < 1000 * seconds && ask.nth >= 60 ? reply : answer(ask);
    };
  };
}

/** Answers a part of the requests otherwise, drawn in the same way in each run. */
function atRandom(part: number, reply: Reply): NonNullable<Situation["answer"]> {
  return except(({ nth }) => createHash("sha256").update(String(nth)).digest().readUInt8(0) < part * 256, reply);
}

const isSecond = ({ authorization }: Ask): boolean => authorization === `Bearer ${defaultTokens.second}`;
const isFirst = ({ authorization }: Ask): boolean => authorization === `Bearer ${defaultTokens.first}`;
const isUsers = ({ path }: Ask): boolean => path === "/api/v1/users";
const isInvoices = ({ path }: Ask): boolean => path === "/api/v1/invoices";
const forbidden = failure(403, "forbidden", "This token has no right to do that.");
const writing = { allowWrites: true, quick: false } as const;

/** The situations of the page, in its order. */
export const situations: readonly Situation[] = [
  { words: "the service conforms, and everything is given", exit: 0, given: writing },
  { words: "only the token is given", exit: 0, given: { secondToken: undefined, ids: {} } },
  { words: "the token is unknown or expired", exit: 3, given: { token: unknownToken }, says: /rejects the token/ },
  {
    words: "the second token is unknown or expired",
    exit: 3,
    given: { secondToken: unknownToken },
    says: /rejects the token in ORGKIT_TOKEN_B/,
  },
  { words: "the second token has no rights", exit: 3, answer: except(isSecond, forbidden), says: /ORGKIT_TOKEN_B/ },
  {
    words: "the second token may list users, but no invoices",
    exit: 0,
    answer: except((ask) => isSecond(ask) && isInvoices(ask), forbidden),
  },
  {
    words: "the token may list users, but no invoices (403)",
    exit: 3,
    answer: except((ask) => isFirst(ask) && isInvoices(ask), forbidden),
    says: /listInvoices: the token is accepted, but not/,
  },
  {
    words: "the token may not create users (403)",
    exit: 3,
    given: writing,
    answer: except((ask) => ask.method === "POST" && isFirst(ask), forbidden),
    says: /createUser: .* accepted, but not/,
  },
  {
    words: "the service knows none of the given ids",
    exit: 3,
    given: { ids: { subscription: ["gone-1"] } },
    says: /knows no subscription "gone-1"/,
  },
  {
    words: "the service does not know one of the given ids",
    exit: 3,
    given: { ids: { subscription: ["s-1", "gone-1"] } },
    says: /knows no subscription "gone-1"/,
  },
  {
    words: "the service rejects the body of a creation (`--create-body`)",
    exit: 3,
    given: { ...writing, createBody: { title: "{{unique}}" } },
    says: /--create-body/,
  },
  { words: "the base URL includes `/api/v1`", exit: 3, path: "/api/v1", says: /does not include/ },
  { words: "nothing of the interface is at the base URL", exit: 3, path: "/elsewhere", says: /right base URL/ },
  {
    words: "nothing of the interface is there, and the service asks for the token before it looks at the path",
    exit: 3,
    answer:
      ({ accountOf }) =>
      (ask) =>
        accountOf(ask) === undefined ? failure(401, "unauthorized", "Who are you?") : failure(404, "none", "Nothing."),
    says: /right base URL/,
  },
  {
    words: "every path gets the same object, such as that of a health check",
    exit: 3,
    answer: () => () => ({ status: 200, headers: {}, body: { status: "UP" } }),
    says: /right base URL/,
  },
  {
    words: "every request is redirected to a login page",
    exit: 3,
    answer: () => () => ({ status: 302, headers: { location: "/login" } }),
    says: /login page/,
  },
  { words: "every response is a page", exit: 3, answer: () => () => gatewayError(200), says: /right base URL/ },
  { words: "the gateway always responds 502, or 504", exit: 3, answer: () => () => gatewayError(502), says: /gateway/ },
  { words: "the gateway always responds 503", exit: 3, answer: () => () => gatewayError(503), says: /gateway/ },
  {
    words: "the gateway responds 502 from some request on",
    exit: 3,
    answer: except(({ nth }) => nth > 60, gatewayError(502)),
    says: /stopped responding/,
  },
  {
    words: "the gateway responds 502 for a second, as during a deployment",
    exit: 0,
    answer: forSeconds(1, gatewayError(502)),
  },
  {
    words: "the gateway responds 502 for ten seconds, until the service has started",
    exit: 0,
    given: { patience: 15 },
    answer: forSeconds(10, gatewayError(502)),
  },
  {
    words: "the gateway responds 502 to every second request, since one of two instances is gone",
    exit: 0,
    answer: except(({ nth }) => nth % 2 === 0, gatewayError(502)),
  },
  {
    words: "a busy service responds 503 to one request of ten",
    exit: 0,
    answer: atRandom(0.1, gatewayError(503)),
  },
  {
    words: "a rate limit responds 429 with `Retry-After`",
    exit: 0,
    answer: limitedTo(40, 200, gatewayError(429, { "retry-after": "0" })),
  },
  {
    words: "the quota of the client is used up from some request on (429)",
    exit: 3,
    given: writing,
    answer: except(({ nth }) => nth > 60, gatewayError(429, { "retry-after": "86400" })),
    says: /ended after \d+ requests: the target asks to wait/,
  },
  { words: "a rate limit responds 503, as nginx does", exit: 0, answer: limitedTo(40, 100, gatewayError(503)) },
  {
    words: "a rate limit responds 403 with `Retry-After`",
    exit: 0,
    answer: limitedTo(40, 200, gatewayError(403, { "retry-after": "0" })),
  },
  {
    words: "the token expires during the run (401)",
    exit: 3,
    answer: except(({ nth }) => nth > 60, failure(401, "expired", "The token has expired.")),
    says: /refuses every operation since[^]*expired/,
  },
  {
    words: "a firewall blocks the client from some request on (403)",
    exit: 3,
    answer: except(({ nth }) => nth > 60, gatewayError(403)),
    says: /refuses every operation since[^]*firewall/,
  },
  {
    words: "the gateway shows a maintenance page from some request on (200)",
    exit: 3,
    answer: except(({ nth }) => nth > 60, { ...gatewayError(200), text: "<html>Maintenance</html>" }),
    says: /refuses every operation since[^]*maintenance/,
  },
  {
    words: "a firewall blocks the client for a second",
    exit: 0,
    answer: forSeconds(1, gatewayError(403)),
  },
  {
    words: "a firewall responds to unusual paths with a page (200)",
    exit: 0,
    answer: except(({ path }) => /[%;]|\.\.|\/\//.test(path), { ...gatewayError(200), text: "<html>Rejected</html>" }),
  },
  {
    words: "every request waits for a connection from some request on, and gets 500 or times out",
    exit: 3,
    answer:
      ({ answer }) =>
      async (ask) => {
        if (ask.nth <= 60) return answer(ask);
        await sleep(1100);
        return failure(500, "no_connection", "The pool has no connection left.");
      },
    says: /responds slowly[^]*exhausted/,
  },
  {
    words: "the gateway always responds 503 to one operation",
    exit: 3,
    answer: except(isInvoices, gatewayError(503)),
    says: /listInvoices.*503/,
  },
  {
    words: "others create users meanwhile",
    exit: 0,
    answer:
      ({ answer, accounts: [{ users }] }) =>
      (ask) => {
        if (ask.nth % 9 === 0)
          users.push({ id: 9000 + ask.nth, name: `Other ${ask.nth}`, email: `${ask.nth}@other.example`, team: "core" });
        return answer(ask);
      },
  },
  {
    words: "the service responds 500 to a valid request, each time",
    exit: 1,
    answer: except((ask) => isFirst(ask) && isInvoices(ask), failure(500, "internal", "Something is wrong.")),
  },
  {
    words: "the service accepts any token",
    exit: 1,
    answer:
      ({ answer, accounts: [{ token }] }) =>
      (ask) =>
        answer({ ...ask, authorization: isSecond(ask) ? ask.authorization : `Bearer ${token}` }),
  },
  {
    words: "the service says that it created a user, and stores none",
    exit: 1,
    given: writing,
    answer:
      ({ answer, accounts: [{ users }] }) =>
      async (ask) => {
        const before = users.length;
        const reply = await answer(ask);
        users.length = before;
        return reply;
      },
  },
  {
    words: "the service does not conform, and the second token is unknown",
    exit: 1,
    given: { secondToken: unknownToken },
    answer:
      ({ answer }) =>
      async (ask) => {
        const reply = await answer(ask);
        return isUsers(ask) && reply.envelope ? { ...reply, body: { ...reply.envelope, data: null } } : reply;
      },
  },
];

/** Starts the service of a situation. */
export function situationServer({ answer }: Situation) {
  const service = openService();
  return serverOf(answer?.(service) ?? service.answer);
}
