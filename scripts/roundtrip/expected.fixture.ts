import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { alike, areDistinct, bodyExceptions, hidden, shown, unless, type Expected } from "./expected-bodies.fixture.ts";
import { hasOneSize, pagingExceptions } from "./expected-paging.fixture.ts";
import { valueAt, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { formatOfIds } from "../../conformance/open-points/id-format.ts";
import { openPointRows } from "../../conformance/open-points/open-points.ts";

export interface Conditions {
  readonly allowWrites: boolean;
  /** The subscription ids of the world in this dialect. */
  readonly subscriptionIds: readonly (string | number)[];
}

/** Keys that only a write shows. */
const written =
  /^createUser\.|^statuses\.(?:success\.createUser|failure\.(?:unreadableBody|invalidBody|unsupportedMediaType|conflict|payloadTooLarge))$|^limits\.bodyBytes$/;

/** Without writes, only `OPTIONS` shows it: not if it is a preflight. */
const ofMethods = "statuses.failure.methodNotAllowed";

/**
 * What must be learned for each key of a dialect, except `records`: its value, unless `exceptions` says otherwise. Keys
 * that do not apply are absent.
 */
export function expectedOf(
  spoken: Dialect,
  { allowWrites, subscriptionIds }: Conditions,
): ReadonlyMap<string, Expected> {
  const plain: Json = JSON.parse(JSON.stringify(spoken));
  const special: Readonly<Record<string, Expected | undefined>> = {
    ...exceptions(spoken),
    ...pagingExceptions("users", spoken.paging.users),
    ...pagingExceptions("invoices", spoken.paging.invoices),
    ...(spoken.subscriptionId.format.kind === "any" && {
      "subscriptionId.format": shown({ ...formatOfIds(subscriptionIds) }),
    }),
    "responses.members": shown(shownMembers(spoken, allowWrites)),
  };
  const entries = openPointRows.flatMap(({ key }): readonly (readonly [string, Expected])[] => {
    const value = valueAt(plain, key);
    if (value === undefined || key.startsWith("records.")) return [];
    if (!allowWrites && (written.test(key) || (spoken.requests.cors !== null && key === ofMethods)))
      return [[key, hidden("writes are off")]];
    // Lists of fields have no order.
    return [[key, own(special, key) ?? shown(Array.isArray(value) ? value.map(String).toSorted() : value)]];
  });
  return new Map(entries);
}

/** The visible members: a list without pages has no size. */
function shownMembers({ responses, paging }: Dialect, allowWrites: boolean): Json {
  const isWhole = (operation: string): boolean =>
    operation !== "createUser" && paging[operation === "listUsers" ? "users" : "invoices"].style === "none";
  const isShown = (operation: string): boolean => allowWrites || operation !== "createUser";
  const text = Object.entries(responses.members)
    .filter(([operation]) => isShown(operation))
    .map(([operation, members]) => [
      operation,
      JSON.parse(
        JSON.stringify(members, (_, value: unknown) =>
          isWhole(operation) && value === "{{size}}" ? undefined : value,
        ),
      ),
    ]);
  return Object.fromEntries(text);
}

/** The generated fields, with the id under its name. */
function generatedWith(idName: string | null, { id = "{{id}}", ...others }: Readonly<Record<string, Json>>): Json {
  return { ...others, ...(idName !== null && { [idName]: id }) };
}

function exceptions(spoken: Dialect): Readonly<Record<string, Expected | undefined>> {
  const { paging, sorting, statuses, createUser, subscriptionId, limits, requests } = spoken;
  const { missingToken, refusedToken } = statuses.failure;
  const lists = [paging.users, paging.invoices].filter(({ style }) => style !== "none");
  const rejects = (...names: readonly ("oversize" | "unreadable" | "beyondLast")[]): boolean =>
    lists.some(
      (list) =>
        list.style !== "none" &&
        names.some(
          (name) =>
            !(name === "oversize" && hasOneSize(list)) &&
            own<unknown>({ ...list }, name)
              ?.toString()
              .startsWith("reject"),
        ),
    );
  const isSortingStrict = sorting.style !== "none" && sorting.unknownField === "reject";
  const isBadIdDistinct = areDistinct(spoken, "notFound", "badParameter");
  const isTooLargeDistinct = areDistinct(spoken, "payloadTooLarge", "unreadableBody");
  const { defaults, generated, required, id } = createUser;
  // Generated and required fields have no visible default.
  const visible = Object.entries(defaults).filter(
    ([name]) => !Object.hasOwn(generated, name) && !required.includes(name),
  );
  const { rate } = limits;
  return {
    subscriptions: hidden("no second token is sent"),
    "createUser.body": hidden("bodies are not tried beyond their fields"),
    "statuses.failure.badParameter": unless(
      requests.unknownParameters === "reject" ||
        rejects("oversize", "unreadable") ||
        isSortingStrict ||
        (isBadIdDistinct && subscriptionId.illFormed === "reject" && subscriptionId.format.kind !== "any"),
      "no parameter value is rejected",
    ),
    "statuses.failure.beyondLast": unless(rejects("beyondLast"), "no page beyond the last is rejected"),
    "statuses.failure.conflict": unless(createUser.unique.length > 0, "no field is unique"),
    "statuses.failure.payloadTooLarge": unless(isTooLargeDistinct, alike),
    "auth.login": unless(
      [missingToken, refusedToken].some((code) => code < 400),
      "no rejection is a redirect",
    ),
    "createUser.defaults": shown(Object.fromEntries(visible)),
    "createUser.generated": shown(generatedWith(spoken.responses.ids.user, generated)),
    // Generated ids without a format are twelve characters of one alphabet.
    "createUser.id":
      id.kind === "any" ? shown({ kind: "prefixed", prefix: "", alphabet: "base36", length: 12 }) : undefined,
    // If both get the same response, an ill-formed id is learned like an unknown one.
    "subscriptionId.illFormed": subscriptionId.format.kind !== "any" && isBadIdDistinct ? undefined : shown("notFound"),
    ...bodyExceptions(spoken),
    "limits.rate":
      rate === null || rate.headers === "none"
        ? hidden("no header mentions a limit")
        : shown({ requests: rate.requests, seconds: rate.seconds, headers: rate.headers }),
    "limits.bodyBytes": unless(isTooLargeDistinct, alike),
  };
}
