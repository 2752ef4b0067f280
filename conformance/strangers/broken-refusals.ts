import type { OperationId } from "../../fixtures/contract/operations.ts";
import { broken, isFor, onRefusal, shortNames, type Departure } from "./departures.ts";
import type { Ask, Reply, Service } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const json = { "content-type": "application/json" };

/** The records a good call of the first account would see. */
function secrets(operation: OperationId, { accounts: [first] }: Service): readonly unknown[] {
  if (operation === "listInvoices") return first.invoices;
  if (operation === "getSubscription") return Array.from(first.subscriptions.values()).slice(0, 1);
  return first.users.slice(0, 10);
}

/** A page with the records in a table. */
function table(rows: readonly unknown[]): string {
  const cells = (row: unknown): string =>
    Object.values(Object(row))
      .map((cell) => `<td>${String(cell)}</td>`)
      .join("");
  return `<!doctype html><h1>Sign in</h1><table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`;
}

/** A refusal that shows what it refuses. */
interface Leak {
  readonly id: string;
  readonly sentence: string;
  readonly on: readonly OperationId[];
  readonly refuse: (rows: readonly unknown[], ask: Ask) => Omit<Reply, "headers"> & Partial<Pick<Reply, "headers">>;
}

const ordinary: Reply = { status: 401, headers: json, body: { error: "unauthorized" } };

const leaks: readonly Leak[] = [
  {
    id: "refuses-with-envelope",
    sentence: "a refusal has the right status, and all the records",
    on: ["listUsers", "createUser", "getSubscription", "listInvoices"],
    refuse: (data) => ({ status: 401, headers: json, body: { data, meta: { page: 1, total: data.length } } }),
  },
  {
    id: "refuses-with-records",
    sentence: "a refusal holds the records beside its error",
    on: ["listUsers", "createUser", "listInvoices"],
    refuse: (rows) => ({ status: 403, headers: json, body: { error: { code: 7, debug: { cached: rows } } } }),
  },
  {
    id: "refuses-quoting-a-record",
    sentence: "the message of a refusal quotes a record",
    on: ["getSubscription", "listInvoices"],
    refuse: ([row]) => ({ status: 401, headers: json, body: { error: `not allowed to see ${JSON.stringify(row)}` } }),
  },
  {
    id: "refuses-with-table",
    sentence: "the login page shows the records in a table",
    on: ["listUsers", "listInvoices"],
    refuse: (rows) => ({ status: 401, headers: html, text: table(rows) }),
  },
  {
    id: "login-page-with-state",
    sentence: "the login page, sent with 200, carries the records in a script",
    on: ["listUsers", "getSubscription"],
    refuse: (rows) => ({
      status: 200,
      headers: html,
      text: `<!doctype html><script>window.state=${JSON.stringify({ rows })}</script><form></form>`,
    }),
  },
  {
    id: "redirects-with-records",
    sentence: "the redirect to a login page has the records in its body",
    on: ["listUsers", "listInvoices"],
    refuse: (data) => ({ status: 302, headers: { ...json, location: "/login" }, body: { data, meta: {} } }),
  },
  {
    id: "shows-records-to-wrong-tokens",
    sentence: "a refusal of a wrong token, and of nothing else, holds the records",
    on: ["listInvoices", "createUser"],
    refuse: (rows, { authorization }) =>
      /^Bearer ./.test(authorization ?? "")
        ? { status: 401, headers: json, body: { error: "expired", rows } }
        : ordinary,
  },
];

/** Does what was asked for the first account, and then refuses. */
export function doneAllTheSame(isDone: (ask: Ask) => boolean): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.isRefusal === true && isFor(ask, "createUser") && isDone(ask)) {
      service.answer({ ...ask, authorization: `Bearer ${service.accounts[0].token}` });
    }
    return reply;
  };
}

const creates = (id: string, sentence: string, isDone: (ask: Ask) => boolean): Stranger =>
  broken(id, sentence, ["AUTH-09 createUser"], () => ({ around: [doneAllTheSame(isDone)] }));

/** AUTH-08 and AUTH-09: refusals that are none. */
export const brokenRefusals: readonly Stranger[] = [
  ...leaks.flatMap(({ id, sentence, on, refuse }) =>
    on.map((operation) =>
      broken(`${id}-${shortNames[operation]}`, `${sentence} (${operation})`, [`AUTH-08 ${operation}`], () => ({
        around: [onRefusal(operation, (ask, service) => refuse(secrets(operation, service), ask))],
      })),
    ),
  ),
  creates("refused-and-created", "every refused creation creates the user", () => true),
  creates(
    "created-without-header",
    "a creation refused for want of the header creates the user",
    ({ authorization }) => authorization === undefined,
  ),
  creates("created-with-wrong-token", "a creation refused for its token creates the user", ({ authorization }) =>
    /^Bearer ./.test(authorization ?? ""),
  ),
  broken("redirected-and-created", "a creation sent to a login page creates the user", ["AUTH-09 createUser"], () => ({
    around: [
      onRefusal("createUser", () => ({ status: 302, headers: { location: "/login" } })),
      doneAllTheSame(() => true),
    ],
  })),
];
