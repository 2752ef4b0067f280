import { createHash, createHmac } from "node:crypto";
import { isObject } from "../../fixtures/values/json.ts";
import type { Secret } from "../../fixtures/secrets/redactor.ts";
import type { Secrets, Target } from "./target.ts";

/**
 * The ways to alter a real token. `jwt-claims` applies to every token with a JSON object in base64, the others that
 * begin with `jwt` only to JSON Web Tokens (RFC 7519), and those of `alterText` only to other tokens: a service that
 * decodes one may ignore what they change.
 */
export type Alteration =
  | "cut"
  | "extended"
  | "without-first"
  | "same-number"
  | "in-list"
  | "changed"
  | "last-changed"
  | "other-case-token"
  | "one-wildcard"
  | "one-in-brackets"
  | "crossed"
  | "sql"
  | "jwt-claims"
  | "jwt-header"
  | "jwt-signature"
  | "jwt-unsigned"
  | "jwt-none"
  | "jwt-empty-key"
  | "jwt-unknown-key";

/**
 * All alterations of a real token, each with the shell expression that makes it from the token's variable, if there is
 * one. Impossible alterations, and results equal to a real token, are left out.
 */
export function alterToken(
  { first, second = "" }: Pick<Secrets, "first" | "second">,
  { tokenVariables: { first: one, second: two } }: Pick<Target, "tokenVariables">,
): ReadonlyMap<string, Secret> {
  const middle = Math.floor(first.length / 2);
  const half = Math.floor(second.length / 2);
  const replaceAt = (at: number, character: string): Secret => ({
    value: first.slice(0, at) + character + first.slice(at + 1),
    name: `\${${one}:0:${at}}${character}\${${one}:${at + 1}}`,
  });
  const [mine, theirs] = [parseJwt(first), parseJwt(second)];
  const last = first.replace(/=+$/, "").length - 1;
  const more = addClaim(first);
  // In the middle, and long: the last character in base64 may have unused bits, all except the highest.
  const altered: Alterations = {
    cut: { value: first.slice(0, -1), name: `\${${one}%?}` },
    extended: { value: `${first}0rgk1tx7`, name: `\${${one}}0rgk1tx7` },
    "without-first": { value: first.slice(1), name: `\${${one}#?}` },
    "same-number": /^\d/.test(first) ? { value: `0${first}`, name: `0\${${one}}` } : undefined,
    "in-list": { value: `${first},0rgk1tx7`, name: `\${${one}},0rgk1tx7` },
    changed: replaceAt(middle, otherCharacter(first.charAt(middle))),
    "last-changed": replaceAt(last, otherHighBit(first.charAt(last))),
    "jwt-claims": more === undefined ? undefined : { value: more, name: `(${one} with one claim more)` },
    ...(mine === undefined ? alterText() : alterJwt(mine)),
  };
  const isOther = (secret: Secret | undefined): secret is Secret =>
    secret !== undefined && secret.value !== first && secret.value !== second;
  return new Map(Object.entries(altered).flatMap(([name, secret]) => (isOther(secret) ? [[name, secret]] : [])));

  function alterText(): Alterations {
    return {
      "other-case-token": /[a-z]/.test(first)
        ? { value: first.toUpperCase(), name: `\${${one}^^}` }
        : { value: first.toLowerCase(), name: `\${${one},,}` },
      "one-wildcard": replaceAt(middle, "_"),
      "one-in-brackets": {
        value: `${first.slice(0, middle)}[${first.charAt(middle)}]${first.slice(middle + 1)}`,
        name: `\${${one}:0:${middle}}[\${${one}:${middle}:1}]\${${one}:${middle + 1}}`,
      },
      sql: { value: first + alwaysTrue, name: `\${${one}}${alwaysTrue}` },
      crossed:
        second === ""
          ? undefined
          : { value: first.slice(0, middle) + second.slice(half), name: `\${${one}:0:${middle}}\${${two}:${half}}` },
    };
  }

  function alterJwt({ header, payload, signature }: Jwt): Alterations {
    const begin = first.length - Math.ceil(signature.length / 2);
    // A letter in the other case: some services compare signatures like names.
    const letter = first.slice(begin).search(/[a-z]/i);
    const at = begin + Math.max(0, letter);
    const other = letter < 0 ? otherCharacter(first.charAt(at)) : swapCase(first.charAt(at));
    return {
      "jwt-signature": replaceAt(at, other),
      "jwt-unsigned": { value: `${header}.${payload}.`, name: `\${${one}%.*}.` },
      "jwt-none": {
        value: `${encodeJson({ alg: "none", typ: "JWT" })}.${payload}.`,
        name: `(${one} with "alg":"none", unsigned)`,
      },
      "jwt-empty-key": signWithNothing(header, payload, `(${one} signed with an empty key)`),
      "jwt-unknown-key":
        decodeJson(header)?.["kid"] === undefined
          ? undefined
          : signWithNothing(
              encodeJson({ ...decodeJson(header), kid: "orgkit-unknown" }),
              payload,
              `(${one} with an unknown "kid", signed with an empty key)`,
            ),
      crossed: theirs && { value: `${header}.${payload}.${theirs.signature}`, name: `\${${one}%.*}.\${${two}##*.}` },
      "jwt-header": theirs && {
        value: `${theirs.header}.${payload}.${signature}`,
        name: `\${${two}%%.*}.\${${one}#*.}`,
      },
    };
  }
}

type Alterations = Partial<Record<Alteration, Secret | undefined>>;

interface Jwt {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
}

/** The parts of a JSON Web Token in its compact form; `undefined` for other tokens. */
function parseJwt(token: string): Jwt | undefined {
  const [, header = "", payload = "", signature = ""] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  return decodeJson(header) === undefined || decodeJson(payload) === undefined
    ? undefined
    : { header, payload, signature };
}

/** A token signed with an empty key, by the HMAC that its header names, or else by SHA-256: a key that was not found. */
function signWithNothing(header: string, payload: string, name: string): Secret {
  const named = decodeJson(header);
  const [, bits] = /^HS(256|384|512)$/.exec(String(named?.["alg"])) ?? [];
  const signed = `${bits === undefined ? encodeJson({ ...named, alg: "HS256" }) : header}.${payload}`;
  const signature = createHmac(`sha${bits ?? 256}`, "")
    .update(signed)
    .digest("base64url");
  return { value: `${signed}.${signature}`, name };
}

/** A token with one more member in its last part that is a JSON object in base64; `undefined` if there is none. */
function addClaim(token: string): string | undefined {
  // The base64 of `{"`.
  const part = token.match(/eyJ[\w+/-]+=*/g)?.at(-1) ?? "";
  const claims = decodeJson(part);
  const more = encodeJson({ ...claims, orgkit: true }, /[+/=]/.test(part) ? "base64" : "base64url");
  return claims && token.slice(0, token.lastIndexOf(part)) + more + token.slice(token.lastIndexOf(part) + part.length);
}

/** SQL that changes nothing, for services that put request text into a query. */
export const alwaysTrue = "' AND '1'='1";

function decodeJson(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function encodeJson(value: unknown, alphabet: "base64" | "base64url" = "base64url"): string {
  return Buffer.from(JSON.stringify(value)).toString(alphabet);
}

/** Characters of one kind: digits, or letters of one case. */
const alike = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

export function findAlphabet(character: string): string | undefined {
  return alike.find((characters) => characters.includes(character));
}

/** A byte that follows from a text, and looks random. */
export function hashToByte(text: string): number {
  return createHash("sha256").update(text).digest().readUInt8(0);
}

/** Another character of the same kind: a digit for a digit, a letter of the same case for a letter. */
function otherCharacter(character: string): string {
  const kind = findAlphabet(character) ?? "ab";
  return kind.charAt((kind.indexOf(character) + 7) % kind.length);
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** The characters of base64 and base64url (RFC 4648 §4, §5), by their six bits. */
const base64 = ["+/", "-_"].map((signs) => `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${signs}`);

/** The character of base64 with the highest bit flipped; for other characters, another one of its kind. */
function otherHighBit(character: string): string {
  const characters = base64.find((all) => all.includes(character));
  return characters?.charAt(characters.indexOf(character) ^ 32) ?? otherCharacter(character);
}

/**
 * An unknown token of the same form as the real one (length, kinds of characters). It comes from the seed, not from the
 * token: reports contain it, and it must reveal only the token's form.
 */
export function unknownTokenLike(first: string, second: string, seed: string): string {
  const draw = (round: number): string =>
    Array.from(first, (character, index) => {
      const kind = findAlphabet(character);
      return kind?.charAt(hashToByte(`${seed} ${round} ${index}`) % kind.length) ?? character;
    }).join("");
  for (let round = 0; round < 10; round += 1) {
    const candidate = draw(round);
    if (candidate !== first && candidate !== second && candidate.length >= 8) return candidate;
  }
  return "orgkit-never-issued-5b1e7f0c";
}

/** A well-formed JSON Web Token (RFC 7519) with an invalid signature, which expires in 2100. */
export const forgedJwt: string = [
  encodeJson({ alg: "HS256", typ: "JWT" }),
  encodeJson({ sub: "1", exp: 4_102_444_800 }),
  Buffer.from("not signed").toString("base64url"),
].join(".");
