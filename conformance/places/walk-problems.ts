import { operations } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { canonical } from "../target/records.ts";
import type { Identity } from "./record-identity.ts";
import type { Held, ReadPage, Walk } from "./walk.ts";

/** How a walk differs from the pages of one list. */
export interface Problem {
  readonly kind: "unread" | "rejected" | "number" | "total" | "past" | "twice" | "short" | "lost";
  readonly text: string;
}

/** What is known of a list beside the walk. */
export interface Known {
  readonly identity: Identity;
  /** The number of records in the list: the maximum of all complete walks. */
  readonly count: number;
  /** Whether no other walk shows the number of records. */
  readonly isSole: boolean;
}

/** The keys of a walk's records, in order; if records cannot be told apart, all are different. */
export function keysOf({ pages, count }: Walk, identity: Identity): readonly string[] {
  const earlier = new Set<string>();
  return pages.flatMap(({ index, held }) => {
    if (held === undefined) return [];
    if (identity.isReliable) return identity.keysOf(held.records);
    const whole = canonical(held.records);
    const isAgain = index >= count && earlier.has(whole);
    earlier.add(whole);
    return isAgain ? [] : held.records.map((_, place) => `${index} ${place}`);
  });
}

/** The number of pages. */
export function pagesIn({ step, count }: Walk, known: Pick<Known, "count" | "isSole">): number {
  const real = step === 0 ? 0 : Math.ceil(known.count / step);
  return known.isSole ? Math.max(real, count) : real;
}

/** The problems with the pages of a walk, compared with parts of one list. */
export function problemsOf(walk: Walk, known: Known): readonly Problem[] {
  if (isEmpty(walk)) {
    const text = `page 1 in pages of ${walk.route.size} is empty, and \`meta.total\` is ${walk.pages[0]?.held?.total}`;
    return [{ kind: "short", text }];
  }
  // Even if the requested size was ignored, no record may occur twice.
  if (!walk.isFollowed) return known.identity.isReliable ? twice(walk.pages, walk, known.identity) : [];
  const last = pagesIn(walk, known);
  const pages = walk.pages.filter(({ index }) => index < last);
  const [first] = pages;
  return [
    ...unread(pages, last),
    ...misnumbered(walk.again, pages),
    ...(first?.held === undefined ? [] : pastTheEnd(walk.pages.slice(pages.length), first.held)),
    ...pages.flatMap((page) => (first?.held === undefined ? [] : sayingOf(page, first))),
    ...begunLate(walk.again, pages),
    ...(known.identity.isReliable ? twice(pages, walk, known.identity) : []),
    ...(known.identity.isReliable ? repeatedBeyond(walk, known.identity, last) : []),
    ...short(pages, walk, last),
    ...lost(walk, known, last),
  ];
}

/** Responses that are not pages of the list. */
function unread(pages: readonly ReadPage[], last: number): readonly Problem[] {
  return pages.flatMap(({ index, held, exchange: { response, noReply } }): readonly Problem[] => {
    if (held !== undefined) return [];
    const status = response?.status;
    // A rate limit may have its own status.
    const mayPass = response?.headers["retry-after"] !== undefined || unrelated.has(status ?? 0);
    const isRejected = status !== undefined && status >= 400 && status < 500 && !mayPass;
    const found = status === undefined ? (noReply?.message ?? "no response") : `responded with ${status}`;
    const text = `page ${index + 1} of ${last} is not a page of the list: ${found}`;
    return [{ kind: isRejected ? "rejected" : "unread", text }];
  });
}

/** A response that is not about the page. */
const unrelated: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** The page and total in a response, compared with the first. */
function sayingOf(page: ReadPage, first: ReadPage): readonly Problem[] {
  if (page.held === undefined || first.held === undefined) return [];
  const { number, total } = page.held;
  const begin = first.held.number;
  const isCounted = number === undefined || begin === undefined || number === begin + page.index;
  const name = `page ${page.index + 1}`;
  return [
    ...(isCounted
      ? []
      : [{ kind: "number" as const, text: `${name} has \`meta.page\` ${number}, after ${begin} on the first` }]),
    ...(total === first.held.total
      ? []
      : [
          {
            kind: "total" as const,
            text: `${name} has \`meta.total\` ${total}, after ${first.held.total} on the first`,
          },
        ]),
  ];
}

/** A first page whose number differs from that of the same records without parameters. */
function misnumbered(again: Walk["again"], [first]: readonly ReadPage[]): readonly Problem[] {
  const [one, plain] = [first?.held, again?.held];
  if (one?.number === undefined || plain?.number === undefined || one.number === plain.number) return [];
  if (canonical(one.records) !== canonical(plain.records)) return [];
  return [{ kind: "number", text: `page 1 has \`meta.page\` ${one.number}, and ${plain.number} without parameters` }];
}

/** A first page, also without parameters, whose number is neither 0 nor 1. */
function begunLate(again: Walk["again"], [first]: readonly ReadPage[]): readonly Problem[] {
  const { records = [], number = 1 } = first?.held ?? {};
  if (records.length === 0 || canonical(records) !== canonical(again?.held?.records ?? [])) return [];
  return number === 0 || number === 1 ? [] : [{ kind: "number", text: `page 1 has \`meta.page\` ${number}` }];
}

/** A page beyond the last with another total than the first. */
function pastTheEnd(pages: readonly ReadPage[], { total }: Held): readonly Problem[] {
  return pages.flatMap(({ index, held }): readonly Problem[] => {
    if (held === undefined || held.total === total) return [];
    const text = `page ${index + 1}, beyond the last, has \`meta.total\` ${held.total}, after ${total} on the first`;
    // Another total may be that of a replica.
    return [{ kind: held.total === 0 ? "past" : "total", text }];
  });
}

/** Whether the first page of a list with records is empty with its own page size. */
export function isEmpty({ route, pages: [first] }: Walk): boolean {
  return route.size !== undefined && first?.held?.records.length === 0 && first.held.total > 0;
}

/** Pages after the last that repeat earlier records: clients that follow links never finish, and others read them twice. */
function repeatedBeyond({ pages, route }: Walk, identity: Identity, last: number): readonly Problem[] {
  const keys = (some: readonly ReadPage[]): readonly string[] =>
    some.flatMap(({ held }) => (held === undefined ? [] : identity.keysOf(held.records)));
  const earlier = pages.filter(({ index }) => index < last);
  const [known, numbers] = [new Set(keys(earlier)), new Set(earlier.map(({ held }) => held?.number))];
  // A page that is selected by its place may be an earlier one, if it has that one's number.
  const beyond = pages.filter(
    ({ index, held }) => index >= last && !(route.way.isByPlace && numbers.has(held?.number)),
  );
  const repeated = keys(beyond);
  if (repeated.length === 0 || !repeated.every((key) => known.has(key))) return [];
  const number = beyond[0]?.held?.number;
  const text = route.way.isByPlace
    ? `beyond the last, page ${last}, the same records are on a page with \`meta.page\` ${number}`
    : `page ${last}, the last, links to records of an earlier page`;
  return [{ kind: "twice", text }];
}

/** Records that occur twice in the list. */
function twice(pages: readonly ReadPage[], { route }: Walk, identity: Identity): readonly Problem[] {
  const { record } = operations[route.operation];
  const earlier = new Map<string, number>();
  const problems: Problem[] = [];
  for (const { index, held } of pages) {
    const keys = held === undefined ? [] : identity.keysOf(held.records);
    const again = keys.filter((key) => earlier.has(key));
    const from = earlier.get(again[0] ?? "");
    if (from !== undefined) {
      const text = `${again.length} of ${counted(keys.length, record)} of page ${index + 1} are on page ${from + 1} too`;
      problems.push({ kind: "twice", text });
    }
    if (new Set(keys).size < keys.length)
      problems.push({ kind: "twice", text: `page ${index + 1} has a record twice` });
    for (const key of keys) if (!earlier.has(key)) earlier.set(key, index);
  }
  return problems;
}

/** Pages before the last that are not full: their missing records are nowhere else. */
function short(pages: readonly ReadPage[], { step, route }: Walk, last: number): readonly Problem[] {
  if (!route.way.isByPlace) return [];
  const { record } = operations[route.operation];
  return pages.flatMap(({ index, held }): readonly Problem[] =>
    held === undefined || index >= last - 1 || held.records.length >= step
      ? []
      : [
          {
            kind: "short",
            text: `page ${index + 1} of ${last} holds ${counted(held.records.length, record)}, a full page ${step}`,
          },
        ],
  );
}

/** Records that are on no page. */
function lost(walk: Walk, known: Known, last: number): readonly Problem[] {
  const { operation } = walk.route;
  const total = walk.pages[0]?.held?.total ?? 0;
  const { record } = operations[operation];
  const end = walk.pages.find(({ index }) => index === last - 1)?.held?.records.length;
  const wanted = known.isSole ? Math.max(known.count, total) : known.count;
  const why = wanted === total ? `\`meta.total\` is ${total}` : `there are ${wanted}`;
  // Records on an unreadable page are not missing.
  if (walk.pages.some(({ index, held }) => index < last && held === undefined)) return [];
  if (walk.isWhole) {
    const count = new Set(keysOf(walk, known.identity)).size;
    if (count >= wanted) return [];
    return [{ kind: "lost", text: `the pages hold ${counted(count, record)} in all, and ${why}` }];
  }
  const rest = wanted - (last - 1) * walk.step;
  if (end === undefined || end >= rest || !walk.route.way.isByPlace) return [];
  return [{ kind: "lost", text: `page ${last}, the last, holds ${counted(end, record)} of ${rest}, and ${why}` }];
}
