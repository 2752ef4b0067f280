import { listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import type { Session } from "../target/session.ts";
import { pageOf, responseTo, visitAll, type Exploration, type Place } from "./visit.ts";
import { schemeOf } from "./way.ts";

/** Invoices, requested with the first token and the name of the second account: the token decides (§5). */
export const namedAccounts: Exploration = {
  id: "named accounts",
  looksAt: "invoices requested with the name of the other account, or with numbers if records have no name",
  explore: async (session) => {
    const names = await namesOfSecond(session);
    const page = await firstPage(session);
    const ways = names.size === 0 ? guessed(page) : waysFor(names, page);
    const places = ways.map(([words, asked]): Place => ({
      place: `invoices requested for the other account with ${words}`,
      call: { operation: "listInvoices", ...asked },
      isServed: false,
    }));
    return visitAll(session, session.isQuick ? places.slice(0, maxQuick) : places);
  },
};

/** How many of these a quick run requests. */
const maxQuick = 2;

/** A request that names an account, in words to follow "with". */
type NamingWay = readonly [words: string, asked: Pick<Call, "query" | "headers">];

/** Names of parameters and of members, by preference. */
const commonNames =
  "account account_id accountId org org_id orgId organization organization_id organizationId tenant tenant_id tenantId customer customer_id customerId company company_id companyId owner owner_id ownerId workspace workspace_id".split(
    " ",
  );

const headerNames =
  "x-account-id x-account x-org-id x-org x-organization-id x-organization x-tenant-id x-tenant x-customer-id x-company-id x-workspace-id".split(
    " ",
  );

const all = (names: readonly string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));

/** If no record names its account, the first asks for another by a number. */
function guessed(page: Pick<Call, "query">): readonly NamingWay[] {
  return [
    ["`?account=2` and similar parameters", { query: all(commonNames, "2") }],
    ["`X-Account-Id: 2` and similar headers", { ...page, headers: all(headerNames, "2") }],
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

const stems = [...new Set(commonNames.map(stemOf))];

/** The first page by its number, if pages are known: a cache that ignores headers may have the plain list. */
async function firstPage(session: Session): Promise<Pick<Call, "query">> {
  const total = (await pageOf(session, { operation: "listInvoices" }))?.total ?? 0;
  const scheme = total < 2 ? undefined : await schemeOf(session, "invoices", total);
  return scheme === undefined ? {} : { query: scheme.query(0, scheme.size) };
}

/** @param page a part of the list to request with headers */
function waysFor(names: ReadonlyMap<string, string>, page: Pick<Call, "query">): readonly NamingWay[] {
  const headers = headersNaming(names);
  const own = [...names].map(([name, value]): NamingWay => {
    const parameter = name.replace(/\..*/, "");
    return [`\`?${parameter}=\``, { query: { [parameter]: value } }];
  });
  const named: NamingWay = ["`X-Account-Id` and similar headers", { ...page, headers }];
  return [
    ...own.slice(0, 1),
    ...(Object.keys(headers).length === 0 ? [] : [named]),
    ["`?account=` and similar parameters", { query: valued(names, [...commonNames, ...names.keys()]) }],
    ...own.slice(1, 2),
  ];
}

/** A value for each of these names, by normalized name, or else the preferred one. */
function valued(values: ReadonlyMap<string, string>, names: readonly string[]): Readonly<Record<string, string>> {
  const [first = ""] = values.values();
  const known = new Map([...values].map(([name, value]) => [stemOf(name), value]));
  return Object.fromEntries(names.map((name) => [name, known.get(stemOf(name)) ?? first]));
}

/** Headers that name an account, with valid values (RFC 9110 §5.5). */
function headersNaming(names: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(valued(names, headerNames)).filter(([, value]) => /^[!-~]+$/.test(value)));
}

/**
 * The second account's value of each member that is the same in all records of an account and differs between accounts;
 * also members of the envelopes and their `meta`.
 */
async function namesOfSecond(session: Session): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  // The names in invoices win.
  for (const operation of listOperationIds) {
    const mine = await namesShown(session, { operation });
    const theirs = await namesShown(session, { operation, as: "second" });
    for (const [name, value] of theirs) if (mine.has(name) && mine.get(name) !== value) found.set(name, value);
  }
  const rank = ([name]: readonly [string, string]): number => stems.indexOf(stemOf(name));
  return new Map([...found].toSorted((one, other) => rank(one) - rank(other)));
}

/** Members of a list that may name the account: in all records, in the envelope and its `meta`. */
async function namesShown(
  session: Session,
  call: Call & { readonly operation: ListOperationId },
): Promise<ReadonlyMap<string, string>> {
  const list = await responseTo(session, call);
  if (list === undefined || !isSuccess(list)) return new Map();
  const { object, data = [], meta } = readEnvelope(list.response);
  const [first = new Map<string, string>(), ...rest] = data.map(namesIn);
  const shared = [...first].filter(([name, value]) => rest.every((other) => other.get(name) === value));
  return new Map([...shared, ...namesIn(object), ...namesIn(meta)]);
}

/** Long texts are not names. */
const maxLength = 100;

function namesIn(record: unknown): ReadonlyMap<string, string> {
  const members = Object.entries(isObject(record) ? record : {}).flatMap(([name, value]) => {
    const [place, named] = isObject(value) ? [`${name}.id`, value["id"]] : [name, value];
    const text = typeof named === "string" || typeof named === "number" ? String(named) : "";
    return text === "" || text.length > maxLength || !stems.includes(stemOf(place)) ? [] : [[place, text] as const];
  });
  return new Map(members);
}

const split = (names: string, value: string) => all(names.split(" "), value);

/** Headers in which a gateway tells a service where a request came from. */
const ofLoopback = {
  ...split("x-forwarded-for x-real-ip x-client-ip true-client-ip cf-connecting-ip x-remote-addr", "127.0.0.1"),
  ...split("x-originating-ip x-remote-ip x-cluster-client-ip x-custom-ip-authorization", "127.0.0.1"),
  forwarded: "for=127.0.0.1",
};

/** Headers by which services recognize each other, or a gateway confirms that it authenticated the client. */
const ofService = split("x-internal x-internal-request x-authenticated x-trusted x-admin x-gateway", "true");

/** Headers of a preflight (Fetch, CORS-preflight), which is sent with OPTIONS and without a token. */
const ofPreflight = {
  origin: "https://orgkit.example",
  "access-control-request-method": "GET",
  "access-control-request-headers": "authorization",
};

const ofUser = "x-user-id x-user x-username x-forwarded-user x-remote-user remote-user x-authenticated-user";

/** Headers that pretend to come from a gateway, with a known account and user, for services that trust any sender. */
export async function internalHeaders(session: Session): Promise<NonNullable<Call["headers"]>> {
  const shown = await Promise.all(listOperationIds.map((operation) => namesShown(session, { operation })));
  const [user] = (await pageOf(session, { operation: "listUsers" }))?.records ?? [];
  const values = [...leavesOf(user).values()].map(String).filter((value) => /^[!-~]{1,100}$/.test(value));
  const [first = "1"] = values;
  const accounts = new Map(shown.flatMap((names) => [...names]));
  return {
    ...ofLoopback,
    ...ofService,
    ...ofPreflight,
    ...split(ofUser, first),
    ...split("x-forwarded-email x-user-email", values.find((value) => value.includes("@")) ?? first),
    ...headersNaming(accounts.size === 0 ? new Map([["account", first]]) : accounts),
  };
}
