import { posix } from "node:path";
import { hasId, operationIds, operationPath, type OperationId } from "../../../fixtures/contract/operations.ts";
import { percentDecoded } from "../../../fixtures/text.ts";
import { isFor, reshape, sending, taking, type Departure } from "../departures.ts";
import { failure, members, subscriptionIdOf, success, type Ask, type Service } from "../service.ts";
import { ordinaryDialect } from "../dialect.ts";
import { isGlob, isLike } from "./access.ts";
import { defect, each, idsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

type Matches = (asked: string, id: string) => boolean;

/** How a service confuses an id with another one. */
const matches: readonly (readonly [id: string, matches: Matches])[] = [
  ["by-its-beginning", (asked, id) => asked !== "" && id.startsWith(asked)],
  ["by-its-end", (asked, id) => asked !== "" && id.endsWith(asked)],
  ["by-what-begins-with-it", (asked, id) => asked.startsWith(id)],
  ["by-what-ends-with-it", (asked, id) => asked.endsWith(id)],
  ["in-any-letter-case", (asked, id) => asked.toLowerCase() === id.toLowerCase()],
  ["trimmed", (asked, id) => asked.trim() === id],
  ["trimmed-at-the-end", (asked, id) => asked.trimEnd() === id],
  ["without-plus-signs", (asked, id) => asked.replaceAll("+", " ").trim() === id && asked.includes("+")],
  ["by-pattern", (asked, id) => isLike(id, asked)],
  ["by-glob", (asked, id) => isGlob(id, asked)],
  ["by-an-asterisk", (asked) => asked === "*"],
  ["as-the-first-of-a-list", (asked, id) => asked.split(",")[0] === id],
  ["as-a-file", (asked, id) => posix.normalize(asked) === id],
  ["up-to-nul", (asked, id) => asked.split("\0")[0] === id],
  ["in-sql", (asked, id) => asked === `${id}' AND '1'='1`],
  ["decoded-twice", (asked, id) => percentDecoded(asked) === id],
];

/** Treats an unknown id as a known one. */
export function taken(operation: OperationId, isMatch: Matches): Departure {
  return taking(operation, (ask, { accounts: [first] }) => {
    const known = idsOf(operation, first);
    const asked = subscriptionIdOf(ask);
    const found = known.includes(asked) ? undefined : known.find((id) => isMatch(asked, id));
    return found === undefined ? {} : { path: operationPath(operation, found) };
  });
}

const isLastId = (ask: Ask, { accounts: [first] }: Service): boolean =>
  subscriptionIdOf(ask) === [...first.subscriptions.keys()].at(-1);

/** A subscription of the second account that its invoices refer to. */
const foreign = { id: "sub_0f7he2nd", plan: "studio", seats: 7 };
const isForeign = (ask: Ask): boolean => isFor(ask, "getSubscription") && subscriptionIdOf(ask) === foreign.id;

/** Gives the second account a subscription that its invoices refer to. */
export function withForeign(isShown: (isFirst: boolean) => boolean): readonly Departure[] {
  return [
    reshape("listInvoices", ({ data, meta }, ask, { accounts: [, second], accountOf }) => {
      const isTheirs = accountOf(ask) === second;
      return {
        data: data.map((row) => ({ ...members(row), ...(isTheirs ? { subscriptionId: foreign.id } : {}) })),
        meta,
      };
    }),
    (ask, next, { accounts: [first], accountOf }) => {
      const account = accountOf(ask);
      if (!isForeign(ask) || account === undefined) return next(ask);
      return isShown(account === first) ? success([foreign]) : failure(404, "not_found", "No such subscription.");
    },
  ];
}

const ofAccount = { dialect: { ...ordinaryDialect, subscriptions: "ofAccount" } } as const;

/** SUB-01 to SUB-03 and DECL-36: only for one id. */
export const idPlaceDefects: readonly IndependentServer[] = [
  ...operationIds
    .filter(hasId)
    .flatMap((operation) =>
      matches.map(([id, isMatch]) => defect("SUB-03", operation, `id-${id}`, taken(operation, isMatch))),
    ),
  defect("SUB-01", "getSubscription", "record-twice-at-the-last-id", [
    sending("getSubscription", ({ data }, ask, service) => (isLastId(ask, service) ? [...data, ...data] : data)),
  ]),
  ...each(
    "SUB-01",
    "total-of-joined-rows",
    (operation) => reshape(operation, ({ data, meta }) => ({ data, meta: { ...meta, total: data.length * 3 } })),
    operationIds.filter(hasId),
  ),
  ...each(
    "SUB-02",
    "record-of-the-next-id",
    (operation) =>
      taking(operation, (ask, { accounts: [first] }) => {
        const ids = idsOf(operation, first);
        const index = ids.indexOf(subscriptionIdOf(ask));
        return index < 0 ? {} : { path: operationPath(operation, ids[(index + 1) % ids.length]) };
      }),
    operationIds.filter(hasId),
  ),
  defect("SUB-02", "getSubscription", "first-record-at-the-last-id", [
    sending("getSubscription", ({ data }, ask, service) =>
      isLastId(ask, service) ? [...service.accounts[0].subscriptions.values()].slice(0, 1) : data,
    ),
  ]),
  defect("DECL-36", "getSubscription", "subscription-of-the-second", [...withForeign(() => true), ofAccount]),
];

/** Numbered ids, and spellings that a service reads as the same number. */
export const numberedDefects: readonly (readonly [id: string, isMatch: Matches])[] = [
  ["id-parsed-as-an-integer", (asked, id) => Number.parseInt(asked, 10) === Number(id)],
  ["id-read-as-a-number", (asked, id) => asked.trim() !== "" && Number(asked) === Number(id)],
  ["id-in-sql-as-a-number", (asked, id) => asked === `${id} AND 1=1`],
  ["id-in-any-digits", (asked, id) => asked.normalize("NFKC") === id],
];
