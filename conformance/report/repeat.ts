import { type Connection, isPem } from "../target/connection.ts";
import type { HttpExchange, ExchangeResponse } from "../target/exchange.ts";
import { headerVariable } from "../target/credentials.ts";
import { expiredTokenVariable, tokenVariables, type Target } from "../target/target.ts";
import { z } from "zod";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { curlArguments, type RepeatOptions } from "../../fixtures/values/curl.ts";
import { counted, shellWord } from "../../fixtures/values/text.ts";
import { isFresh } from "../log/parameter-names.ts";
import type { Exchange } from "../log/model.ts";
import { readEnvelope } from "../target/envelope.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

/** How to repeat the requests of a run. @param headers the names of the headers added to every request */
export function repeatOptions(
  { tokenVariables: { first, second } }: Pick<Target, "tokenVariables">,
  headers: readonly string[],
  { ca, cert, key, insecure }: { readonly [Name in "ca" | "cert" | "key" | "insecure"]?: Connection[Name] | undefined },
): RepeatOptions {
  const files = Object.entries({ cacert: ca, cert, key }).flatMap(([flag, given]) =>
    given === undefined || isPem(given) ? [] : [`--${flag} ${shellWord(given)}`],
  );
  const flags = insecure === true ? ["-k", ...files.filter((file) => !file.startsWith("--cacert"))] : files;
  return { variables: [first, second, expiredTokenVariable, ...headers.map(headerVariable)], flags };
}

/** Where nothing but the tokens was given. */
export const usualRepeatOptions: RepeatOptions = {
  variables: [...Object.values(tokenVariables), expiredTokenVariable],
  flags: [],
};

/**
 * A command for any POSIX shell that repeats the request of an exchange. Redacted tokens appear as their variables, so
 * it works where these are set; everything else is in single quotes, where the shell expands nothing. Values that a
 * target gave and that are hidden are left out.
 */
export function curlLine(exchange: HttpExchange, options: RepeatOptions = usualRepeatOptions): string {
  return `curl -sS -i ${requestArguments(exchange, options)}`;
}

/** The arguments of such a command. */
function requestArguments({ request }: Pick<HttpExchange, "request">, options: RepeatOptions): string {
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !setByCurl.test(name) && !/\(hidden\)|^…$/.test(value),
  );
  return curlArguments({ ...request, headers: Object.fromEntries(headers) }, options);
}

/** Headers that curl sets itself, and those of a connection. */
const setByCurl = /^(?:host|content-length|connection|transfer-encoding)$/;

/** A script of a report. */
export const scriptSchema = z.strictObject({
  file: z.string().describe("Its path beside the report."),
  requests: z.int(),
  simultaneous: z.int().describe("How many of them are sent at the same time as others."),
  text: z.string(),
});

/** What a script repeats. */
interface Repetition {
  readonly name: { readonly id: string; readonly operation: OperationId };
  readonly message: string;
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
}

/** After a pause of this many milliseconds in the run, the script waits, too: what it shows may need time. */
const minPause = 500;

/**
 * A script for any POSIX shell that sends the requests behind a failure again: in their order, those that were under way
 * at the same time at the same time, with new values for created users and for URLs that no cache knows. It prints each
 * response, with what the run got.
 */
export function repeatScript(
  { name: { id, operation }, message, exchanges }: Repetition,
  options: RepeatOptions,
): z.infer<typeof scriptSchema> {
  const markers = [...new Set(exchanges.flatMap(({ marker }) => marker ?? []))];
  const replacements = [...markers, ...findFreshValues(exchanges)].map(
    (text, index) => [text, `unique${index + 1}`] as const,
  );
  const names = replacements.map(([, name]) => name);
  const variables = [...options.variables, ...names];
  const lines = exchanges.map((exchange, index) => {
    const request = requestArguments(withFreshValues(exchange, replacements), { ...options, variables });
    return { exchange, command: `send ${index + 1} '${describeExchange(exchange)}' ${request}` };
  });
  const commands = lines.map(({ command }) => command).join("\n");
  const groups = groupSimultaneous(lines);
  const needed = options.variables.filter((name) => new RegExp(String.raw`\$\{?${name}\b`).test(commands));
  const text = [
    "#!/bin/sh",
    `# ${id} ${operation}: ${visibleLine(message, 400)}`,
    "# Prints each response, and before it what the run got. Needs curl.",
    ...needed.map((name) => `: "\${${name}:?set it as for the run}"`),
    "responses=$(mktemp -d) && trap 'rm -r \"$responses\"' EXIT",
    'send() { number=$1; run=$2; shift 2; { echo "== $number. in the run: $run"; curl -sS -i "$@"; echo; } >"$responses/$number" 2>&1; }',
    'show() { for number in "$@"; do cat "$responses/$number"; done; }',
    ...names.map((name, index) => `${name}=orgkit$$-$(date +%s)-${index + 1}`),
    "",
    ...groups.flatMap((group, index) => {
      const shown = `show ${group.map(({ exchange }) => exchanges.indexOf(exchange) + 1).join(" ")}`;
      const pause = pauseBefore(groups[index - 1], group);
      const wait = pause < minPause ? [] : [`sleep ${Math.ceil(pause / 1000)}`];
      if (group.length === 1) return [...wait, ...group.map(({ command }) => command), shown];
      return [...wait, "# At the same time:", ...group.map(({ command }) => `${command} &`), "wait", shown];
    }),
  ];
  return {
    file: `repeat/${id}-${operation}.sh`,
    requests: exchanges.length,
    simultaneous: groups.filter(({ length }) => length > 1).flat().length,
    text: `${text.join("\n")}\n`,
  };
}

interface Line {
  readonly exchange: Exchange;
  readonly command: string;
}

/** Requests that were sent before the response to one of their group came. */
function groupSimultaneous(lines: readonly Line[]): readonly (readonly Line[])[] {
  const groups: Line[][] = [];
  let until = -1;
  for (const line of lines) {
    const { sentAt, receivedAt } = line.exchange;
    if (sentAt < until) {
      groups.at(-1)?.push(line);
      until = Math.max(until, receivedAt);
    } else {
      groups.push([line]);
      until = receivedAt;
    }
  }
  return groups;
}

/** The milliseconds between two groups, without what a rate limit took. */
function pauseBefore(earlier: readonly Line[] | undefined, group: readonly Line[]): number {
  if (earlier === undefined) return 0;
  const end = Math.max(...earlier.map(({ exchange }) => exchange.receivedAt));
  return Math.min(...group.map(({ exchange }) => exchange.sentAt - exchange.waited)) - end;
}

/** The values that the run made up so that no cache knows a URL, and no service the key of a creation. */
function findFreshValues(exchanges: readonly Exchange[]): readonly string[] {
  const values = exchanges.flatMap(({ probe, request }) => [
    ...Object.values(probe.query ?? {}).filter(isFresh),
    ...[request.headers["idempotency-key"]].filter((key) => key !== undefined),
  ]);
  return [...new Set(values)];
}

function withFreshValues(
  { request }: Exchange,
  replacements: readonly (readonly [text: string, name: string])[],
): Pick<Exchange, "request"> {
  const replace = (text: string): string =>
    replacements.reduce((all, [value, name]) => all.replaceAll(value, `\${${name}}`), text);
  const { url, body, headers } = request;
  const key = headers["idempotency-key"];
  return {
    request: {
      ...request,
      url: replace(url),
      headers: key === undefined ? headers : { ...headers, "idempotency-key": replace(key) },
      body: body && replace(body),
    },
  };
}

/** What the run got, without quotes. */
function describeExchange({ response, noReply }: Exchange): string {
  if (response !== undefined) return describeReceived(response);
  return `no response: ${visibleLine(noReply?.message ?? "", 80)}`.replaceAll("'", "");
}

/** A response in short: `200, 10 records, page 2, total 23`. */
export function describeReceived(response: ExchangeResponse): string {
  const { data, meta } = readEnvelope(response);
  const parts = [
    data && counted(data.length, "record"),
    typeof meta?.["page"] === "number" && `page ${meta["page"]}`,
    typeof meta?.["total"] === "number" && `total ${meta["total"]}`,
  ];
  return [String(response.status), ...parts.filter((part) => typeof part === "string")].join(", ");
}
