import { metaOf } from "../../../fixtures/contract/envelope.ts";
import { hasId, operationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { html, isFor, onRejection, redirect, say, type Departure } from "../departures.ts";
import { failure, members, type Ask, type Reply, type Service } from "../service.ts";
import { defect, each, recordsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** The records that a valid request of the first account would get. */
function secrets(operation: OperationId, { accounts: [first] }: Service): readonly unknown[] {
  return recordsOf(operation, first).slice(0, hasId(operation) ? 1 : 10);
}

function table(rows: readonly unknown[]): string {
  const cells = (row: unknown): string =>
    Object.values(members(row))
      .map((cell) => `<td>${String(cell)}</td>`)
      .join("");
  return `<!doctype html><h1>Sign in</h1><table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`;
}

/** A rejection that reveals what it protects. */
function leak(
  id: string,
  reject: (rows: readonly unknown[], ask: Ask) => Reply,
  where?: readonly OperationId[],
): readonly IndependentServer[] {
  const depart = (operation: OperationId): Departure =>
    onRejection(operation, (ask, service) => reject(secrets(operation, service), ask));
  return each("AUTH-08", id, depart, where);
}

/** A correct rejection with one leak. */
function telling(
  id: string,
  change: (reply: Reply, rows: readonly unknown[]) => Partial<Reply>,
): readonly IndependentServer[] {
  return each("AUTH-08", id, (operation) =>
    onRejection(operation, (_, service, reply) => ({ ...reply, ...change(reply, secrets(operation, service)) })),
  );
}

/** Executes the request for the first account, and then rejects it. */
export function executeThenReject(isDone: (ask: Ask) => boolean = () => true): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.isRejection === true && isFor(ask, "createUser") && isDone(ask)) {
      await service.answer({ ...ask, authorization: `Bearer ${service.accounts[0].token}` });
    }
    return reply;
  };
}

const hasToken = ({ authorization }: Ask): boolean => /^Bearer ./.test(authorization ?? "");

/** AUTH-08 and AUTH-09: rejections that are incomplete. */
export const rejectionDefects = [
  ...telling("rejection-with-a-record", ({ body }, [row]) => ({
    body: { ...members(body), detail: JSON.stringify(row) },
  })),
  ...telling("rejection-with-the-list", ({ headers }, data) => ({
    headers: { ...headers, "content-type": "application/json" },
    body: { data, meta: metaOf(1, data.length) },
  })),
  ...leak("rejects-with-records", (rows) => say(403, { error: { code: 7, debug: { cached: rows } } })),
  // A table row alone is too little to recognize a subscription.
  ...leak(
    "rejects-with-table",
    (rows) => say(401, table(rows), html),
    operationIds.filter((operation) => !hasId(operation)),
  ),
  ...leak("login-page-with-state", (rows) =>
    say(200, `<!doctype html><script>window.state=${JSON.stringify({ rows })}</script><form></form>`, html),
  ),
  ...leak("redirects-with-records", (data) => say(302, { data, meta: {} }, { location: "/login" })),
  ...leak("shows-records-to-wrong-tokens", (rows, ask) =>
    hasToken(ask) ? say(401, { error: "expired", rows }) : failure(401, "unauthorized", "Who are you?"),
  ),
  ...(
    [
      ["rejected-and-done", () => true],
      ["rejected-and-done-without-header", ({ authorization }) => authorization === undefined],
      ["rejected-and-done-with-any-token", hasToken],
    ] satisfies readonly (readonly [string, (ask: Ask) => boolean])[]
  ).map(([id, isDone]) => defect("AUTH-09", "createUser", id, executeThenReject(isDone))),
  defect("AUTH-09", "createUser", "redirected-and-done", [
    onRejection("createUser", () => redirect()),
    executeThenReject(),
  ]),
];
