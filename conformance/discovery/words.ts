import { isObject, type Json } from "../../fixtures/json.ts";
import { listOf, listOperationIds, operationIds } from "../../fixtures/contract/operations.ts";
import { corsSchema } from "../../fixtures/dialect/requests.ts";
import {
  failingRequests,
  asText,
  describeCreateBody,
  describeElement,
  describeErrors,
  describeId,
  describeSchema,
  describeStates,
  fields,
  listed,
  listedNames,
  plainly,
  rejectedOr,
  wordFor,
} from "./values-in-words.ts";

/** The wording of a key: what it is about, and its value, in one sentence. */
export interface Phrase {
  /** `listUsers pages hold` */
  readonly subject: string;
  /** `20 users` */
  readonly say: (value: Json) => string;
}

type Entry = readonly [key: string, subject: string, say?: (value: Json) => string];

const lists = listOperationIds.map((operation) => [listOf(operation), operation] as const);

function paging(list: string, operation: string): readonly Entry[] {
  const key = (name: string): string => `paging.${list}.${name}`;
  return [
    [
      key("style"),
      `${operation} is paged by`,
      wordFor({ page: "page", offset: "offset", cursor: "cursor", none: "nothing" }),
    ],
    [key("parameters.page"), `the page of ${operation} is set by`],
    [key("parameters.first"), `the first page of ${operation} is requested as`],
    [key("parameters.size"), `the page size of ${operation} is set by`],
    [key("parameters.offset"), `a page of ${operation} starts at`],
    [key("parameters.limit"), `the page size of ${operation} is set by`],
    [key("firstPage"), `the first page of ${operation} is numbered`],
    [key("defaultSize"), `${operation} pages hold`, (size) => `${plainly(size)} ${list}`],
    [key("maxSize"), `${operation} pages hold at most`, (size) => `${plainly(size)} ${list}`],
    [
      key("oversize"),
      `a page size of ${operation} that is too large is`,
      wordFor({ clamp: "reduced to the maximum", reject: "rejected" }),
    ],
    [
      key("beyondLast"),
      `a page of ${operation} beyond the last is`,
      wordFor({ empty: "empty", reject: "rejected", last: "the last page again" }),
    ],
    [key("unreadable"), `a paging parameter of ${operation} that is not a number is`, rejectedOr],
    [`filtering.${list}`, `${operation} is filtered by`, fields],
    [`sorting.${list}`, `${operation} is sorted by`, fields],
  ];
}

const entries: readonly Entry[] = [
  ...lists.flatMap(([list, operation]) => paging(list, operation)),
  [
    "filtering.style",
    "lists are filtered by",
    wordFor({ plain: "`field=value`", bracket: "`filter[field]=value`", none: "nothing" }),
  ],
  [
    "sorting.style",
    "lists are sorted in descending order by",
    wordFor({ signed: "a minus", pair: "a second parameter", none: "nothing" }),
  ],
  ["sorting.parameter", "lists are sorted by the parameter"],
  ["sorting.orderParameter", "the direction of sorting is set by"],
  ["sorting.unknownField", "an unknown sort field is", rejectedOr],
  ...operationIds.map((id): Entry => [`statuses.success.${id}`, `a success of ${id} is`]),
  ...Object.entries(failingRequests).flatMap(([kind, subject]): readonly Entry[] => [
    [`statuses.failure.${kind}`, `${subject} gets`],
    [`observed.failures.${kind}`, `${subject} gets`, asText],
    [`observed.bodies.${kind}`, `${subject} gets`, asText],
    [`observed.challenges.${kind}`, `${subject} gets`, asText],
  ]),
  ["errors", "a failure is", describeErrors],
  ["auth.challenge", "the challenge of a rejection is"],
  ["auth.schemeCase", "`bearer` in lower case is", wordFor({ any: "accepted", exact: "rejected" })],
  ["auth.login", "rejected clients are redirected to"],
  ["createUser.required", "createUser requires", fields],
  ["createUser.body", "a body of createUser has", describeSchema],
  ["createUser.unique", "createUser requires unique values of", fields],
  [
    "createUser.unknownFields",
    "unknown fields of createUser are",
    wordFor({ keep: "kept", drop: "dropped", reject: "rejected" }),
  ],
  ["createUser.defaults", "createUser sets by default"],
  ["createUser.generated", "createUser generates"],
  ["createUser.id", "ids of new users are", describeId],
  ["createUser.returns", "createUser returns", wordFor({ record: "the new user", nothing: "nothing" })],
  ["createUser.location", "the `Location` of a creation is"],
  ["subscriptionId.format", "subscription ids are", describeId],
  [
    "subscriptionId.illFormed",
    "an ill-formed subscription id gets the response to",
    wordFor({ notFound: "an unknown one", reject: "a bad parameter" }),
  ],
  ["subscriptions", "another account's subscription is", wordFor({ ofAccount: "an unknown one" })],
  ["records.user", "a user has", describeSchema],
  ["records.subscription", "a subscription has", describeSchema],
  ["records.invoice", "an invoice has", describeSchema],
  ["limits.rate", "requests are", wordFor({ none: "not limited", limited: "limited" })],
  ["limits.rate.requests", "the maximum of requests in a window is"],
  ["limits.rate.seconds", "the window of the rate limit is", (value) => `${plainly(value)} seconds`],
  [
    "limits.rate.headers",
    "the rate limit is announced by",
    wordFor({ none: "no header", ratelimit: "`RateLimit-…`", "x-ratelimit": "`X-RateLimit-…`" }),
  ],
  ["limits.bodyBytes", "a body may be at most", (value) => `${plainly(value)} bytes`],
  ["requests.cors", "pages of other origins get"],
  ["requests.unknownParameters", "unknown parameters are", rejectedOr],
  ["observed.elements", "an element of `data` is", describeElement],
  ["observed.states", "states are shown by", describeStates],
  ["observed.createBody", "a body with", describeCreateBody],
  ["observed.unknownId", "an unknown id gets", asText],
  ["observed.furtherHeaders", "further headers in the accepted request:", listedNames],
  ["observed.cors", "browsers may read a response from", wordFor({ "*": "any origin" })],
  ["observed.rateHeaders", "a response has", listedNames],
  ["observed.deprecation", "a deprecation is announced by", listedNames],
];

/** In the order of the output; keys without their own words come last. */
const phrases: ReadonlyMap<string, Phrase> = new Map(
  entries.map(([key, subject, say = plainly]) => [key, { subject, say }]),
);

function phraseOf(key: string): Phrase {
  return phrases.get(key) ?? { subject: `\`${key}\` is`, say: plainly };
}

/** A value of a key, as observed or declared. */
export interface Observation {
  readonly key: string;
  readonly value: Json;
}

/**
 * An observation by the keys that are compared and worded: parameters and the parts of a rate limit are one key each.
 */
function partsOf({ key, value }: Observation): readonly Observation[] {
  if (key === "requests.cors" && value !== null) return [{ key, value: { ...corsSchema.parse(value) } }];
  if (key !== "limits.rate" && !/^paging\.\w+\.parameters$/.test(key)) return [{ key, value }];
  const members = Object.entries(isObject(value) ? value : {});
  const parts = members.map(([name, part]) => ({ key: `${key}.${name}`, value: part }));
  return key === "limits.rate" ? [{ key, value: value === null ? "none" : "limited" }, ...parts] : parts;
}

/** Observations as text: a clause for each, and one for all with the same value. */
export function inWords(observations: readonly Observation[]): string {
  const clauses = observations
    .flatMap(partsOf)
    .map(({ key, value }) => ({ subject: phraseOf(key).subject, said: phraseOf(key).say(value) }));
  const same = Map.groupBy(clauses, ({ subject, said }) => (subject.endsWith(" gets") ? said : `${subject} ${said}`));
  return [...same.values()]
    .map(([first, ...others]) => {
      if (first === undefined || others.length === 0) return `${first?.subject} ${first?.said}`;
      return `${listed([first, ...others].map(({ subject }) => subject.replace(/ gets$/, "")))} get ${first.said}`;
    })
    .join(", ");
}
