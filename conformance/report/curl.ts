import type { Connection } from "../target/connection.ts";
import type { Exchange } from "../target/exchange.ts";
import { headerVariable } from "../target/secrets.ts";
import { tokenVariables, type Target } from "../target/target.ts";

/** What a command needs beside the request to run as it did in the run. */
export interface Repeat {
  /** The shell variables that stand for secrets. The shell expands no others. */
  readonly variables: readonly string[];
  /** How curl reaches the target: `-k`, `--cacert`. */
  readonly flags: readonly string[];
}

/** How to repeat the requests of a run. @param headers the names of the headers added to every request */
export function repeatOf(
  { tokenVariables: { first, second } }: Pick<Target, "tokenVariables">,
  headers: readonly string[],
  { caFile, insecure }: { readonly [Name in "caFile" | "insecure"]?: Connection[Name] | undefined },
): Repeat {
  const ca = caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`];
  return { variables: [first, second, ...headers.map(headerVariable)], flags: insecure === true ? ["-k"] : ca };
}

const usual: Repeat = { variables: Object.values(tokenVariables), flags: [] };

/**
 * A shell command that repeats the request of an exchange. Redacted tokens appear as their variables, so it works where
 * these are set; everything else is in single quotes, where the shell expands nothing.
 */
export function curlLine({ request }: Exchange, { variables, flags }: Repeat = usual): string {
  const word = (text: string): string => withVariables(text, variables);
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const user = /^Basic base64\((.*)\)$/.exec(value)?.[1];
    if (name === "authorization" && user !== undefined) return `-u ${word(user)}`;
    return `-H ${word(value === "" ? `${name};` : `${name}: ${value}`)}`;
  });
  const method = request.method === "GET" ? [] : [`-X ${quoted(request.method)}`];
  // Sends a path with dots unchanged.
  const asIs = /\/\.{1,2}(?:\/|$)/.test(request.url) ? ["--path-as-is"] : [];
  // A body contains no variables: it is the user's text.
  const body = request.body === undefined ? [] : [`--data-raw ${quoted(request.body)}`];
  return ["curl -sS -i", ...flags, ...asIs, ...method, ...headers, ...body, word(request.url)].join(" ");
}

/** The alterations of a variable in shells: `${TOKEN%?}`, `${TOKEN:0:9}`, `${TOKEN^^}`. */
const alteration = String.raw`(?:%\?|%%?\.\*|##?\*\.|\^\^|,,|:\d+(?::\d+)?)?`;

/** A text as one word: its variables, whole or altered, in double quotes, and the rest in single ones. */
function withVariables(text: string, variables: readonly string[]): string {
  const names = variables.join("|");
  const parts = text.split(new RegExp(String.raw`(\$(?:(?:${names})\b|\{(?:${names})${alteration}\}))`));
  // Every second part is a variable.
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : part === "" ? "" : quoted(part))).join("");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
