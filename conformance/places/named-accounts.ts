import { listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Call } from "../target/call.ts";
import { schemeOf } from "./paging-scheme.ts";
import type { Exploration, Visit } from "./visit.ts";

/** Invoices, requested with the first token and the name of the second account: the token decides (§5). */
export const namedAccounts: Exploration = {
  id: "named accounts",
  looksAt: "invoices requested with the name of the other account, or with numbers if records have no name",
  explore: async (session) => {
    const names = await namesOfSecond(session);
    const page = await firstPage(session);
    const calls = (names.size === 0 ? guessed(page) : callsFor(names, page)).slice(
      0,
      session.isQuick ? maxQuick : undefined,
    );
    const visits = calls.map(async ([words, call]): Promise<readonly Visit[]> => {
      const exchange = await session.call(call);
      const place = `invoices requested for the other account with ${words}`;
      return exchange instanceof Unavailable
        ? []
        : [{ operation: call.operation, place, call, exchange, isServed: false }];
    });
    return (await Promise.all(visits)).flat();
  },
};

/** How many of these a quick run requests. */
const maxQuick = 2;

/** The maximum number of member names to use unchanged. */
const maxOwn = 2;

/** Names of parameters and of members, by preference. */
const commonNames =
  "account account_id accountId org org_id orgId organization organization_id organizationId tenant tenant_id tenantId customer customer_id customerId company company_id companyId owner owner_id ownerId workspace workspace_id".split(
    " ",
  );

const headerNames =
  "x-account-id x-account x-org-id x-org x-organization-id x-organization x-tenant-id x-tenant x-customer-id x-company-id x-workspace-id".split(
    " ",
  );

/** If no record names its account, the first asks for another by a number. */
function guessed(page: Pick<Call, "query">): readonly (readonly [words: string, call: Call])[] {
  const numbered = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, "2"]));
  return [
    ["`?account=2` and similar parameters", { operation: "listInvoices", query: numbered(commonNames) }],
    ["`X-Account-Id: 2` and similar headers", { operation: "listInvoices", ...page, headers: numbered(headerNames) }],
  ];
}

/** Normalizes spellings of a name: `account` for `accountId`, `x-account-id`, and `account.id`. */
function stemOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[._-]?id$/, "")
    .replace("organisation", "organization")
    .replace(/^org$/, "organization");
}

const stems = new Set(commonNames.map(stemOf));

/** The first page by its number, if pages are known: a cache that ignores headers may have the plain list. */
async function firstPage(session: Session): Promise<Pick<Call, "query">> {
  const plain = await session.call({ operation: "listInvoices" });
  const total = plain instanceof Unavailable || !isSuccess(plain) ? 0 : (pageIn(plain)?.total ?? 0);
  const scheme = total < 2 ? undefined : await schemeOf(session, "invoices", total);
  return scheme === undefined ? {} : { query: scheme.query(0, scheme.size) };
}

/** @param page a part of the list to request with headers */
function callsFor(
  names: ReadonlyMap<string, string>,
  page: Pick<Call, "query">,
): readonly (readonly [words: string, call: Call])[] {
  const [first] = names.values();
  if (first === undefined) return [];
  const operation = "listInvoices";
  const headers = headersNaming(names);
  const own = [...names].slice(0, maxOwn).map(([name, value]) => {
    const parameter = name.split(".")[0] ?? name;
    return [`\`?${parameter}=\``, { operation, query: { [parameter]: value } }] as const;
  });
  return [
    ...own.slice(0, 1),
    ...(Object.keys(headers).length === 0
      ? []
      : [["`X-Account-Id` and similar headers", { operation, ...page, headers }] as const]),
    ["`?account=` and similar parameters", { operation, query: valued(names, [...commonNames, ...names.keys()]) }],
    ...own.slice(1),
  ];
}

/** A value for each of these names, by normalized name, or else the preferred one. */
function valued(values: ReadonlyMap<string, string>, all: readonly string[]): Readonly<Record<string, string>> {
  const [first = ""] = values.values();
  const known = new Map([...values].map(([name, value]) => [stemOf(name), value]));
  return Object.fromEntries(all.map((name) => [name, known.get(stemOf(name)) ?? first]));
}

/** Headers that name an account, with valid values (RFC 9110 §5.5). */
export function headersNaming(names: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(valued(names, headerNames)).filter(([, value]) => /^[!-~]+$/.test(value)));
}

/**
 * The second account's value of each member that is the same in all records of an account and differs between accounts;
 * also members of the envelopes and their `meta`.
 */
async function namesOfSecond(session: Session): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const operation of listOperationIds.toReversed()) {
    const [mine, theirs = []] = await Promise.all(
      (["first", "second"] as const).map((as) => namesShown(session, operation, as)),
    );
    const own = new Map(mine);
    for (const [name, value] of theirs) {
      const other = own.get(name);
      if (other !== undefined && other !== value && !found.has(name)) found.set(name, value);
    }
  }
  const preferred = [...stems];
  const place = ([name]: readonly [string, string]): number => preferred.indexOf(stemOf(name));
  return new Map([...found].toSorted((one, other) => place(one) - place(other)));
}

/** Members of a list that may name the account: in all records, in the envelope and its `meta`. */
export async function namesShown(
  session: Session,
  operation: ListOperationId,
  as: "first" | "second",
): Promise<readonly (readonly [name: string, value: string])[]> {
  const list = await session.call(as === "first" ? { operation } : { operation, as });
  if (list instanceof Unavailable || !isSuccess(list)) return [];
  const { object, data = [], meta } = readEnvelope(list.response);
  return [...sharedNames(data), ...namesIn(object), ...namesIn(meta)];
}

/** Members of records that may name the account, because all have the same value. */
function sharedNames(records: readonly unknown[]): ReadonlyMap<string, string> {
  const [first, ...rest] = records.map(namesIn);
  return new Map([...(first ?? [])].filter(([name, value]) => rest.every((other) => other.get(name) === value)));
}

/** Long texts are not names. */
const maxLength = 100;

function namesIn(record: unknown): ReadonlyMap<string, string> {
  if (!isObject(record)) return new Map();
  const members = Object.entries(record).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
    isObject(value) ? [[`${name}.id`, value["id"]]] : [[name, value]],
  );
  return new Map(
    members.flatMap(([name, value]): readonly (readonly [string, string])[] => {
      const isNamed = typeof value === "string" || typeof value === "number";
      const text = isNamed ? String(value) : "";
      return text === "" || text.length > maxLength || !stems.has(stemOf(name)) ? [] : [[name, text]];
    }),
  );
}
