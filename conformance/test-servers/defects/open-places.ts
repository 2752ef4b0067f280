import { hasId, operationIds, readOperationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { isFor, acceptInvalidToken, onGood, type Departure } from "../departures.ts";
import { subscriptionIdOf, type Account, type Ask } from "../service.ts";
import { defect, each, idsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Opens only one place to clients with this header. */
const openAt = (
  operation: OperationId,
  isThere: (ask: Ask, first: Account) => boolean,
  isOpen: (header: string | undefined) => boolean,
): Departure => {
  return (ask, next, service) => {
    const [first] = service.accounts;
    const isIn = service.accountOf(ask) === undefined && isFor(ask, operation) && isThere(ask, first);
    return next(isIn && isOpen(ask.authorization) ? { ...ask, authorization: `Bearer ${first.token}` } : ask);
  };
};

const isOnFurtherPage = ({ query }: Ask): boolean => Number(query.get("page")) > 1;
const isPageOfOne = ({ query }: Ask): boolean => query.get("per_page") === "1";
const isBeyondTheLast = ({ query }: Ask, { users }: Account): boolean => Number(query.get("page")) > users.length;
const isOtherId =
  (operation: OperationId) =>
  (ask: Ask, first: Account): boolean =>
    subscriptionIdOf(ask) !== idsOf(operation, first)[0];

/** A session identified by a cookie. */
const session = "b3f1c2d4e5f60718";
const sessionDefects = readOperationIds.map((operation) =>
  defect("AUTH-02", operation, "session-cookie-is-enough", [
    onGood(operation, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "set-cookie": `sid=${session}; HttpOnly` },
    })),
    acceptInvalidToken(operation, ({ authorization, headers }, _, isFirst) => {
      return isFirst && authorization === undefined && String(headers["cookie"]).includes(session);
    }),
  ]),
);

/** Headers that pretend to be from a trusted client. */
const trusted = [
  ["an-internal-address", "x-forwarded-for", "127.0.0.1"],
  ["an-internal-service", "x-internal-request", "true"],
  ["an-internal-preflight", "access-control-request-method", "GET"],
  ["a-browser", "accept", "text/html"],
] as const;

/** AUTH-02 and AUTH-04: open at one place. */
export const placedGaps: readonly IndependentServer[] = [
  ...sessionDefects,
  ...(
    [
      ["on-a-page-of-one-record", isPageOfOne],
      ["beyond-the-last-page", isBeyondTheLast],
    ] as const
  ).map(([id, isThere]) =>
    defect(
      "AUTH-02",
      "listUsers",
      `open-without-header-${id}`,
      openAt("listUsers", isThere, (header) => header === undefined),
    ),
  ),
  ...trusted.flatMap(([id, name, value]) =>
    operationIds.map((operation) =>
      defect("AUTH-02", operation, `trusts-${id}`, [
        acceptInvalidToken(operation, ({ authorization, headers }, _, isFirst) => {
          return isFirst && authorization === undefined && String(headers[name]).startsWith(value);
        }),
      ]),
    ),
  ),
  ...(
    [
      ["AUTH-02", "open-without-header", (header) => header === undefined],
      ["AUTH-04", "open-to-any-token", (header) => /^Bearer [^%*]/.test(header ?? "")],
    ] satisfies readonly (readonly [string, string, (header: string | undefined) => boolean])[]
  ).flatMap(([rule, id, isOpen]) => [
    defect(rule, "listUsers", `${id}-on-a-further-page`, openAt("listUsers", isOnFurtherPage, isOpen)),
    ...each(
      rule,
      `${id}-at-another-id`,
      (operation) => openAt(operation, isOtherId(operation), isOpen),
      operationIds.filter(hasId),
    ),
  ]),
];
