import { early, everywhere, html, instead, isFor, odd, onGood, onRefusal, present, say } from "./departures.ts";
import { failure, operationOf, type Ask, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** A server that answers calls of one kind in several ways, and what is to be learned of it. */
export interface MixedServer {
  readonly stranger: Stranger;
  /** Keys of which nothing may be learned. */
  readonly leftOut: readonly string[];
  readonly learned: Readonly<Record<string, unknown>>;
}

const page = (status: number, text: string): Reply => say(status, `<pre>${text}</pre>`, html);

/** What no operation answers: other paths, versions and methods. */
const outside = (ask: Ask): boolean => operationOf(ask) === undefined;

const expressPages = early(outside, ({ method, path }) => page(404, `Cannot ${method} ${path}`));

const json = { errors: { format: "object" }, "statuses.failure.unknownPath": 404 };

/** Conforming, all of them: the document shows no failure, nor that two of them are alike (§7). */
export const mixed: readonly MixedServer[] = [
  {
    stranger: odd("pages-outside", expressPages),
    leftOut: [],
    learned: { ...json, "versions.unversioned": "notFound", "statuses.failure.missingToken": 401 },
  },
  {
    stranger: odd(
      "page-for-unreadable-bodies",
      expressPages,
      instead(
        ({ status }, ask) => status === 400 && isFor(ask, "createUser"),
        () => page(400, "SyntaxError"),
      ),
    ),
    leftOut: [],
    learned: json,
  },
  {
    stranger: odd(
      "gateway-refusals",
      onRefusal(everywhere, () => say(403, "RBAC: access denied")),
    ),
    leftOut: ["errors"],
    learned: { "statuses.failure.missingToken": 403 },
  },
  {
    stranger: odd(
      "refuses-by-operation",
      onRefusal(["createUser", "getSubscription"], () => failure(404, "not_found", "Nothing is here for you.")),
    ),
    leftOut: ["statuses.failure.missingToken", "statuses.failure.refusedToken"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd(
      "challenges-by-operation",
      instead(
        ({ isRefusal }) => isRefusal === true,
        (reply, { path }) => ({
          ...reply,
          headers: { ...reply.headers, "www-authenticate": `Bearer realm="${path.split("/")[3] ?? ""}"` },
        }),
      ),
    ),
    leftOut: ["auth.challenge", "auth.challengeError"],
    learned: { "statuses.failure.missingToken": 401 },
  },
  {
    stranger: odd(
      "other-version-gone",
      early(
        ({ path }) => path.startsWith("/api/v2/"),
        () => failure(410, "gone", "This version is no more."),
      ),
      early(
        ({ path }) => path === "/users",
        () => page(403, "Forbidden"),
      ),
    ),
    leftOut: ["versions.unversioned", "versions.others"],
    learned: json,
  },
  {
    stranger: odd(
      "app-outside",
      early(outside, () => page(200, "Loading")),
    ),
    leftOut: ["statuses.failure.unknownPath", "versions.unversioned", "versions.others"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd(
      "bad-values-variously",
      early(
        (ask) => isFor(ask, "listUsers") && ask.query.get("page") === "x",
        () => failure(400, "bad_page", "That is no page."),
      ),
      instead(
        ({ status }, ask) => status === 404 && isFor(ask, "getSubscription") && !/\/[\w-]+$/.test(ask.path),
        () => failure(422, "bad_id", "That is no id."),
      ),
    ),
    leftOut: ["statuses.failure.badParameter"],
    learned: { "paging.users.unreadable": "reject", "subscriptionId.illFormed": "reject" },
  },
  {
    stranger: odd(
      "methods-variously",
      early(
        (ask) => outside(ask) && /^\/api\/v1\/(?:invoices$|subscriptions\/)/.test(ask.path),
        () => failure(404, "no_such_route", "There is no such route."),
      ),
    ),
    leftOut: ["statuses.failure.methodNotAllowed"],
    learned: { errors: { format: "object" } },
  },
  {
    stranger: odd(
      "limits-variously",
      onGood(everywhere, (reply, ask) => ({
        ...reply,
        headers: { ...reply.headers, ...rateLimit(isFor(ask, ["listUsers", "listInvoices"]) ? 600 : 60) },
      })),
    ),
    leftOut: ["limits.rate"],
    learned: {},
  },
  {
    stranger: odd(
      "dated-failures",
      instead(
        ({ status }) => status >= 400,
        ({ status }, { path }) =>
          say(status, {
            timestamp: new Date(Date.UTC(2026, 0, 1) + path.length * 977).toISOString(),
            status,
            path,
          }),
      ),
    ),
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
    stranger: odd(
      "own-ids",
      present("getSubscription", (record) => ({ id: `Plan ${String(record["key"])} #7`, ...record })),
    ),
    leftOut: [],
    learned: { "subscriptionId.format": { kind: "any" } },
  },
];

function rateLimit(limit: number): Readonly<Record<string, string>> {
  return { "ratelimit-limit": String(limit), "ratelimit-remaining": String(limit - 1), "ratelimit-reset": "60" };
}
