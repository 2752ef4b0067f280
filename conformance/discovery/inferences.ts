import { operationIds, type ListName } from "../../fixtures/contract/operations.ts";
import type { DialectKey } from "../../fixtures/dialect/keys.ts";
import { bodyRules } from "./body-rules.ts";
import { cors } from "./cors.ts";
import { tokenRejections } from "./creation.ts";
import {
  createdId,
  createdLocation,
  defaultValues,
  generatedValues,
  requiredFields,
  returnedValue,
  uniqueKey,
  unknownFields,
} from "./created-users.ts";
import { errors } from "./errors.ts";
import { filteringFields, filteringStyle } from "./filtering.ts";
import { idNames } from "./id-names.ts";
import { bodyLimit, rateLimit } from "./limits.ts";
import { certain, likely, settled, Unset, type Answer, type Finding, type Found } from "./observation.ts";
import { beyondLast, bounds, oversized, unreadableValues } from "./page-bounds.ts";
import { defaultSize, firstPage, maxSize, pagingParameters, pagingStyle } from "./paging.ts";
import { spelling, unknownParameters } from "./request-forms.ts";
import { listedRecord, subscriptionRecord } from "./record-schemas.ts";
import { challenge, login, schemeCase } from "./rejections.ts";
import {
  sortingFields,
  sortingOrderParameter,
  sortingParameter,
  sortingStyle,
  sortingUnknownField,
} from "./sorting.ts";
import { furtherHeaders } from "./response-headers.ts";
import { contentType, furtherMembers } from "./responses.ts";
import type { Source } from "./source.ts";
import { failureKinds, failureStatus, successStatus } from "./statuses.ts";
import { illFormed, subscriptionIdFormat } from "./subscriptions.ts";

/** Infers one key of the dialect. @throws Unset if it cannot */
type Inference = (source: Source) => Found | Promise<Found>;

type Inferences<Key extends DialectKey = DialectKey> = Readonly<Record<Key, Inference>>;

function inferencesOf<Key extends DialectKey>(entries: readonly (readonly [Key, Inference])[]): Inferences<Key>;
function inferencesOf(entries: readonly (readonly [string, Inference])[]): unknown {
  return Object.fromEntries(entries);
}

function paging<List extends ListName>(list: List) {
  return inferencesOf([
    [`paging.${list}.firstPage`, (source) => firstPage(source, list)],
    [`paging.${list}.maxSize`, (source) => maxSize(source, list)],
    [
      `paging.${list}.oversize`,
      async (source) => {
        const { page, answer } = await oversized(source, list);
        if (page === undefined) return certain("reject", [answer]);
        const { oversize, evidence } = await bounds(source, list);
        return certain(oversize, evidence);
      },
    ],
    [`paging.${list}.defaultSize`, (source) => defaultSize(source, list)],
    [`paging.${list}.style`, (source) => pagingStyle(source, list)],
    [`paging.${list}.parameters`, (source) => pagingParameters(source, list)],
    [`paging.${list}.beyondLast`, async (source) => shownBy(await beyondLast(source, list))],
    [`paging.${list}.unreadable`, (source) => unreadableValues(source, list)],
  ]);
}

function shownBy({ value, answer, note }: { value: string; answer: Answer; note?: string }): Found {
  return note === undefined ? certain(value, [answer]) : likely(value, [answer], note);
}

// The default size of a list that comes whole shows when users have been created.
const { "paging.users.defaultSize": sizeOfUsers, ...pagingOfUsers } = paging("users");

/**
 * All inferences, in the order of their requests: those that others depend on first, then what clients meet most often,
 * since requests may run out. Those that may create the last user come late, and those at the end read all earlier
 * responses.
 */
const inferences: Inferences = {
  ...pagingOfUsers,
  ...paging("invoices"),
  "subscriptionId.format": subscriptionIdFormat,
  "subscriptionId.illFormed": async (source) => shownBy(await illFormed(source)),
  subscriptions: () => {
    throw new Unset("it shows with a second account's token, which learn does not send");
  },
  "filtering.style": filteringStyle,
  "filtering.users": (source) => filteringFields(source, "users"),
  "filtering.invoices": (source) => filteringFields(source, "invoices"),
  "sorting.style": sortingStyle,
  "sorting.parameter": sortingParameter,
  "sorting.orderParameter": sortingOrderParameter,
  "sorting.unknownField": sortingUnknownField,
  "createUser.required": requiredFields,
  "createUser.unknownFields": unknownFields,
  "createUser.returns": returnedValue,
  "records.invoice": (source) => listedRecord(source, "invoices"),
  "auth.challenge": (source) => challenge(source, tokenRejections),
  "auth.schemeCase": schemeCase,
  "auth.login": (source) => login(source, tokenRejections),
  "requests.cors": cors,
  "requests.unknownParameters": unknownParameters,
  ...inferencesOf(operationIds.map((id) => [`statuses.success.${id}`, (source) => successStatus(source, id)])),
  ...inferencesOf(failureKinds.map((kind) => [`statuses.failure.${kind}`, (source) => failureStatus(source, kind)])),
  "createUser.unique": uniqueKey,
  "statuses.failure.conflict": (source) => failureStatus(source, "conflict"),
  // One request for each field.
  "sorting.users": (source) => sortingFields(source, "users"),
  "sorting.invoices": (source) => sortingFields(source, "invoices"),
  "requests.trailingSlash": (source) => spelling(source, "/api/v1/users/"),
  "limits.bodyBytes": bodyLimit,
  // These may create the last users.
  "createUser.body": bodyRules,
  "createUser.id": createdId,
  "createUser.location": createdLocation,
  "createUser.defaults": defaultValues,
  "createUser.generated": generatedValues,
  "paging.users.defaultSize": sizeOfUsers,
  "records.user": (source) => listedRecord(source, "users"),
  "records.subscription": subscriptionRecord,
  "responses.ids": idNames,
  "responses.contentType": contentType,
  "responses.members": furtherMembers,
  "responses.headers": furtherHeaders,
  errors,
  "limits.rate": rateLimit,
};

const byKey: ReadonlyMap<string, Inference> = new Map(Object.entries(inferences));

/** All keys of the dialect that can be inferred, in the order of the inferences. */
export const dialectKeys: readonly string[] = [...byKey.keys()];

/** Infers the value of one key for a target. */
export function observe(source: Source, key: string): Promise<Finding> {
  const inference = byKey.get(key);
  if (inference === undefined) throw new Error(`no inference of ${key}`);
  return settled((async () => inference(source))());
}
