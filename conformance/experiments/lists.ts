import {
  isList,
  listOf,
  listOperationIds,
  readOperationIds,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";
import { accounts, type Probe, type Role } from "../log/model.ts";
import { isNearSize, nextIn, readEffect } from "../log/paging.ts";
import { cursorNames, makeFresh, offsetNames, pageNames, sizeNames, unknownParameter } from "../log/parameter-names.ts";
import { countPlainRecords, linkProbe, narrowQuery, pageProbe, walkList, servedLists } from "./walk.ts";

/** The list that is looked at first. */
const usualList: ListOperationId = "listUsers";

/** The plain requests of the lists. */
export function* explorePlainLists(): Explorer {
  for (const operation of listOperationIds) {
    for (const as of accounts) yield sendOnce(`${operation} of the ${as} account`, { operation, as });
  }
}

/** How often a list is read, to see what reading changes. */
const readings = 3;

/** Each list several times, the other ones between two readings of the users. */
export function* exploreReading(): Explorer {
  yield {
    name: "the lists, read again and again",
    run: async (ask) => {
      await ask({ operation: usualList });
      for (const operation of [...listOperationIds.filter((one) => one !== usualList), usualList]) {
        for (let reading = Number(operation === usualList); reading < readings; reading += 1) await ask({ operation });
      }
    },
  };
}

/** Requests of all kinds under way together, at URLs that no cache knows: one may get what another is served. */
export function* exploreMixed(facts: Facts): Explorer {
  const all = [...readOperationIds.filter((one) => !isList(one)), ...listOperationIds];
  const served = all.filter((operation) => facts.isTokenValidFor(operation));
  yield {
    name: "requests of all kinds at once",
    run: async (ask) => {
      const probes = served.flatMap((operation): readonly Probe[] => {
        const fresh = facts.ignoresUnknown(operation) ? { query: makeFresh() } : {};
        const narrow = isList(operation) ? narrowQuery(operation, facts) : {};
        const sized: Probe = { operation, query: narrow, place: { page: 1, size: 1 } };
        const views = Object.keys(narrow).length === 0 ? [] : [sized];
        return [{ operation, ...fresh }, ...views];
      });
      probes.push(...served.map((operation): Probe => ({ operation, as: "never-issued" })));
      await Promise.all(probes.map((probe) => ask({ ...probe, place: { ...probe.place, isConcurrent: true } })));
    },
  };
}

/** The walks through the pages of lists. */
export function* exploreWalks(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of servedLists(facts, of)) yield* walkPages(operation, facts);
}

/** The parameters by which the pages of all lists are requested. */
export function* exploreParameters(facts: Facts, of: readonly OperationId[] = readOperationIds): Explorer {
  for (const operation of servedLists(facts, of)) yield* findParameters(operation, facts);
}

function* findParameters(operation: ListOperationId, facts: Facts): Explorer {
  yield createTrial({ operation }, "unknown", new Map([[unknownParameter, 1]]));
  yield* findSize(operation, facts);
  yield* findPage(operation, facts);
}

/** Asks with parameters whose effect is being looked for; each name has its value. */
function createTrial(base: Probe, role: Role, names: ReadonlyMap<string, number>): Experiment {
  const parameters = Object.fromEntries([...names].map(([name, value]) => [name, String(value)]));
  const label = [...names].map(([name, value]) => `${name}=${value}`).join("&");
  const sized = Object.entries(base.query ?? {}).map((pair) => pair.join("="));
  return {
    name: `${base.operation} with ${[label, ...sized].join("&")}`,
    run: async (ask) => {
      await ask({ ...base, query: { ...base.query, ...parameters }, place: { trial: { role, names } } });
    },
  };
}

/** The result of the last trial of these names. */
function readTrialEffect(experiment: Experiment, facts: Facts): number | undefined {
  const [exchange] = facts.experiment(experiment.name);
  return exchange === undefined ? undefined : readEffect(exchange, facts);
}

/** How many names a strict target is asked for, one by one. */
const namesAlone = 14;

/** How many times the names in question are divided. */
const maxDivisions = 12;

/** Finds the one name that has an effect: all at once and then in smaller groups, or one by one. */
function* findName(
  names: readonly string[],
  base: Probe,
  role: Role,
  values: readonly number[],
  facts: Facts,
): Explorer {
  const tryNames = function* (some: readonly string[]): Generator<Experiment, readonly string[], void> {
    const sent = new Map(some.map((name, index) => [name, values[index % values.length] ?? 1]));
    const experiment = createTrial(base, role, sent);
    yield experiment;
    const effect = readTrialEffect(experiment, facts);
    if (effect === undefined) return [];
    return some.filter((name) => {
      const value = sent.get(name) ?? 0;
      return role === "size" ? isNearSize(value, effect) : value === effect;
    });
  };
  const [commonest = ""] = names;
  if ((yield* tryNames([commonest])).length > 0) return;
  if (!facts.ignoresUnknown(base.operation)) {
    for (const name of names.slice(1, namesAlone)) if ((yield* tryNames([name])).length > 0) return;
    return;
  }
  for (const group of [
    names.slice(1).filter((name) => !name.includes("[")),
    names.filter((name) => name.includes("[")),
  ]) {
    let left: readonly string[] = yield* tryNames(group);
    let isDivided = left.length < group.length && values.length > 1;
    for (let division = 0; left.length > 0 && division < maxDivisions; division += 1) {
      const some: readonly string[] = isDivided ? left : left.slice(0, Math.ceil(left.length / 2));
      const effective: readonly string[] = yield* tryNames(some);
      if (some.length === 1 && effective.length === 1) return;
      isDivided = effective.length > 0 && effective.length < some.length && values.length > 1;
      left = effective.length > 0 ? effective : left.filter((name) => !some.includes(name));
    }
  }
}

/**
 * The name that a declared dialect has comes first, and then those with the root of the size: PHP keeps the last of
 * `page[size]` and `page`, but both of `page[size]` and `page[number]`.
 */
function orderNames(names: readonly string[], declared: string | undefined, size = ""): readonly string[] {
  const [root] = /^\w+[[.]/.exec(size) ?? [];
  const related = names.filter((name) => root !== undefined && name.startsWith(root));
  return [...new Set([...(declared === undefined ? [] : [declared]), ...related, ...names])];
}

function declaredParameters(operation: ListOperationId, { target }: Facts): Readonly<Record<string, unknown>> {
  const paging: unknown = target.dialect?.paging?.[listOf(operation)];
  const parameters: unknown = Object(paging)["parameters"];
  return { ...Object(parameters) };
}

function textAt(members: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = members[name];
  return typeof value === "string" ? value : undefined;
}

function* findSize(operation: ListOperationId, facts: Facts): Explorer {
  const length = countPlainRecords(operation, facts);
  if (length === 0) return;
  // A page of one record can only become longer. Sizes are two apart, so that one record too many does not hide a name.
  const half = length === 1 ? 2 : Math.ceil(length / 2);
  const others = [half + 2, half - 2, half + 4, half - 4].filter((value) => value > 0 && value < length);
  const values = [half, ...others];
  const parameters = declaredParameters(operation, facts);
  const likely = textAt(parameters, "size") ?? textAt(parameters, "limit") ?? facts.paging(usualList).size;
  const names = orderNames(sizeNames, likely);
  yield* findName(names, { operation }, "size", values, facts);
}

function* findPage(operation: ListOperationId, facts: Facts): Explorer {
  const page = facts.firstPage(operation);
  if (page === undefined || page.records.length === 0) return;
  const { size } = facts.paging(operation);
  const isWhole = page.records.length >= page.total;
  if (isWhole && size === undefined) return;
  // The last page may have a fault of its own: shorter pages, of which the second is not the last, show the parameter.
  const isShort = size !== undefined && page.total <= 2 * page.records.length;
  const length = isShort ? Math.ceil(page.total / 3) : page.records.length;
  const base: Probe = isShort ? { operation, query: { [size]: String(length) } } : { operation };
  if (isShort) yield sendOnce(`${operation}, one third`, { ...base, place: { size: length } });
  const parameters = declaredParameters(operation, facts);
  const isPositioned = (): boolean => facts.paging(operation).style !== "none";
  const usual = facts.paging(usualList);
  // Most services page all lists in the same way.
  const likely = { page: textAt(parameters, "page"), offset: textAt(parameters, "offset") };
  if (usual.style === "page") likely.page ??= usual.parameter;
  if (usual.style === "offset") likely.offset ??= usual.parameter;
  if (size?.startsWith("$") === true) likely.offset ??= "$skip";
  const tries = [
    { role: "page", names: orderNames(pageNames, likely.page, size), value: 2 },
    { role: "offset", names: orderNames(offsetNames, likely.offset, size), value: length },
  ] as const;
  const isOffset = usual.style === "offset" || likely.offset !== undefined;
  for (const { role, names, value } of isOffset ? tries.toReversed() : tries) {
    yield* findName(names, base, role, [value], facts);
    if (isPositioned()) break;
  }
  const { style, parameter } = facts.paging(operation);
  const second = facts.log.findLast((one) => parameter !== undefined && one.place.trial?.names.has(parameter) === true);
  // A page with the number that was asked for is the second one, if the plain one is the first.
  const isNumbered = page.number === 1 && second !== undefined && facts.page(second)?.number === 2;
  if (style === "page" && parameter !== undefined && !isNumbered)
    yield createTrial(base, "page", new Map([[parameter, 1]]));
  if (isPositioned()) return;
  yield* findNext(operation, base, facts);
}

/** Follows the link or the cursor of the first page. */
function* findNext(operation: ListOperationId, base: Probe, facts: Facts): Explorer {
  const first = facts
    .exchanges(operation, "first")
    .findLast((one) => JSON.stringify(one.probe.query) === JSON.stringify(base.query));
  const next = first && nextIn(first);
  if (first === undefined || next === undefined) return;
  yield {
    name: `${operation}, the linked page`,
    run: async (ask) => {
      const probe = linkProbe(facts, base, first);
      if (probe !== undefined) await ask({ ...probe, place: { page: 2, isLinked: true } });
    },
  };
  if (facts.paging(operation).style !== "none") return;
  for (const name of new Set([next.name.replace(/^(?:next|end)_?/i, "") || "next", ...cursorNames, next.name])) {
    const names = new Map([[name, 0]]);
    yield {
      name: `${operation} with the cursor as ${name}`,
      run: async (ask) => {
        const again = await ask({ ...base, place: { page: 1 } });
        const cursor = nextIn(again)?.value;
        if (cursor === undefined) return;
        await ask({ ...base, query: { ...base.query, [name]: cursor }, place: { trial: { role: "cursor", names } } });
      },
    };
    if (facts.paging(operation).style !== "none") return;
  }
}

/** The walks through a list, by the requested size, and the pages that are read of each. */
function* walkPages(operation: ListOperationId, facts: Facts): Explorer {
  const { style, size, parameter } = facts.paging(operation);
  if (style === "none" && size === undefined) return;
  const total = facts.firstPage(operation)?.total ?? 0;
  if (style === "offset" && parameter !== undefined && total > 2) {
    // Between two pages, `meta.page` is still an integer.
    const query = { [parameter]: "1" };
    yield sendOnce(`${operation} from the second record`, { operation, query, place: { view: `${parameter}=1` } });
  }
  const walks = [
    { maxPages: 6, withBeyond: true },
    { size: 2, maxPages: 3 },
    { size: 1, maxPages: 2 },
    { size: 100, maxPages: 3 },
  ] as const;
  for (const walk of walks) {
    if ("size" in walk && size === undefined) continue;
    const pages = "size" in walk ? `in pages of ${walk.size}` : "page by page";
    yield {
      name: `${operation} of the first account ${pages}`,
      run: (ask) => walkList(ask, facts, { operation, ...walk }),
    };
  }
  // A cache that mixes up accounts has not seen the second one's URLs, and may show the first one what it gets there.
  yield {
    name: `${operation} of the second account page by page, and of the first`,
    run: async (ask) => {
      const fresh = facts.ignoresUnknown(operation) ? { query: makeFresh("orgkit") } : {};
      await walkList(ask, facts, { operation, as: "second", maxPages: 6, ...fresh });
      if (fresh.query !== undefined) await ask({ operation, ...fresh, place: { page: 1 } });
    },
  };
  if (style !== "none" && style !== "link") yield* followLinks(operation, facts);
}

/** Where the pages of a list link the next ones although they have numbers, too. */
function* followLinks(operation: ListOperationId, facts: Facts): Explorer {
  const [plain] = facts.plain(operation);
  if (plain === undefined || nextIn(plain) === undefined) return;
  yield {
    name: `the links of ${operation}`,
    run: async (ask) => {
      const base: Probe = { operation };
      const first = await ask({ ...base, place: { page: 1 } });
      const length = facts.page(first)?.records.length ?? 0;
      const probe = linkProbe(facts, base, first);
      const second = pageProbe(facts, base, facts.paging(operation), 2, length, first);
      if (probe !== undefined) await ask({ ...probe, place: { page: 2, isLinked: true } });
      if (second !== undefined) await ask({ ...second, place: { page: 2 } });
      await ask({ ...base, place: { page: 1, isAgain: true } });
    },
  };
}
