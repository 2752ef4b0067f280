import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { alike, areDistinct, bodyExceptions, hidden, shown, unless, type Expected } from "./expected-bodies.fixture.ts";
import { hasOneSize, pagingExceptions, pagingOfEmpty, smallValues } from "./expected-paging.fixture.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { DialectKey } from "../../fixtures/dialect/keys.ts";
import { valueAt, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { formatOfIds } from "../../conformance/discovery/generalize/identifier.ts";
import { dialectKeys } from "../../conformance/discovery/inferences.ts";

export interface Conditions {
  readonly allowWrites: boolean;
  /** The subscription ids of the world in this dialect. */
  readonly subscriptionIds: readonly (string | number)[];
}

/** Keys that only a write shows. */
const written =
  /^createUser\.|^requests\.(?:mediaTypes|emptyBodies)$|^statuses\.(?:success\.createUser|failure\.(?:unreadableBody|missingBody|notAnObject|invalidBody|unsupportedMediaType|conflict|payloadTooLarge))$|^limits\.bodyBytes$/;

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
    "responses.etag": shown(shownTag(spoken, allowWrites)),
  };
  const entries = dialectKeys.flatMap((key): readonly (readonly [string, Expected])[] => {
    const value = valueAt(plain, key);
    if (value === undefined || key.startsWith("records.")) return [];
    const isOther = /^statuses\.failure\.methodNotAllowed|^requests\.otherMethods|^auth\.guards"(?:paths|operations)"$/;
    if (!allowWrites && (written.test(key) || (!isMethod(spoken) && isOther.test(key + JSON.stringify(value)))))
      return [[key, hidden("writes are off")]];
    // Lists of fields have no order.
    return [[key, own(special, key) ?? shown(Array.isArray(value) ? value.map(String).toSorted() : value)]];
  });
  return new Map(entries);
}

/** Whether an `OPTIONS` request is handled like an unknown method. */
const isMethod = ({ requests: { options, cors } }: Dialect): boolean =>
  options === "method" || (options === "preflight" && (cors?.preflight ?? null) === null);

/** The visible places of tags: not failures without a body, and not creations if there are none. */
function shownTag({ responses, errors }: Dialect, allowWrites: boolean): Json {
  const { kind, on } = responses.etag;
  if (kind === "none") return { kind };
  const bodies = [errorTemplate(errors), ...Object.values(errors.kinds ?? {})].map(({ body }) => body ?? "");
  if (on === "all" && bodies.some((body) => body !== "")) return { kind, on };
  return { kind, on: allowWrites && on !== "reads" ? "successes" : "reads" };
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

/** If both get the same response, a huge position is beyond the last page. */
function hugeValue(spoken: Dialect): string {
  const { paging, requests } = spoken;
  const isBeyond =
    paging.users.style !== "none" && paging.users.style !== "cursor" && paging.users.beyondLast === "reject";
  const isAlike = isBeyond && !areDistinct(spoken, "beyondLast", "badParameter");
  return requests.hugePosition === "reject" && isAlike ? "beyondLast" : requests.hugePosition;
}

/** Where a value is rejected, or has an effect. */
function emptyValues({ paging: { users }, requests, sorting, filtering }: Dialect): Expected {
  const rules = requests.emptyParameters;
  const { paging, others } = typeof rules === "object" ? rules : { paging: rules, others: rules };
  const isSorting = sorting.style !== "none" && sorting.unknownField === "reject";
  const areOthersShown = isSorting || (filtering.style !== "none" && filtering.users.length > 0);
  const ofPaging = pagingOfEmpty(users, requests, paging);
  if (!areOthersShown) {
    if (ofPaging === undefined) return hidden("no parameter value is rejected");
    return shown(ofPaging === "zero" ? { paging: ofPaging, others: "value" } : ofPaging);
  }
  return shown(ofPaging === undefined || ofPaging === others ? others : { paging: ofPaging, others });
}

function exceptions(spoken: Dialect): Readonly<Partial<Record<DialectKey, Expected | undefined>>> {
  const { paging, sorting, statuses, auth, createUser, subscriptionId, limits, requests } = spoken;
  const { missingToken, refusedToken, expiredToken } = statuses.failure;
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
  const isNumbered = paging.users.style === "page" || paging.users.style === "offset";
  return {
    "statuses.failure.badParameter": unless(
      requests.unknownParameters === "reject" ||
        rejects("oversize", "unreadable") ||
        isSortingStrict ||
        (isBadIdDistinct && subscriptionId.illFormed === "reject" && subscriptionId.format.kind !== "any") ||
        (isNumbered && hugeValue(spoken) === "reject"),
      "no parameter value is rejected",
    ),
    "statuses.failure.beyondLast": unless(rejects("beyondLast"), "no page beyond the last is rejected"),
    "statuses.failure.conflict": unless(createUser.unique.length > 0, "no field is unique"),
    "statuses.failure.notAcceptable": unless(requests.accept !== "ignore", "any `Accept` will do"),
    "statuses.failure.payloadTooLarge": unless(isTooLargeDistinct, alike),
    "statuses.failure.tooManyRequests": hidden("no call is one too many"),
    "auth.challengeError": unless(auth.challenge !== null, "there is no challenge"),
    "auth.guards": unless(
      areDistinct(spoken, "missingToken", "unknownPath") &&
        (/^(?:prefix|all)$/.test(auth.guards) || areDistinct(spoken, "missingToken", "methodNotAllowed")),
      alike,
    ),
    "auth.login": unless(
      [missingToken, refusedToken, expiredToken].some((code) => code < 400),
      "no rejection is a redirect",
    ),
    "createUser.defaults": shown(Object.fromEntries(visible)),
    "createUser.generated": shown(generatedWith(spoken.responses.ids.user, generated)),
    // Generated ids without a format are twelve characters of one alphabet.
    "createUser.bareBodies": hidden("no field of a body holds others"),
    "createUser.id":
      id.kind === "any" ? shown({ kind: "prefixed", prefix: "", alphabet: "base36", length: 12 }) : undefined,
    // If both get the same response, an ill-formed id is learned like an unknown one.
    "subscriptionId.illFormed": subscriptionId.format.kind !== "any" && isBadIdDistinct ? undefined : shown("notFound"),
    "requests.emptyParameters": emptyValues(spoken),
    "requests.repeatedParameters": unless(isNumbered, "pages have no number"),
    "requests.tooSmall": smallValues(spoken),
    "requests.hugePosition": isNumbered ? shown(hugeValue(spoken)) : hidden("pages have no number"),
    // Only what differs from the default is learned.
    "requests.otherMethods": shown(
      Object.fromEntries(
        Object.entries(requests.otherMethods).flatMap(([path, handling]) =>
          handling === "get" || (handling === "unknownPath" && areDistinct(spoken, "unknownPath", "methodNotAllowed"))
            ? [[path, handling]]
            : [],
        ),
      ),
    ),
    "requests.accept":
      requests.accept === "reject" && !areDistinct(spoken, "missingToken", "notAcceptable")
        ? shown("rejectFirst")
        : undefined,
    ...bodyExceptions(spoken),
    "requests.options": isMethod(spoken) ? shown("method") : undefined,
    "limits.rate":
      rate === null || rate.headers === "none"
        ? hidden("no header mentions a limit")
        : shown({ requests: rate.requests, seconds: rate.seconds, headers: rate.headers }),
    "limits.bodyBytes": unless(isTooLargeDistinct, alike),
  };
}
