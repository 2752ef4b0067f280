import { visibleLine } from "../../conformance/report/visible.ts";
import { hideInPath, hideInQuery } from "../../fixtures/secrets/named.ts";
import type { Account } from "../../mocks/service/accounts.ts";
import type { Answered } from "../../mocks/faces/http-server.ts";
import type { Call } from "../../mocks/service/call.ts";
import type { Paint } from "../terminal.ts";

const hidden = "[token]";

/**
 * One call in one line: when, what, the status, and why it is so: the operation for a success, the
 * requirement or dialect key for a refusal, and the scenarios that had a hand in it. Tokens are not shown.
 */
export function logLine(call: Call, reply: Answered, accounts: readonly Account[], at: Date, paint: Paint): string {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const rest = (text: string): string => tokens.reduce((masked, token) => masked.replaceAll(token, hidden), text);
  const hiding = { hide: () => hidden, rest };
  const query = call.query === "" ? "" : `?${hideInQuery(call.query, hiding)}`;
  const shown = `${hideInPath(call.path, hiding)}${query}`;
  const isWell = reply.status >= 200 && reply.status < 300 && reply.delivery?.end === undefined;
  const status = paint(isWell ? "green" : "yellow", reply.delivery?.end ?? String(reply.status));
  const why = [isWell ? (reply.why.operation ?? reply.why.rule) : reply.why.rule, ...(reply.why.scenarios ?? [])].join(
    " ",
  );
  return `${paint("dim", at.toTimeString().slice(0, 8))} ${visibleLine(call.method)} ${visibleLine(shown)} ${status} ${paint("dim", why)}`;
}
