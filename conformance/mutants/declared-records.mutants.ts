import { operationIds } from "../../fixtures/contract/operations.ts";
import { onRecords } from "./alter.ts";
import type { DialectInput, Mutant } from "./mutant.ts";

/** DECL-22 to DECL-28: how users are created. */
const creationMutants: readonly Mutant[] = [
  ...differing("required-field-not-wanted", "DECL-22", "a body without a field declared to be required is accepted", {
    createUser: { required: ["name"] },
  }),
  ...differing(
    "another-status-for-a-lacking-field",
    "DECL-22",
    "a body without a required field gets another status code than declared",
    { statuses: { failure: { invalidBody: 400 } } },
  ),
  ...differing("unique-field-repeated", "DECL-23", "a value declared to be unique is accepted twice", {
    createUser: { unique: [] },
  }),
  ...differing("another-status-for-a-conflict", "DECL-23", "a taken value gets another status code than declared", {
    statuses: { failure: { conflict: 422 } },
  }),
  ...differing("unknown-field-dropped", "DECL-24", "an unknown field is dropped, and declared to be kept", {
    createUser: { unknownFields: "drop" },
  }),
  ...differing("unknown-field-refused", "DECL-24", "an unknown field is refused, and declared to be kept", {
    createUser: { unknownFields: "reject" },
  }),
  {
    id: "unknown-field-kept@createUser",
    sentence: "an unknown field is kept, and declared to be refused",
    breaks: ["DECL-24 createUser"],
    dialect: { createUser: { unknownFields: "reject" } },
    speaks: {},
  },
  ...differing("another-default", "DECL-25", "a field left out has another value than declared", {
    createUser: { defaults: { role: "admin" } },
  }),
  ...differing("another-generated-value", "DECL-25", "a field that the service sets has another value than declared", {
    createUser: { generated: { id: "{{id}}", status: "active", createdAt: "{{now}}", lastSeenAt: null } },
  }),
  ...differing("another-id-format", "DECL-26", "the id of a created user has another format than declared", {
    createUser: { id: { kind: "uuid" } },
  }),
  ...differing("nothing-returned", "DECL-27", "a creation returns nothing, and is declared to return the user", {
    createUser: { returns: "nothing" },
  }),
  {
    id: "user-returned@createUser",
    sentence: "a creation returns the user, and is declared to return nothing",
    breaks: ["DECL-27 createUser"],
    dialect: { createUser: { returns: "nothing" } },
    speaks: {},
  },
  ...differing("location-unasked", "DECL-28", "a creation carries a Location, and none is declared", {
    createUser: { location: "/api/v1/users/{{id}}" },
  }),
  {
    id: "no-location@createUser",
    sentence: "a creation carries no Location, and one is declared",
    breaks: ["DECL-28 createUser"],
    dialect: { createUser: { location: "/api/v1/users/{{id}}" } },
    speaks: {},
  },
  {
    id: "body-limit-not-kept@createUser",
    sentence: "a body over the declared size is accepted",
    breaks: ["DECL-33 createUser"],
    dialect: { limits: { bodyBytes: 2048 } },
    speaks: {},
  },
  {
    id: "another-status-for-a-large-body@createUser",
    sentence: "a body over the declared size gets another status code than declared",
    breaks: ["DECL-33 createUser"],
    dialect: { limits: { bodyBytes: 2048 } },
    speaks: { limits: { bodyBytes: 2048 }, statuses: { failure: { payloadTooLarge: 400 } } },
  },
];

/** Declares the reference dialect and speaks another. */
function differing(id: string, requirement: string, sentence: string, speaks: DialectInput): readonly Mutant[] {
  return [{ id: `${id}@createUser`, sentence, breaks: [`${requirement} createUser`], speaks }];
}

/** DECL-29 and DECL-30: the ids of subscriptions. */
const subscriptionMutants: readonly Mutant[] = [
  {
    id: "ids-of-another-format@getSubscription",
    sentence: "subscription ids have another format than declared",
    breaks: ["DECL-29 getSubscription"],
    dialect: { subscriptionId: { format: { kind: "uuid" } } },
    speaks: {},
  },
  {
    id: "ill-formed-id-refused@getSubscription",
    sentence: "an ill-formed id is refused as such, and declared to be answered like an unknown one",
    breaks: ["DECL-30 getSubscription"],
    speaks: { subscriptionId: { illFormed: "reject" } },
  },
  {
    id: "ill-formed-id-not-found@getSubscription",
    sentence: "an ill-formed id is answered like an unknown one, and declared to be refused as such",
    breaks: ["DECL-30 getSubscription"],
    dialect: { subscriptionId: { illFormed: "reject" } },
    speaks: {},
  },
];

/** DECL-31: the fields of records. */
const fieldMutants: readonly Mutant[] = (
  [
    ["listUsers", "email"],
    ["createUser", "email"],
    ["getSubscription", "plan"],
    ["listInvoices", "number"],
  ] as const
).flatMap(([operation, field]) => [
  {
    id: `field-missing@${operation}`,
    sentence: `a record lacks the declared field \`${field}\``,
    breaks: [`DECL-31 ${operation}`],
    alter: onRecords(operation, (data) =>
      data.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))),
    ),
  },
  {
    id: `field-of-another-type@${operation}`,
    sentence: `the field \`${field}\` of the last record of a page is a number, and declared to be a text`,
    breaks: [`DECL-31 ${operation}`],
    alter: onRecords(operation, (data) =>
      data.map((record, index) => (index === data.length - 1 ? { ...record, [field]: 7 } : record)),
    ),
  },
]);

const rate = { requests: 1000, seconds: 60 };

/** DECL-32, DECL-34, DECL-35: limits and versions. */
const otherMutants: readonly Mutant[] = [
  {
    id: "rate-not-announced",
    sentence: "the declared rate limit is not announced",
    breaks: operationIds.map((operation) => `DECL-32 ${operation}`),
    dialect: { limits: { rate } },
    speaks: {},
  },
  {
    id: "another-rate-announced",
    sentence: "another rate limit is announced than declared",
    breaks: operationIds.map((operation) => `DECL-32 ${operation}`),
    dialect: { limits: { rate } },
    speaks: { limits: { rate: { ...rate, requests: 900 } } },
  },
  {
    id: "unversioned-path-served",
    sentence: "a path without a version is served, and declared to be unknown",
    breaks: ["DECL-34 listUsers"],
    speaks: { versions: { unversioned: "alias" } },
  },
  {
    id: "unversioned-path-unknown",
    sentence: "a path without a version is unknown, and declared to be served",
    breaks: ["DECL-34 listUsers"],
    dialect: { versions: { unversioned: "alias" } },
    speaks: {},
  },
  {
    id: "other-version-served",
    sentence: "a path with another version is served, and declared to be unknown",
    breaks: ["DECL-35 listUsers"],
    speaks: { versions: { others: "alias" } },
  },
  {
    id: "other-version-unknown",
    sentence: "a path with another version is unknown, and declared to be served",
    breaks: ["DECL-35 listUsers"],
    dialect: { versions: { others: "alias" } },
    speaks: {},
  },
];

export const declaredRecordMutants: readonly Mutant[] = [
  ...creationMutants,
  ...subscriptionMutants,
  ...fieldMutants,
  ...otherMutants,
];
