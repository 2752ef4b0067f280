import type { Json } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import { formatOfIds } from "../../conformance/learn/generalise/identifier.ts";

/** What a key must be learned as: a value, or nothing, since nothing can show it. */
export type Expected = { readonly value: Json } | { readonly hidden: string };

export interface Conditions {
  readonly allowWrites: boolean;
  /** The subscription ids that the world shows in this dialect. */
  readonly subscriptionIds: readonly (string | number)[];
}

/** What each key of a spoken dialect must be learned as, but for `records`; keys that do not arise are absent. */
export function expectedOf(spoken: Dialect, conditions: Conditions): ReadonlyMap<string, Expected> {
  return new Map([
    ...pagingOf("users", spoken.paging.users),
    ...pagingOf("invoices", spoken.paging.invoices),
    ...filteringOf(spoken),
    ...sortingOf(spoken),
    ...statusesOf(spoken, conditions),
    ...authOf(spoken),
    ...creationOf(spoken, conditions),
    ...othersOf(spoken, conditions),
  ]);
}

type Entries = readonly (readonly [key: string, expected: Expected])[];

function shown(value: Json): Expected {
  return { value };
}

function hidden(reason: string): Expected {
  return { hidden: reason };
}

function pagingOf(list: string, paging: ListPaging): Entries {
  const at = (name: string): string => `paging.${list}.${name}`;
  const always: Entries = [
    [at("style"), shown(paging.style)],
    [at("firstPage"), shown(paging.firstPage)],
  ];
  if (paging.style === "none") return always;
  const isSizeHidden = paging.maxSize === 1 && paging.oversize === "clamp" && paging.unreadable === "default";
  const onePage = hidden("every page holds one record, whatever is asked, so no size shows");
  const position: Json =
    paging.style === "page" ? { page: paging.parameters.page } : { offset: paging.parameters.offset };
  return [
    ...always,
    [at("parameters"), shown(isSizeHidden ? position : { ...paging.parameters })],
    [at("defaultSize"), shown(paging.defaultSize)],
    [at("maxSize"), isSizeHidden ? onePage : shown(paging.maxSize)],
    [at("oversize"), isSizeHidden ? onePage : shown(paging.oversize)],
    [at("beyondLast"), shown(paging.beyondLast)],
    [at("unreadable"), shown(paging.unreadable)],
  ];
}

function filteringOf({ filtering }: Dialect): Entries {
  if (filtering.style === "none") return [["filtering.style", shown("none")]];
  const { style, users, invoices } = filtering;
  return [
    ["filtering.style", shown(style)],
    ["filtering.users", shown(users.toSorted())],
    ["filtering.invoices", shown(invoices.toSorted())],
  ];
}

function sortingOf({ sorting }: Dialect): Entries {
  if (sorting.style === "none") return [["sorting.style", shown("none")]];
  const { style, parameter, users, invoices, unknownField } = sorting;
  return [
    ["sorting.style", shown(style)],
    ["sorting.parameter", shown(parameter)],
    ...(sorting.style === "pair" ? [["sorting.orderParameter", shown(sorting.orderParameter)] as const] : []),
    ["sorting.users", shown(users.toSorted())],
    ["sorting.invoices", shown(invoices.toSorted())],
    ["sorting.unknownField", shown(unknownField)],
  ];
}

const writesOff = hidden("writes are off");

function statusesOf(spoken: Dialect, { allowWrites }: Conditions): Entries {
  const { success, failure } = spoken.statuses;
  const { createUser, ...reads } = success;
  const { users, invoices } = spoken.paging;
  const isBeyondRefused = [users, invoices].some((paging) => paging.style !== "none" && paging.beyondLast === "reject");
  const written = (expected: Expected): Expected => (allowWrites ? expected : writesOff);
  return [
    ...Object.entries(reads).map(([name, code]) => [`statuses.success.${name}`, shown(code)] as const),
    ["statuses.success.createUser", written(shown(createUser))],
    ["statuses.failure.badParameter", isBadParameterTold(spoken) ? shown(failure.badParameter) : alike],
    ...(["missingToken", "refusedToken", "expiredToken", "notFound", "unknownPath"] as const).map(
      (name) => [`statuses.failure.${name}`, shown(failure[name])] as const,
    ),
    [
      "statuses.failure.beyondLast",
      isBeyondRefused ? shown(failure.beyondLast) : hidden("no page beyond the last is refused"),
    ],
    ...(["methodNotAllowed", "unreadableBody", "invalidBody", "unsupportedMediaType"] as const).map(
      (name) => [`statuses.failure.${name}`, written(shown(failure[name]))] as const,
    ),
    [
      "statuses.failure.conflict",
      written(spoken.createUser.unique.length > 0 ? shown(failure.conflict) : hidden("no field is unique")),
    ],
    [
      "statuses.failure.payloadTooLarge",
      written(isTold(spoken, "payloadTooLarge", "unreadableBody") ? shown(failure.payloadTooLarge) : alike),
    ],
    ["statuses.failure.tooManyRequests", hidden("no call is one too many")],
  ];
}

/** Whether a value is refused somewhere, or an id that cannot be decoded is refused in its own way. */
function isBadParameterTold(spoken: Dialect): boolean {
  const { paging, sorting } = spoken;
  const isPagingStrict = [paging.users, paging.invoices].some(
    (list) => list.style !== "none" && (list.unreadable === "reject" || list.oversize === "reject"),
  );
  const isSortingStrict = sorting.style !== "none" && sorting.unknownField === "reject";
  return isPagingStrict || isSortingStrict || isTold(spoken, "notFound", "badParameter");
}

const alike = hidden("two failures are answered alike, to the letter");

/** Whether two kinds of failure differ in anything a caller gets. */
function isTold({ statuses, errors }: Dialect, one: keyof Dialect["statuses"]["failure"], other: typeof one): boolean {
  const isWorded = /\{\{\s*(code|message)\s*\}\}/.test(JSON.stringify(errorTemplate(errors).body));
  return isWorded || statuses.failure[one] !== statuses.failure[other];
}

function authOf({ auth, statuses }: Dialect): Entries {
  const { missingToken, refusedToken, expiredToken } = statuses.failure;
  const isRedirect = [missingToken, refusedToken, expiredToken].some((code) => code < 400);
  return [
    ["auth.challenge", shown(auth.challenge)],
    ["auth.challengeError", auth.challenge === null ? hidden("there is no challenge") : shown(auth.challengeError)],
    ["auth.schemeCase", shown(auth.schemeCase)],
    ["auth.login", isRedirect ? shown(auth.login) : hidden("no refusal is a redirect")],
  ];
}

function creationOf({ createUser }: Dialect, { allowWrites }: Conditions): Entries {
  const { required, unique, unknownFields, defaults, generated, id, returns, location } = createUser;
  // What is generated or must be sent has no default that shows.
  const visible = Object.entries(defaults).filter(
    ([name]) => !Object.hasOwn(generated, name) && !required.includes(name),
  );
  // Issued ids of no format are twelve characters of one alphabet.
  const issued: Json = id.kind === "any" ? { kind: "prefixed", prefix: "", alphabet: "base36", length: 12 } : { ...id };
  const entries: Entries = [
    ["createUser.required", shown(required.toSorted())],
    ["createUser.unique", shown(unique.toSorted())],
    ["createUser.unknownFields", shown(unknownFields)],
    ["createUser.defaults", shown(Object.fromEntries(visible))],
    ["createUser.generated", shown({ id: "{{id}}", ...generated })],
    ["createUser.id", shown(issued)],
    ["createUser.returns", shown(returns)],
    ["createUser.location", shown(location)],
  ];
  return allowWrites ? entries : entries.map(([key]) => [key, writesOff] as const);
}

function othersOf(spoken: Dialect, { allowWrites, subscriptionIds }: Conditions): Entries {
  const { subscriptionId, limits, versions, errors } = spoken;
  const { format, illFormed } = subscriptionId;
  const { rate, bodyBytes } = limits;
  // Where both are answered alike, to the letter, an ill-formed id gets what an unknown one gets.
  const isRefusedApart = format.kind !== "any" && isTold(spoken, "notFound", "badParameter");
  return [
    ["subscriptionId.format", shown({ ...(format.kind === "any" ? formatOfIds(subscriptionIds) : format) })],
    ["subscriptionId.illFormed", shown(isRefusedApart ? illFormed : "notFound")],
    [
      "limits.rate",
      rate === null || rate.headers === "none"
        ? hidden("no header tells of a limit")
        : shown({ requests: rate.requests, seconds: rate.seconds, headers: rate.headers }),
    ],
    [
      "limits.bodyBytes",
      !allowWrites ? writesOff : isTold(spoken, "payloadTooLarge", "unreadableBody") ? shown(bodyBytes) : alike,
    ],
    ["versions.unversioned", shown(versions.unversioned)],
    ["versions.others", shown(versions.others)],
    ["errors", shown(allowWrites || errors.format !== "template" ? { ...errors } : withoutErrors(errors))],
  ];
}

/** Single fields are only named where a body was refused. */
function withoutErrors(errors: Extract<Dialect["errors"], { format: "template" }>): Json {
  const text = JSON.stringify(errors.body, (_, value: unknown) => (value === "{{errors}}" ? undefined : value));
  const body: Json = JSON.parse(text);
  return { ...errors, body };
}
