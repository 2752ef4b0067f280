import { early, everywhere, html, instead, odd, onRejection, say, type Part } from "./departures.ts";
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

const object = { errors: { kinds: { notFound: { values: { code: "not_found" } } } } };
const json = { ...object, "statuses.failure.unknownPath": 404 };

/** All conforming: the document shows no failure, nor that two of them are equal (§7). */
export const mixed = [
  server("pages-outside", expressPages, {
    ...json,
    "statuses.failure.missingToken": 401,
  }),
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
    "methods-variously",
    early(
      (ask) => outside(ask) && /^\/api\/v1\/(?:invoices$|subscriptions\/)/.test(ask.path),
      () => failure(404, "no_such_route", "There is no such route."),
    ),
    object,
    "statuses.failure.methodNotAllowed",
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
];

function server(
  id: string,
  parts: Part | readonly Part[],
  learned: MixedServer["learned"],
  ...leftOut: readonly string[]
): MixedServer {
  return { server: odd(id, ...[parts].flat()), learned, leftOut };
}
