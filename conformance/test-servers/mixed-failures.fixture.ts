import {
  early,
  everywhere,
  html,
  instead,
  isFor,
  odd,
  onGood,
  onRejection,
  present,
  say,
  type Part,
} from "./departures.ts";
import { failure, operationOf, type Ask, type Reply } from "./service.ts";
import type { IndependentServer } from "./independent-server.ts";

/** A server with several kinds of responses to one kind of request, and what to learn of it. */
interface MixedServer {
  readonly server: IndependentServer;
  readonly learned: Readonly<Record<string, unknown>>;
  /** Keys that must not be learned. */
  readonly leftOut: readonly string[];
}

const page = (status: number, text: string): Reply => say(status, `<pre>${text}</pre>`, html);

/** Requests outside of all operations: other paths, versions and methods. */
const outside = (ask: Ask): boolean => operationOf(ask) === undefined;

const expressPages = early(outside, ({ method, path }) => page(404, `Cannot ${method} ${path}`));

function rateLimit(limit: number): Readonly<Record<string, string>> {
  return { "ratelimit-limit": String(limit), "ratelimit-remaining": String(limit - 1), "ratelimit-reset": "60" };
}

const object = { errors: { kinds: { notFound: { values: { code: "not_found" } } } } };
const json = { ...object, "statuses.failure.unknownPath": 404 };

/** All conforming: the document shows no failure, nor that two of them are equal (§7). */
export const mixed = [
  server("pages-outside", expressPages, {
    ...json,
    "statuses.failure.missingToken": 401,
  }),
  server(
    "page-for-unreadable-bodies",
    [
      expressPages,
      instead(
        ({ status }, ask) => status === 400 && isFor(ask, "createUser"),
        () => page(400, "SyntaxError"),
      ),
    ],
    json,
  ),
  server(
    "gateway-rejections",
    onRejection(everywhere, () => say(403, "RBAC: access denied")),
    {
      "statuses.failure.missingToken": 403,
      errors: { kinds: { ...object.errors.kinds, missingToken: { body: "RBAC: access denied" } } },
    },
  ),
  server(
    "rejects-by-operation",
    onRejection(["createUser", "getSubscription"], () => failure(404, "not_found", "Nothing is here for you.")),
    object,
    "statuses.failure.missingToken",
    "statuses.failure.refusedToken",
  ),
  server(
    "challenges-by-operation",
    onRejection(everywhere, ({ path }, _, reply) => ({
      ...reply,
      headers: { ...reply.headers, "www-authenticate": `Bearer realm="${path.split("/")[3] ?? ""}"` },
    })),
    { "statuses.failure.missingToken": 401 },
    "auth.challenge",
  ),
  server(
    "app-outside",
    early(outside, () => page(200, "Loading")),
    object,
    "statuses.failure.unknownPath",
  ),
  server(
    "bad-values-variously",
    [
      early(
        (ask) => isFor(ask, "listUsers") && ask.query.get("page") === "x",
        () => failure(400, "bad_page", "That is not a page."),
      ),
      instead(
        ({ status }, ask) => status === 404 && isFor(ask, "getSubscription") && !/\/[\w-]+$/.test(ask.path),
        () => failure(422, "bad_id", "That is not an id."),
      ),
    ],
    { "paging.users.unreadable": "reject", "subscriptionId.illFormed": "reject" },
    "statuses.failure.badParameter",
  ),
  server(
    "methods-variously",
    early(
      (ask) => outside(ask) && /^\/api\/v1\/(?:invoices$|subscriptions\/)/.test(ask.path),
      () => failure(404, "no_such_route", "There is no such route."),
    ),
    object,
    "statuses.failure.methodNotAllowed",
  ),
  server(
    "limits-variously",
    onGood(everywhere, (reply, ask) => ({
      ...reply,
      headers: { ...reply.headers, ...rateLimit(isFor(ask, ["listUsers", "listInvoices"]) ? 600 : 60) },
    })),
    {},
    "limits.rate",
  ),
  server(
    "dated-failures",
    instead(
      ({ status }) => status >= 400,
      ({ status }, { path }) =>
        say(status, { timestamp: new Date(Date.UTC(2026, 0, 1) + path.length * 977).toISOString(), status, path }),
    ),
    {
      errors: {
        format: "template",
        contentType: "application/json",
        body: { timestamp: "{{now}}", status: "{{status}}", path: "{{path}}" },
      },
    },
  ),
  server(
    "own-ids",
    present("getSubscription", (record) => ({ id: `Plan ${String(record["key"])} #7`, ...record })),
    { "subscriptionId.format": { kind: "any" } },
  ),
];

function server(
  id: string,
  parts: Part | readonly Part[],
  learned: MixedServer["learned"],
  ...leftOut: readonly string[]
): MixedServer {
  return { server: odd(id, ...[parts].flat()), learned, leftOut };
}
