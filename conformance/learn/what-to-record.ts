import type { ListName } from "../../fixtures/contract/operations.ts";
import { phraseOf } from "../discovery/words.ts";

const create = "POST /api/v1/users";

/** What to record for keys that recorded traffic did not show, by prefix of the key. */
const requests: readonly (readonly [key: string, request: string])[] = [
  ...(["users", "invoices"] satisfies ListName[]).flatMap((list) => {
    const path = `GET /api/v1/${list}`;
    return [
      [`paging.${list}.firstPage`, `${path} without parameters`],
      [`paging.${list}.defaultSize`, `${path} without parameters, of an account with several pages`],
      [`paging.${list}.maxSize`, `${path} with a page size that is too large, and with the maximum size`],
      [`paging.${list}.oversize`, `${path} with a page size that is too large`],
      [`paging.${list}.beyondLast`, `${path} with a page beyond the last`],
      [`paging.${list}.unreadable`, `${path} with a page that is not a number`],
      [`paging.${list}.`, `${path} with page 2, and with another page size`],
      [`filtering.${list}`, `${path} filtered by a field`],
      [`sorting.${list}`, `${path} sorted by a field`],
    ] as const;
  }),
  ["filtering.", "GET /api/v1/users filtered by a field"],
  ["sorting.unknownField", "GET /api/v1/users sorted by a field that does not exist"],
  ["sorting.", "GET /api/v1/users sorted by a field, in descending order"],
  ["subscriptionId.illFormed", "GET /api/v1/subscriptions/{id} with an ill-formed id"],
  ["subscriptionId.", "GET /api/v1/subscriptions/{id} of several subscriptions"],
  ["records.user", "GET /api/v1/users"],
  ["records.subscription", "GET /api/v1/subscriptions/{id} of a subscription"],
  ["records.invoice", "GET /api/v1/invoices"],
  ["versions.unversioned", "GET /users"],
  ["versions.others", "GET /api/v2/users"],
  ["auth.guards", "an unknown path and another method, without `Authorization`"],
  ["auth.schemeCase", "a request with `bearer` in lower case"],
  ["auth.login", "a request without a token that is redirected"],
  ["auth.", "a request without `Authorization`, and one with an unknown token"],
  ["createUser.required", `${create} without each of its fields in turn`],
  ["createUser.unique", `${create} with the fields of another user`],
  ["createUser.unknownFields", `${create} with a field that users do not have`],
  ["createUser.", create],
  ["statuses.success.createUser", create],
  ["statuses.success.getSubscription", "GET /api/v1/subscriptions/{id} of a subscription"],
  ["statuses.success.listUsers", "GET /api/v1/users"],
  ["statuses.success.listInvoices", "GET /api/v1/invoices"],
  ["requests.cors", "a request of a page of another origin, with its preflight"],
  ["requests.options", "OPTIONS /api/v1/users"],
  ["requests.head", "HEAD /api/v1/users"],
  ["requests.otherMethods", "PROPFIND /api/v1/users, /api/v1/subscriptions/{id} and /api/v1/invoices"],
  ["requests.trailingSlash", "GET /api/v1/users/"],
  ["requests.letterCase", "GET /api/v1/Users"],
  ["requests.doubledSlash", "GET /api/v1//users"],
  ["requests.unknownParameters", "GET /api/v1/users?orgkitNoSuchParameter=1"],
  ["requests.emptyParameters", "GET /api/v1/users with an empty page, size, sort field or filter"],
  ["requests.repeatedParameters", "GET /api/v1/users with page 1 and page 2 at once, and each by itself"],
  ["requests.tooSmall", "GET /api/v1/users with a page and a size of 0 and of -1"],
  ["requests.hugePosition", "GET /api/v1/users with a page of 20 digits"],
  ["requests.", `${create} with bodies of other types, and with empty ones`],
  ["responses.", "GET /api/v1/users, and of its pages"],
  ["limits.rate", "responses with headers of a rate limit"],
  ["limits.bodyBytes", `${create} with bodies around the maximum size`],
  ["errors", "requests that fail in several ways"],
];

/** What to record for a key, in words. */
export function whatToRecord(key: string): string {
  const request = requests.find(([start]) => key.startsWith(start))?.[1];
  return `a recording of ${request ?? phraseOf(key).subject.replace(/ gets$/, "")}`;
}
