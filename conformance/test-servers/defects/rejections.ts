import { hasId, operationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { html, isFor, onRejection, redirect, say, type Departure } from "../departures.ts";
import { members, recordsOf, type Ask, type Reply } from "../service.ts";
import { defects } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

function table(rows: readonly unknown[]): string {
  const cells = (row: unknown): string =>
    Object.values(members(row))
      .map((cell) => `<td>${String(cell)}</td>`)
      .join("");
  return `<!doctype html><h1>Sign in</h1><table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`;
}

/** A rejection that shows the records that a valid request of the first account would get. */
const telling =
  (reject: (rows: readonly unknown[], reply: Reply, ask: Ask) => Reply) =>
  (operation: OperationId): Departure =>
    onRejection(operation, (ask, { accounts: [first] }, reply) =>
      reject(recordsOf(operation, first).slice(0, hasId(operation) ? 1 : 10), reply, ask),
    );

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
export const rejectionDefects: readonly IndependentServer[] = [
  ...defects("AUTH-08", operationIds, {
    "rejection-with-a-record": telling(([row], { body, ...reply }) => ({
      ...reply,
      body: { ...members(body), detail: JSON.stringify(row) },
    })),
    "login-page-with-state": telling((rows) =>
      say(200, `<!doctype html><script>window.state=${JSON.stringify({ rows })}</script><form></form>`, html),
    ),
    "redirects-with-records": telling((data) => say(302, { data, meta: {} }, { location: "/login" })),
    "shows-records-to-wrong-tokens": telling((rows, reply, ask) =>
      hasToken(ask) ? say(401, { error: "expired", rows }) : reply,
    ),
  }),
  // A table row alone is too little to recognize a subscription.
  ...defects(
    "AUTH-08",
    operationIds.filter((operation) => !hasId(operation)),
    { "rejects-with-table": telling((rows) => say(401, table(rows), html)) },
  ),
  ...defects("AUTH-09", ["createUser"], {
    "rejected-and-done-without-header": () => executeThenReject(({ authorization }) => authorization === undefined),
    "rejected-and-done-with-any-token": () => executeThenReject(hasToken),
    "redirected-and-done": () => [onRejection("createUser", () => redirect()), executeThenReject()],
  }),
];
