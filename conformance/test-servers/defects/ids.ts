import { posix } from "node:path";
import { hasId, operationIds, operationPath, type OperationId } from "../../../fixtures/contract/operations.ts";
import { percentDecoded } from "../../../fixtures/values/text.ts";
import {
  isFor,
  onUnknownId,
  present,
  reshape,
  sending,
  taking,
  type Departure,
  defects,
  type Parts,
} from "../departures.ts";
import { failure, idsOf, members, recordsOf, subscriptionIdOf, success, type Ask, type Service } from "../service.ts";
import { ordinaryDialect } from "../declared.ts";
import { isGlob, isLike } from "./access.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Treats an unknown id as a known one that it matches. */
const taken =
  (isMatch: (asked: string, id: string) => boolean) =>
  (operation: OperationId): Departure =>
    taking(operation, (ask, { accounts: [first] }) => {
      const known = idsOf(operation, first);
      const asked = subscriptionIdOf(ask);
      const found = known.includes(asked) ? undefined : known.find((id) => isMatch(asked, id));
      return found === undefined ? {} : { path: operationPath(operation, found) };
    });

/** The same for ids that are numbers. */
const takenNumber =
  (isMatch: (asked: string, id: string) => boolean) =>
  (operation: OperationId): Parts => [taken(isMatch)(operation), { subscriptionIds: ["17", "18"] }];

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

/** Returns the first record if the id is unknown. */
const unknownIsFirst = (operation: OperationId): Departure =>
  onUnknownId(({ accounts: [first] }) => success(recordsOf(operation, first).slice(0, 1)), operation);

const idIgnored = (operation: OperationId): Departure =>
  sending(operation, (_, __, { accounts: [first] }) => recordsOf(operation, first).slice(0, 1));

const withId = operationIds.filter(hasId);

/** SUB-01 to SUB-03 and DECL-36: the wrong record, or the wrong number of them. */
export const idDefects: readonly IndependentServer[] = [
  ...defects("SUB-03", withId, {
    "id-by-its-beginning": taken((asked, id) => asked !== "" && id.startsWith(asked)),
    "id-by-its-end": taken((asked, id) => asked !== "" && id.endsWith(asked)),
    "id-by-what-begins-with-it": taken((asked, id) => asked.startsWith(id)),
    "id-trimmed": taken((asked, id) => asked.trim() === id),
    "id-without-plus-signs": taken((asked, id) => asked.replaceAll("+", " ").trim() === id && asked.includes("+")),
    "id-by-pattern": taken((asked, id) => isLike(id, asked)),
    "id-by-glob": taken((asked, id) => isGlob(id, asked)),
    "id-by-an-asterisk": taken((asked) => asked === "*"),
    "id-as-the-first-of-a-list": taken((asked, id) => asked.split(",")[0] === id),
    "id-as-a-file": taken((asked, id) => posix.normalize(asked) === id),
    "id-up-to-nul": taken((asked, id) => asked.split("\0")[0] === id),
    "id-in-sql": taken((asked, id) => asked === `${id}' AND '1'='1`),
    "id-decoded-twice": taken((asked, id) => percentDecoded(asked) === id),
    "unknown-id-is-first": unknownIsFirst,
  }),
  ...defects("SUB-03", ["getSubscription"], {
    "id-read-as-a-number": takenNumber((asked, id) => asked.trim() !== "" && Number(asked) === Number(id)),
    "id-in-sql-as-a-number": takenNumber((asked, id) => asked === `${id} AND 1=1`),
    "id-in-any-digits": takenNumber((asked, id) => asked.normalize("NFKC") === id),
  }),
  ...defects("SUB-01", withId, {
    "record-empty": (operation) => sending(operation, () => []),
    "total-of-joined-rows": (operation) =>
      reshape(operation, ({ data, meta }) => ({ data, meta: { ...meta, total: data.length * 3 } })),
    "record-twice-at-the-last-id": (operation) =>
      sending(operation, ({ data }, ask, service) => (isLastId(ask, service) ? [...data, ...data] : data)),
  }),
  ...defects("SUB-02", withId, {
    "id-ignored-at-a-time": (operation) => [
      present(operation, (row) => ({ ...row, asOf: new Date().toISOString() })),
      idIgnored(operation),
    ],
    "record-of-the-next-id": (operation) =>
      taking(operation, (ask, { accounts: [first] }) => {
        const ids = idsOf(operation, first);
        const index = ids.indexOf(subscriptionIdOf(ask));
        return index < 0 ? {} : { path: operationPath(operation, ids[(index + 1) % ids.length]) };
      }),
  }),
  ...defects("SUB-02 SUB-03", withId, {
    "any-id-ignored": (operation) => [unknownIsFirst(operation), idIgnored(operation)],
  }),
  ...defects("DECL-36", ["getSubscription"], {
    "subscription-of-the-second": () => [...withForeign(() => true), ofAccount],
  }),
];
