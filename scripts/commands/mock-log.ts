import type { Account } from "../../mocks/service/accounts.ts";
import type { Answered } from "../../mocks/faces/http-server.ts";
import type { Call } from "../../mocks/service/call.ts";
import type { Paint } from "../terminal.ts";

/**
 * One call in one line: when, what, the status, and why it is so: the operation for a success, the
 * requirement or dialect key for a refusal, and the scenarios that had a hand in it. Tokens in a query are not shown.
 */
export function logLine(call: Call, reply: Answered, accounts: readonly Account[], at: Date, paint: Paint): string {
  const target = call.query === "" ? call.path : `${call.path}?${call.query}`;
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const shown = tokens.reduce((text, token) => text.replaceAll(token, "[token]"), target);
  const isWell = reply.status >= 200 && reply.status < 300 && reply.delivery?.end === undefined;
  const status = paint(isWell ? "green" : "yellow", reply.delivery?.end ?? String(reply.status));
  const why = [isWell ? (reply.why.operation ?? reply.why.rule) : reply.why.rule, ...(reply.why.scenarios ?? [])].join(
    " ",
  );
  return `${paint("dim", at.toTimeString().slice(0, 8))} ${call.method} ${printable(shown)} ${status} ${paint("dim", why)}`;
}

/** A caller's text cannot steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007E]/g, "?");
}
