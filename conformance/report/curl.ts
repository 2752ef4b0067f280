import type { Connection } from "../target/connection.ts";
import type { HttpExchange } from "../target/exchange.ts";
import { isPem } from "../target/pem.ts";
import { headerVariable } from "../target/secrets.ts";
import { tokenVariables, type Target } from "../target/target.ts";

/** What a command needs beside the request to run as it did in the run. */
export interface RepeatOptions {
  /** The shell variables that stand for secrets. The shell expands no others. */
  readonly variables: readonly string[];
  /** How curl reaches the target: `-k`, `--cacert`. */
  readonly flags: readonly string[];
}

/** How to repeat the requests of a run. @param headers the names of the headers added to every request */
export function repeatOptions(
  { tokenVariables: { first, second } }: Pick<Target, "tokenVariables">,
  headers: readonly string[],
  { ca, cert, key, insecure }: { readonly [Name in "ca" | "cert" | "key" | "insecure"]?: Connection[Name] | undefined },
): RepeatOptions {
  const files = Object.entries({ cacert: ca, cert, key }).flatMap(([flag, given]) =>
    given === undefined || isPem(given) ? [] : [`--${flag} ${quoted(given)}`],
  );
  const flags = insecure === true ? ["-k", ...files.filter((file) => !file.startsWith("--cacert"))] : files;
  return { variables: [first, second, ...headers.map(headerVariable)], flags };
}

/** Where nothing but the tokens was given. */
export const usualRepeatOptions: RepeatOptions = { variables: Object.values(tokenVariables), flags: [] };

/**
 * A command for any POSIX shell that repeats the request of an exchange. Redacted tokens appear as their variables, so
 * it works where these are set; everything else is in single quotes, where the shell expands nothing. Values that a
 * target gave and that are hidden are left out.
 */
export function curlLine(exchange: HttpExchange, options: RepeatOptions = usualRepeatOptions): string {
  return `curl -sS -i ${curlArguments(exchange, options)}`;
}

/** The arguments of such a command. */
export function curlArguments({ request }: Pick<HttpExchange, "request">, { variables, flags }: RepeatOptions): string {
  const word = (text: string): string => withVariables(text, variables);
  const { method, url, body } = request;
  const headers = Object.entries(request.headers)
    .filter(([name, value]) => !setByCurl.test(name) && !/\(hidden\)|^…$/.test(value))
    .map(([name, value]) => {
      const user = /^Basic base64\((.*)\)$/.exec(value)?.[1];
      if (name !== "authorization" || user === undefined)
        return `-H ${word(value === "" ? `${name};` : `${name}: ${value}`)}`;
      // Without a colon, curl asks for a password.
      return user.includes(":") ? `-u ${word(user)}` : `-H ${quoted("authorization: Basic ")}${encoded(word(user))}`;
    });
  const isTyped = Object.keys(request.headers).some((name) => name === "content-type");
  return [
    ...flags,
    // Sends a path with dots, and one with brackets, unchanged.
    ...(/\/\.{1,2}(?:\/|$)/.test(url) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...(method === "GET" ? [] : [method === "HEAD" ? "--head" : `-X ${quoted(method)}`]),
    ...headers,
    // Otherwise, curl adds the type of a form.
    ...(body === undefined || isTyped ? [] : ["-H 'content-type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${word(body)}`]),
    word(url),
  ].join(" ");
}

/** Headers that curl sets itself, and those of a connection. */
const setByCurl = /^(?:host|content-length|connection|transfer-encoding)$/;

/** A word in base64. */
function encoded(word: string): string {
  return `"$(printf %s ${word} | base64 | tr -d '\\n')"`;
}

/** The alterations of a variable: `${TOKEN%?}`, `${TOKEN:0:9}`, `${TOKEN^^}`. */
const alteration = String.raw`(?:%\?|%%?\.\*|##?\*\.|\^\^|,,|:\d+(?::\d+)?)?`;

/** A text as one word: its variables, whole or altered, in double quotes, and the rest in single ones. */
function withVariables(text: string, variables: readonly string[]): string {
  const names = variables.join("|");
  const parts = text.split(new RegExp(String.raw`(\$(?:(?:${names})\b|\{(?:${names})${alteration}\}))`));
  // Every second part is a variable.
  return parts.map((part, index) => (index % 2 === 1 ? `"${posix(part)}"` : part === "" ? "" : quoted(part))).join("");
}

/** A variable whose alteration only some shells know, by commands that all have. */
function posix(variable: string): string {
  const [, name = "", change = "", start, length] = /^\$\{(\w+)(\^\^|,,|:(\d+)(?::(\d+))?)\}$/.exec(variable) ?? [];
  const altered = (command: string): string => `$(printf %s "$${name}" | ${command})`;
  if (change === "^^") return altered("tr a-z A-Z");
  if (change === ",,") return altered("tr A-Z a-z");
  if (start === undefined) return variable;
  const end = length === undefined ? "" : String(Number(start) + Number(length));
  return altered(`cut -c${Number(start) + 1}-${end}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
