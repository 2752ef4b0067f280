import { collections, kindOf } from "../../fixtures/contract/record-kinds.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { hideInPath, hideInQuery } from "../../fixtures/secrets/named.ts";
import type { Answered } from "../../mocks/adapters/http-server.ts";
import type { Call } from "../../mocks/service/call.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { counted, shellWord, type Paint } from "../../fixtures/values/text.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import { systemClock } from "../../mocks/service/clock.ts";
import type { Account, Token } from "../../mocks/service/accounts.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { invocation } from "../terminal/terminal.ts";

export interface Startup {
  readonly version: string;
  /** The base URL with the actual port. */
  readonly url: string;
  /** The address of the console, with its token if it needs one. */
  readonly console: string;
  readonly host: string;
  readonly seed: number;
  readonly simulation: Simulation;
  /** The state file, and what was found in it. */
  readonly state: string | undefined;
}

/** The output of `orgkit mock` at the start: what a user needs for the first request. */
export function startupLines(
  { version, url, console, host, seed, simulation, state }: Startup,
  paint: Paint,
): readonly string[] {
  const { accounts, dialect, world } = simulation;
  return [
    `${paint("bold", "orgkit")} ${version} serves the ${contract.title} ${contract.version}`,
    "",
    `  Base URL  ${paint("cyan", url)}`,
    `  Console   ${paint("cyan", console)}`,
    `  World     ${visibleLine(world.name)}, seed ${seed}`,
    `  Dialect   ${visibleLine(dialect.name + (dialect.description === "" ? "" : `: ${dialect.description}`))}`,
    ...(state === undefined ? [] : [`  State     ${state}`]),
    ...simulation.scenarios().map((text, index) => `  ${index === 0 ? "Scenarios" : "         "} ${text}`),
    ...(isLoopback(host) ? [] : [paint("yellow", `  Reachable from other machines: listening on ${host}`)]),
    "",
    ...accounts.flatMap((account) => accountLines(account, paint)),
    "  Try",
    ...tryLines(url, simulation),
    "",
    paint("dim", "  Stop with Ctrl+C"),
  ];
}

function accountLines(account: Account, paint: Paint): readonly string[] {
  const counts = collections.map((name) => counted(account[name].count(), kindOf(name))).join(", ");
  const ids = account.subscriptions.records().map(({ id }) => String(id));
  return [
    `  ${paint("bold", visibleLine(account.name))} ${paint("dim", counts)}`,
    ...account.tokens.map(
      (token) => `    Authorization: Bearer ${token.token}${isExpired(token) ? paint("yellow", "  (expired)") : ""}`,
    ),
    ...(ids.length === 0 ? [] : [`    Subscriptions: ${shortList(ids, 4)}`]),
    "",
  ];
}

function shortList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  return items.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function isExpired({ expiresAt }: Token): boolean {
  return expiresAt !== undefined && expiresAt <= systemClock.now();
}

/** Commands to copy: a list of users, and a run of conform on this mock. */
function tryLines(url: string, { accounts }: Simulation): readonly string[] {
  const [first, second] = accounts.map((account) => account.tokens.find((token) => !isExpired(token))?.token);
  if (first === undefined) return ["    Every token of the first account has expired."];
  const id = accounts[0]?.subscriptions.records()[0]?.id;
  const other = second === undefined ? "" : ` ORGKIT_TOKEN_B=${second}`;
  const subscription = id === undefined ? "" : ` --subscription-id ${shellWord(String(id))}`;
  return [
    `    curl -H "Authorization: Bearer ${first}" "${url}/api/v1/users"`,
    `    ORGKIT_TOKEN=${first}${other} ${invocation()} conform ${url}${subscription}`,
  ];
}

const hidden = "[token]";

/**
 * One request on one line: time, method and path, status, and the reason: the operation for a success, the requirement
 * or dialect key for a rejection, and the scenarios that took part. Tokens are not shown.
 */
export function logLine(call: Call, reply: Answered, accounts: readonly Account[], at: Date, paint: Paint): string {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const rest = (text: string): string => tokens.reduce((masked, token) => masked.replaceAll(token, hidden), text);
  const masker = { hide: () => hidden, rest };
  const query = call.query === "" ? "" : `?${hideInQuery(call.query, masker)}`;
  const target = `${hideInPath(call.path, masker)}${query}`;
  const isWell = reply.status >= 200 && reply.status < 300 && reply.delivery?.end === undefined;
  const status = paint(isWell ? "green" : "yellow", reply.delivery?.end ?? String(reply.status));
  const why = [isWell ? (reply.why.operation ?? reply.why.rule) : reply.why.rule, ...(reply.why.scenarios ?? [])].join(
    " ",
  );
  return `${paint("dim", at.toTimeString().slice(0, 8))} ${visibleLine(call.method)} ${visibleLine(target)} ${status} ${paint("dim", why)}`;
}
