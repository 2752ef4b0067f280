import { createHash } from "node:crypto";
import type { Secret } from "../../fixtures/secrets/redactor.ts";
import type { Secrets, Target } from "./target.ts";

/** Every kind of credentials, in the order in which they are tried. */
export const credentials = [
  "first",
  "second",
  "none",
  "empty",
  "no-token",
  "never-issued",
  "cut",
  "extended",
  "changed",
  "other-scheme",
  "basic-user",
  "basic-password",
  "basic-named-password",
  "no-scheme",
  "other-case",
  "in-query",
  "in-query-otherwise",
] as const;

/** What a call carries to prove who makes it: one thing is changed against the good call, nothing else. */
export type Credentials = (typeof credentials)[number];

/** What each kind of credentials is, in words that follow "with". */
export const credentialsInWords: Readonly<Record<Credentials, string>> = {
  first: "the token",
  second: "the token of another account",
  none: "no `Authorization` header",
  empty: "an empty `Authorization` header",
  "no-token": "`Bearer` and no token",
  "never-issued": "a token never issued",
  cut: "the real token without its last character",
  extended: "the real token and eight characters more",
  changed: "the real token with one character changed",
  "other-scheme": "the real token under `Basic`",
  "basic-user": "the real token as the user of `Basic`",
  "basic-password": "the real token as the password of `Basic`, without a user",
  "basic-named-password": "the real token as the password of `Basic`, with a user",
  "no-scheme": "the real token without `Bearer`",
  "other-case": "the real token under `bearer`, in lower case",
  "in-query": "the real token as `access_token` in the query, and no header",
  "in-query-otherwise": "the real token under other names in the query, and no header",
};

/** Where the credentials of a call go. */
interface Carried {
  readonly authorization?: string;
  /** What is shown in its place, where it is not the value without its secrets: `Basic base64($TOKEN:)`. */
  readonly shown?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Names under which services take a token from the query; RFC 6750 §2.3 knows `access_token`. */
const otherNames = ["token", "auth_token", "authToken", "accessToken", "bearer_token", "api_key", "apikey", "key"];

/**
 * What a call with these credentials carries.
 * @param variable the name of the shell variable that stands for the token
 */
export function carry({ first, second = "" }: Secrets, kind: Credentials, seed: string, variable = ""): Carried {
  switch (kind) {
    case "first":
      return { authorization: `Bearer ${first}` };
    case "second":
      return { authorization: `Bearer ${second}` };
    case "none":
      return {};
    case "empty":
      return { authorization: "" };
    case "no-token":
      return { authorization: "Bearer" };
    case "never-issued":
      return { authorization: `Bearer ${lookalike(first, second, seed)}` };
    case "cut":
    case "extended":
    case "changed":
      return { authorization: `Bearer ${alter(first)[kind].value}` };
    case "other-scheme":
      return { authorization: `Basic ${first}` };
    case "basic-user":
      return basic("", first, ":", variable);
    case "basic-password":
      return basic(":", first, "", variable);
    case "basic-named-password":
      return basic("orgkit:", first, "", variable);
    case "no-scheme":
      return { authorization: first };
    case "other-case":
      return { authorization: `bearer ${first}` };
    case "in-query":
      return { query: { access_token: first } };
    case "in-query-otherwise":
      return { query: Object.fromEntries(otherNames.map((name) => [name, first])) };
  }
}

/** Everything that must not be read in a report, and the shell words that stand in its place. */
export function secretsOf(secrets: Secrets, { tokenVariables }: Pick<Target, "tokenVariables">): readonly Secret[] {
  const { first, second, headers } = secrets;
  const altered = Object.values(alter(first, tokenVariables.first));
  return [
    { value: first, name: `$${tokenVariables.first}` },
    ...(second === undefined ? [] : [{ value: second, name: `$${tokenVariables.second}` }]),
    ...altered,
    ...Object.entries(headers)
      .filter(([name]) => !publicHeader.test(name))
      .map(([name, value]) => ({ value, name: `$${headerVariable(name)}` })),
  ];
}

/** What a client says of itself and of the reply it wants: no secret, and often in the reply, too. */
const publicHeader = /^(?:accept(?:-.*)?|user-agent|content-type|cache-control|prefer|origin|referer)$/i;

/** The shell variable that stands for the value of a further header: `$ORGKIT_HEADER_X_API_KEY`. */
export function headerVariable(name: string): string {
  return `ORGKIT_HEADER_${name.toUpperCase().replaceAll(/\W/g, "_")}`;
}

/**
 * A token altered in three ways, each with the words of a shell that make it from the variable. The change stands
 * in the middle and the extension is long: in base64 the last character may hold bits that mean nothing.
 */
function alter(token: string, variable = ""): Readonly<Record<"cut" | "extended" | "changed", Secret>> {
  const middle = Math.floor(token.length / 2);
  const other = otherCharacter(token.charAt(middle));
  return {
    cut: { value: token.slice(0, -1), name: `\${${variable}%?}` },
    extended: { value: `${token}0rgk1tx7`, name: `\${${variable}}0rgk1tx7` },
    changed: {
      value: token.slice(0, middle) + other + token.slice(middle + 1),
      name: `\${${variable}:0:${middle}}${other}\${${variable}:${middle + 1}}`,
    },
  };
}

/** A token as `Basic` carries it (RFC 7617 §2). */
function basic(before: string, token: string, after: string, variable: string): Carried {
  return {
    authorization: `Basic ${Buffer.from(before + token + after).toString("base64")}`,
    shown: `Basic base64(${before}$${variable}${after})`,
  };
}

const kinds = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Another character of the same kind: a digit for a digit, a letter in the same case for a letter. */
function otherCharacter(character: string): string {
  const kind = kinds.find((characters) => characters.includes(character)) ?? "ab";
  return kind.charAt((kind.indexOf(character) + 7) % kind.length);
}

/**
 * A token of the same form as the real one (length, kinds of characters) that nobody has issued. Drawn from the
 * seed and not from the token: it stands in reports, and must tell nothing of the token but its form.
 */
function lookalike(first: string, second: string, seed: string): string {
  const draw = (round: number): string =>
    Array.from(first, (character, index) => {
      const kind = kinds.find((characters) => characters.includes(character));
      const byte = createHash("sha256").update(`${seed} ${round} ${index}`).digest().readUInt8(0);
      return kind?.charAt(byte % kind.length) ?? character;
    }).join("");
  for (let round = 0; round < 10; round += 1) {
    const candidate = draw(round);
    if (candidate !== first && candidate !== second && candidate.length >= 8) return candidate;
  }
  return "orgkit-never-issued-5b1e7f0c";
}
