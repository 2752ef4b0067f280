import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { broken, everywhere, letIn, shortNames } from "./departures.ts";
import type { Ask } from "./service.ts";
import { defaultTokens, type Stranger } from "./stranger.ts";

/** A way in that §5 does not show. */
interface Gap {
  readonly id: string;
  readonly sentence: string;
  readonly requirements: readonly string[];
  /** Where; one stranger each. */
  readonly on: readonly OperationId[];
  /** Is this call taken for one of the account with this token? */
  readonly isLetIn: (ask: Ask, token: string) => boolean;
}

const [users, creation, subscription, invoices] = operationIds;

/** Whoever shows nothing that tells an account is taken for the first. */
const isFirst = (token: string): boolean => token === defaultTokens.first;

/** What follows the word Bearer. */
function sent({ authorization }: Ask): string {
  return /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
}

/** What follows a scheme other than Bearer, also where it is base64 with a colon, as Basic has it. */
function underOther({ authorization }: Ask, schemes: RegExp): readonly string[] {
  const [scheme = "", value = ""] = (authorization ?? "").split(" ");
  if (scheme === "Bearer" || !schemes.test(scheme)) return [];
  return [value, ...Buffer.from(value, "base64").toString().split(":")];
}

/** The user and the password of Basic (RFC 7617). */
function basicPair({ authorization }: Ask): readonly string[] | undefined {
  const [scheme, value = ""] = (authorization ?? "").split(" ");
  const pair = Buffer.from(value, "base64").toString();
  return scheme === "Basic" && pair.includes(":") ? [pair.replace(/:.*/, ""), pair.replace(/^[^:]*:/, "")] : undefined;
}

const isBare = ({ authorization }: Ask): boolean => authorization === undefined;

const gaps: readonly Gap[] = [
  {
    id: "open-without-header",
    sentence: "a call without the header is accepted",
    requirements: ["AUTH-02", "AUTH-07"],
    on: [users, creation, invoices],
    isLetIn: (ask, token) => isBare(ask) && isFirst(token),
  },
  {
    id: "open-without-anything",
    sentence: "a call without header and query is accepted",
    requirements: ["AUTH-02"],
    on: operationIds,
    isLetIn: (ask, token) => isBare(ask) && ask.query.size === 0 && isFirst(token),
  },
  {
    id: "open-to-empty-header",
    sentence: "a call with an empty header is accepted",
    requirements: ["AUTH-03"],
    on: [users, subscription],
    isLetIn: ({ authorization }, token) => authorization?.trim() === "" && isFirst(token),
  },
  {
    id: "open-to-bearer-alone",
    sentence: "a call with the word Bearer and no token is accepted",
    requirements: ["AUTH-03"],
    on: operationIds,
    isLetIn: ({ authorization }, token) => authorization?.trim() === "Bearer" && isFirst(token),
  },
  {
    id: "open-to-any-token",
    sentence: "any token is accepted",
    requirements: ["AUTH-04", "AUTH-05"],
    on: operationIds,
    isLetIn: (ask, token) => sent(ask) !== "" && isFirst(token),
  },
  {
    id: "compares-the-beginning",
    sentence: "only the first eight characters of a token count",
    requirements: ["AUTH-05"],
    on: operationIds,
    isLetIn: (ask, token) => sent(ask).slice(0, 8) === token.slice(0, 8),
  },
  {
    id: "compares-16-characters",
    sentence: "a token is cut to sixteen characters before it is compared",
    requirements: ["AUTH-05"],
    on: [users, invoices],
    isLetIn: (ask, token) => sent(ask).slice(0, 16) === token.slice(0, 16),
  },
  {
    id: "compares-the-end",
    sentence: "only the last eight characters of a token count",
    requirements: ["AUTH-05"],
    on: [users, creation],
    isLetIn: (ask, token) => sent(ask).slice(-8) === token.slice(-8),
  },
  {
    id: "any-longer-token",
    sentence: "what follows a real token is not looked at",
    requirements: ["AUTH-05"],
    on: [subscription, invoices],
    isLetIn: (ask, token) => sent(ask).startsWith(token),
  },
  {
    id: "any-shorter-token",
    sentence: "the beginning of a token will do",
    requirements: ["AUTH-05"],
    on: [subscription, creation],
    isLetIn: (ask, token) => sent(ask).length > 3 && token.startsWith(sent(ask)),
  },
  {
    id: "one-character-off",
    sentence: "one character of a token may be wrong",
    requirements: ["AUTH-05"],
    on: [users, subscription],
    isLetIn: (ask, token) => {
      const given = sent(ask);
      const wrong = Array.from(token).filter((character, index) => character !== given[index]);
      return given.length === token.length && wrong.length === 1;
    },
  },
  {
    id: "open-to-basic",
    sentence: "the token is accepted under Basic",
    requirements: ["AUTH-06"],
    on: operationIds,
    isLetIn: (ask, token) => underOther(ask, /^basic$/i).includes(token),
  },
  {
    id: "basic-user",
    sentence: "the token is accepted as the user of Basic",
    requirements: ["AUTH-06"],
    on: operationIds,
    isLetIn: (ask, token) => basicPair(ask)?.[0] === token,
  },
  {
    id: "basic-password",
    sentence: "the token is accepted as the password of Basic, whoever the user is",
    requirements: ["AUTH-06"],
    on: [subscription, creation],
    isLetIn: (ask, token) => basicPair(ask)?.[1] === token,
  },
  {
    id: "basic-password-of-nobody",
    sentence: "the token is accepted as the password of Basic without a user",
    requirements: ["AUTH-06"],
    on: [invoices],
    isLetIn: (ask, token) => basicPair(ask)?.[0] === "" && basicPair(ask)?.[1] === token,
  },
  {
    id: "basic-password-of-somebody",
    sentence: "the token is accepted as the password of Basic with a user",
    requirements: ["AUTH-06"],
    on: [users],
    isLetIn: (ask, token) => /./.test(basicPair(ask)?.[0] ?? "") && basicPair(ask)?.[1] === token,
  },
  {
    id: "open-to-any-scheme",
    sentence: "the token is accepted under any scheme",
    requirements: ["AUTH-06"],
    on: [invoices, creation],
    isLetIn: (ask, token) => underOther(ask, /^[a-z]+$/i).includes(token),
  },
  {
    id: "open-without-scheme",
    sentence: "the token is accepted without a scheme",
    requirements: ["AUTH-06"],
    on: operationIds,
    isLetIn: ({ authorization }, token) => authorization === token,
  },
  {
    id: "token-in-query",
    sentence: "the token is taken from access_token in the query",
    requirements: ["AUTH-07"],
    on: operationIds,
    isLetIn: (ask, token) => isBare(ask) && ask.query.get("access_token") === token,
  },
  {
    id: "token-in-any-parameter",
    sentence: "the token is taken from any query parameter",
    requirements: ["AUTH-07"],
    on: [invoices, users],
    isLetIn: (ask, token) => isBare(ask) && Array.from(ask.query.values()).includes(token),
  },
];

/** On createUser only the first shows: it has created a user, and the others are not tried. */
function shownOn(operation: OperationId, requirements: readonly string[]): readonly string[] {
  const shown = operation === creation ? requirements.slice(0, 1) : requirements;
  return shown.map((requirement) => `${requirement} ${operation}`);
}

const each = (requirements: readonly string[]): readonly string[] =>
  operationIds.flatMap((operation) => shownOn(operation, requirements));

/** AUTH-02 to AUTH-07: ways in. */
export const brokenAuthentication: readonly Stranger[] = [
  ...gaps.flatMap(({ id, sentence, requirements, on, isLetIn }) =>
    on.map((operation) =>
      broken(`${id}-${shortNames[operation]}`, `${sentence} (${operation})`, shownOn(operation, requirements), () => ({
        around: [letIn(operation, isLetIn)],
      })),
    ),
  ),
  broken(
    "open-to-everyone",
    "no token is looked at, but to tell the second account",
    each(["AUTH-02", "AUTH-03", "AUTH-04", "AUTH-05", "AUTH-06", "AUTH-07"]),
    () => ({ around: [letIn(everywhere, (_, token) => isFirst(token))] }),
  ),
  broken("open-to-any-bearer", "any token is accepted, everywhere", each(["AUTH-04", "AUTH-05"]), () => ({
    around: [letIn(everywhere, (ask, token) => sent(ask) !== "" && isFirst(token))],
  })),
  broken("query-or-header", "the token is taken from the query, everywhere", each(["AUTH-07"]), () => ({
    around: [letIn(everywhere, (ask, token) => isBare(ask) && ask.query.get("access_token") === token)],
  })),
];
