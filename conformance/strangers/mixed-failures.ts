import { isFor, odd, onGood, onRefusal, reshape, type Departure } from "./departures.ts";
import { failure, operationOf, type Ask, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** A server that answers calls of one kind in several ways, and what is to be learned of it. */
export interface MixedServer {
  readonly stranger: Stranger;
  /** Keys of which nothing may be learned. */
  readonly leftOut: readonly string[];
  readonly learned: Readonly<Record<string, unknown>>;
}

function page(status: number, text: string): Reply {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, text: `<pre>${text}</pre>` };
}

/** Answers in another way where the service itself would fail, or where the answer comes from somewhere else. */
function instead(when: (ask: Ask, reply: Reply) => boolean, answer: (ask: Ask, reply: Reply) => Reply): Departure {
  return async (ask, next) => {
    const reply = await next(ask);
    return when(ask, reply) ? answer(ask, reply) : reply;
  };
}

/** What no operation answers: other paths, versions and methods. */
const outside = (ask: Ask): boolean => operationOf(ask) === undefined;

const expressPages = instead(outside, ({ method, path }) => page(404, `Cannot ${method} ${path}`));

const json = { errors: { format: "object" }, "statuses.failure.unknownPath": 404 };

/** Conforming, all of them: the document shows no failure, nor that two of them are alike (§7). */
export const mixed: readonly MixedServer[] = [
  {
    stranger: odd("pages-outside", "answers other paths by the page of its framework", () => ({
      around: [expressPages],
    })),
    leftOut: [],
    learned: { ...json, "versions.unversioned": "notFound", "statuses.failure.missingToken": 401 },
  },
  {
    stranger: odd("page-for-unreadable-bodies", "lets its framework refuse bodies that are no JSON", () => ({
      around: [
        expressPages,
        instead(
          (ask, reply) => isFor(ask, "createUser") && reply.status === 400,
          () => page(400, "SyntaxError"),
        ),
      ],
    })),
    leftOut: [],
    learned: json,
  },
  {
    stranger: odd("gateway-refusals", "is behind a gateway that refuses tokens in its own words", () => ({
      around: [
        onRefusal(["listUsers", "createUser", "getSubscription", "listInvoices"], () => ({
          status: 403,
          headers: { "content-type": "text/plain" },
          text: "RBAC: access denied",
        })),
      ],
    })),
    leftOut: ["errors"],
    learned: { "statuses.failure.missingToken": 403 },
  },
  {
    stranger: odd("refuses-by-operation", "refuses a token by 401 on lists, and by 404 elsewhere", () => ({
      around: [
        onRefusal(["createUser", "getSubscription"], () => failure(404, "not_found", "Nothing is here for you.")),
      ],
    })),
    leftOut: ["statuses.failure.missingToken", "statuses.failure.refusedToken"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd("challenges-by-operation", "names another realm on each operation", () => ({
      around: [
        instead(
          (_, reply) => reply.isRefusal === true,
          ({ path }, reply) => ({
            ...reply,
            headers: { ...reply.headers, "www-authenticate": `Bearer realm="${path.split("/")[3] ?? ""}"` },
          }),
        ),
      ],
    })),
    leftOut: ["auth.challenge", "auth.challengeError"],
    learned: { "statuses.failure.missingToken": 401 },
  },
  {
    stranger: odd(
      "other-version-gone",
      "says of other versions that they are gone, and forbids the bare paths",
      () => ({
        around: [
          instead(
            ({ path }) => path.startsWith("/api/v2/"),
            () => failure(410, "gone", "This version is no more."),
          ),
          instead(
            ({ path }) => path === "/users",
            () => page(403, "Forbidden"),
          ),
        ],
      }),
    ),
    leftOut: ["versions.unversioned", "versions.others"],
    learned: json,
  },
  {
    stranger: odd("app-outside", "serves the page of an application at every other path", () => ({
      around: [instead(outside, () => page(200, "Loading"))],
    })),
    leftOut: ["statuses.failure.unknownPath", "versions.unversioned", "versions.others"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd("bad-values-variously", "refuses an unreadable page by 400, and an id with signs by 422", () => ({
      around: [
        instead(
          (ask) => isFor(ask, "listUsers") && ask.query.get("page") === "x",
          () => failure(400, "bad_page", "That is no page."),
        ),
        instead(
          (ask, reply) => isFor(ask, "getSubscription") && reply.status === 404 && !/\/[\w-]+$/.test(ask.path),
          () => failure(422, "bad_id", "That is no id."),
        ),
      ],
    })),
    leftOut: ["statuses.failure.badParameter"],
    learned: { "paging.users.unreadable": "reject", "subscriptionId.illFormed": "reject" },
  },
  {
    stranger: odd("methods-variously", "forbids other methods on users, and knows them nowhere else", () => ({
      around: [
        instead(
          (ask) => outside(ask) && /^\/api\/v1\/(?:invoices$|subscriptions\/)/.test(ask.path),
          () => failure(404, "no_such_route", "There is no such route."),
        ),
      ],
    })),
    leftOut: ["statuses.failure.methodNotAllowed"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd("limits-variously", "announces a rate limit on lists, and a smaller one elsewhere", () => ({
      around: [
        onGood(["listUsers", "createUser", "getSubscription", "listInvoices"], (reply, ask) => ({
          ...reply,
          headers: { ...reply.headers, ...rateLimit(isFor(ask, ["listUsers", "listInvoices"]) ? 600 : 60) },
        })),
      ],
    })),
    leftOut: ["limits.rate"],
    learned: {},
  },
  {
    stranger: odd("dated-failures", "tells in each failure when and where it was", () => ({
      around: [
        instead(
          (_, reply) => reply.status >= 400,
          ({ path }, { status }) => ({
            status,
            headers: { "content-type": "application/json" },
            body: { timestamp: new Date(Date.UTC(2026, 0, 1) + path.length * 977).toISOString(), status, path },
          }),
        ),
      ],
    })),
    leftOut: [],
    learned: {
      errors: {
        format: "template",
        contentType: "application/json",
        body: { timestamp: "{{varies}}", status: "{{status}}", path: "{{varies}}" },
      },
    },
  },
  {
    stranger: odd("own-ids", "shows subscriptions with an id of another form than their path", () => ({
      around: [
        reshape("getSubscription", ({ data, meta }) => ({
          data: data.map((record) => ({ id: `Plan ${Object(record).key} #7`, ...Object(record) })),
          meta,
        })),
      ],
    })),
    leftOut: [],
    learned: { "subscriptionId.format": { kind: "any" } },
  },
];

function rateLimit(limit: number): Readonly<Record<string, string>> {
  return { "ratelimit-limit": String(limit), "ratelimit-remaining": String(limit - 1), "ratelimit-reset": "60" };
}
