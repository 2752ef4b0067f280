import { operationIds, readOperationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { acceptInvalidToken, everywhere, independentServer } from "../departures.ts";
import { defect, obligationsOf } from "./defect.ts";

/** A client, and an account whose data it may get. */
interface Caller {
  /** The `Authorization` header; `undefined` if there is none. */
  readonly header: string | undefined;
  readonly scheme: string;
  /** The text after `Bearer`; empty with any other scheme. */
  readonly sent: string;
  /** The text after any other scheme, and its base64 content with a colon, as in `Basic`. */
  readonly other: readonly string[];
  /** The values of the query, if there is no header. */
  readonly query: URLSearchParams;
  /** The values of other headers and the body, if there is none. */
  readonly elsewhere: {
    readonly cookies: readonly string[];
    readonly headers: readonly string[];
    readonly body: string;
  };
  readonly token: string;
  readonly isFirst: boolean;
}

/** The number of different characters in two texts of the same length. */
function distance({ sent, token }: Caller): number {
  return sent.length === token.length
    ? Array.from(sent).filter((character, index) => character !== token[index]).length
    : 0;
}

/** Whether a text matches a pattern of SQL. */
export function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[^\w%]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s").test(text);
}

/** Whether a text matches a pattern of a shell. */
export function isGlob(text: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[^\w*?[\]]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}

/** The operation on which each kind of wrong token is tried: a faulty guard is usually before all operations. */
const onList: readonly OperationId[] = ["listUsers"];

/** Faulty guards that §5 forbids: whether the client gets the account's data. */
const gaps: readonly (readonly [
  id: string,
  rules: string,
  isLetIn: (caller: Caller) => boolean,
  where?: readonly OperationId[],
])[] = [
  ["open-without-header", "AUTH-02 AUTH-07 AUTH-10", ({ header, isFirst }) => header === undefined && isFirst],
  [
    "open-without-anything",
    "AUTH-02 AUTH-10",
    ({ header, query, isFirst }) => header === undefined && query.size === 0 && isFirst,
  ],
  ["open-to-empty-header", "AUTH-03", ({ header, isFirst }) => header?.trim() === "" && isFirst],
  ["open-to-bearer-alone", "AUTH-03", ({ header, isFirst }) => header?.trim() === "Bearer" && isFirst],
  ["open-to-any-token", "AUTH-04 AUTH-05", ({ sent, isFirst }) => sent !== "" && isFirst],
  ["open-to-null", "AUTH-04", ({ sent, isFirst }) => isFirst && sent === "null", onList],
  ["open-to-inherited-names", "AUTH-04", ({ sent, isFirst }) => isFirst && sent !== "" && sent in {}, onList],
  [
    "open-to-patterns",
    "AUTH-04",
    ({ sent, token, isFirst }) => isFirst && /^[.*]+$/.test(sent) && token !== "",
    onList,
  ],
  [
    "looks-up-by-glob",
    "AUTH-04 AUTH-05",
    ({ sent, token, isFirst }) => isFirst && sent !== "" && isGlob(token, sent),
    onList,
  ],
  ["open-to-undefined", "AUTH-04", ({ sent, isFirst }) => isFirst && sent === "undefined", onList],
  [
    "open-to-three-dotted-parts",
    "AUTH-04",
    ({ sent, isFirst }) => isFirst && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(sent),
    onList,
  ],
  ["token-in-sql", "AUTH-05", ({ sent, token }) => /^(.*)' (?:AND|OR) '1'='1$/.exec(sent)?.[1] === token, onList],
  ["open-to-any-other-token", "AUTH-04 AUTH-05", (caller) => distance(caller) > 3 && caller.isFirst, readOperationIds],
  ["compares-8-at-the-beginning", "AUTH-05", ({ sent, token }) => sent.slice(0, 8) === token.slice(0, 8)],
  ["compares-16-at-the-beginning", "AUTH-05", ({ sent, token }) => sent.slice(0, 16) === token.slice(0, 16)],
  [
    "compares-all-but-the-last",
    "AUTH-05",
    ({ sent, token }) => sent.length === token.length && sent.startsWith(token.slice(0, -1)),
    onList,
  ],
  ["compares-6-at-the-end", "AUTH-05", ({ sent, token }) => sent.slice(-6) === token.slice(-6)],
  ["compares-8-at-the-end", "AUTH-05", ({ sent, token }) => sent.slice(-8) === token.slice(-8)],
  ["accepts-a-longer-token", "AUTH-05", ({ sent, token }) => sent.startsWith(token), readOperationIds],
  ["accepts-a-shorter-token", "AUTH-05", ({ sent, token }) => sent.length > 3 && token.startsWith(sent)],
  ["accepts-one-wrong-character", "AUTH-05", (caller) => distance(caller) === 1],
  ["ignores-letter-case", "AUTH-05", ({ sent, token }) => sent.toLowerCase() === token.toLowerCase(), readOperationIds],
  ["compares-the-first-half", "AUTH-05", ({ sent, token }) => sent.startsWith(token.slice(0, token.length / 2))],
  [
    "looks-up-by-pattern",
    "AUTH-04 AUTH-05",
    ({ sent, token, isFirst }) => isFirst && sent !== "" && isLike(token, sent),
    onList,
  ],
  ["wildcard-in-a-token", "AUTH-05", ({ sent, token }) => sent.length === token.length && isLike(token, sent), onList],
  ["takes-the-last-token", "AUTH-05", ({ sent, token }) => sent.endsWith(`, Bearer ${token}`), onList],
  ["open-to-basic", "AUTH-06", ({ header, token }) => header === `Basic ${token}`],
  ["open-to-basic-anyhow", "AUTH-06", ({ scheme, other, token }) => scheme === "Basic" && other.includes(token)],
  ["open-to-basic-user", "AUTH-06", ({ scheme, other, token }) => scheme === "Basic" && other[1] === token, onList],
  ["open-to-basic-password", "AUTH-06", ({ scheme, other, token }) => scheme === "Basic" && other[2] === token, onList],
  ["open-to-basic-password-of-nobody", "AUTH-06", ({ other, token }) => other[1] === "" && other[2] === token, onList],
  [
    "open-to-basic-password-of-somebody",
    "AUTH-06",
    ({ other: [, user = "", password], token }) => user !== "" && password === token,
    onList,
  ],
  ["open-to-any-scheme", "AUTH-06", ({ scheme, other, token }) => /^[a-z]+$/i.test(scheme) && other.includes(token)],
  [
    "cuts-off-seven-characters",
    "AUTH-06",
    ({ header, token }) => header !== undefined && /^Bearer\S/.test(header) && header.slice(7) === token,
    onList,
  ],
  ["cuts-off-the-scheme-alone", "AUTH-06", ({ header, token }) => header === `Bearer${token}`, onList],
  ["open-without-scheme", "AUTH-06", ({ header, token }) => header === token],
  ["access-token-in-query", "AUTH-07", ({ query, token }) => query.get("access_token") === token],
  ["api-key-in-query", "AUTH-07", ({ query, token }) => query.get("api_key") === token, onList],
  ["token-in-any-parameter", "AUTH-07", ({ query, token }) => Array.from(query.values()).includes(token)],
  ["token-in-a-cookie", "AUTH-10", ({ elsewhere, token }) => elsewhere.cookies.includes(`access_token=${token}`)],
  [
    "token-in-another-header",
    "AUTH-10",
    ({ elsewhere, token }) => elsewhere.headers.includes(`x-auth-token: ${token}`),
  ],
  [
    "token-as-forwarded",
    "AUTH-10",
    ({ elsewhere, token }) => elsewhere.headers.includes(`x-forwarded-authorization: Bearer ${token}`),
  ],
  ["token-in-the-body", "AUTH-10", ({ elsewhere, token }) => elsewhere.body.includes(token), ["createUser"]],
];

/** Accepts clients through a faulty guard. */
const open = (where: OperationId | readonly OperationId[], isLetIn: (caller: Caller) => boolean) =>
  acceptInvalidToken(where, ({ authorization: header, query, headers, body }, token, isFirst) => {
    const [scheme = "", value = ""] = (header ?? "").split(" ");
    const other = scheme === "Bearer" ? [] : [value, ...Buffer.from(value, "base64").toString().split(":")];
    const sent = /^Bearer (.+)$/.exec(header ?? "")?.[1] ?? "";
    const free = header === undefined ? query : new URLSearchParams();
    const others =
      header === undefined ? Object.entries(headers).map(([name, text]) => `${name}: ${String(text)}`) : [];
    const cookies = header === undefined ? String(headers["cookie"]).split("; ") : [];
    const elsewhere = { cookies, headers: others, body: header === undefined ? body : "" };
    return isLetIn({ header, scheme, sent, other, query: free, elsewhere, token, isFirst });
  });

/** On createUser only the first three show, AUTH-03 as two of them: they create users, so the others are not tried. */
const shownOn = (rules: string, operation: OperationId): string =>
  operation === "createUser"
    ? rules
        .split(" ")
        .slice(0, rules.includes("AUTH-03") ? 2 : 3)
        .join(" ")
    : rules;

/** AUTH-02 to AUTH-07: faulty guards, each on one operation, and the widest on all. */
export const gapDefects = [
  ...gaps.flatMap(([id, rules, isLetIn, where = operationIds]) =>
    where.map((operation) => defect(shownOn(rules, operation), operation, id, open(operation, isLetIn))),
  ),
  ...(
    [
      ["open-to-everyone", "AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-06 AUTH-07 AUTH-10", ({ isFirst }: Caller) => isFirst],
      ...gaps.filter(([id]) => id === "open-to-any-token" || id === "access-token-in-query"),
    ] as const
  ).map(([id, rules, isLetIn]) =>
    independentServer(
      id,
      operationIds.flatMap((operation) => obligationsOf(shownOn(rules, operation), [operation])),
      [open(everywhere, isLetIn)],
    ),
  ),
];
