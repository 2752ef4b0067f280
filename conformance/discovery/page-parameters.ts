import { listing } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { ifKnown, Unset } from "./observation.ts";
import {
  ignoredNames,
  isMoving,
  longestReading,
  pageOf,
  plainList,
  strictRejection,
  together,
  withoutFields,
  type ListName,
  type Page,
} from "./list.ts";
import {
  apart,
  findAlone,
  findName,
  inGroups,
  offsetNames,
  pageNames,
  positionsAlone,
  sizeNames,
  sizesAlone,
  type Followed,
} from "./names.ts";
import { indexIn, start, styleByName, styleOf, type Position, type ParameterSearch } from "./position-style.ts";
import { beyond, longer, rejecting, shorter, sizes } from "./followed-size.ts";
import { cursor } from "./next-page.ts";
import { memoize } from "../target/memoize.ts";
import { answersOf, searched, type Source } from "./source.ts";

async function pagedList(source: Source, list: ListName): Promise<Page> {
  const { page } = await plainList(source, list);
  if (page.total > 1) return page;
  throw new Unset(`there is only one record in the list of ${list}`, `an account with more ${list}`);
}

/** The name of the size parameter. */
export async function sizeName(source: Source, list: ListName): Promise<string> {
  const name = await foundSize(source, list);
  if (name === undefined) throw new Unset(`no common parameter changes the number of ${list} on a page`);
  return name;
}

/** A page of fewer records is short. */
const shortPage = 5;

/** The name of the size parameter; `undefined` if no known name works. */
export const foundSize = memoize(async (source: Source, list: ListName): Promise<string | undefined> => {
  const plain = await pagedList(source, list);
  const alike = await pagedAsUsers(source, list);
  if (alike !== undefined) return alike.size;
  const names = withoutFields(sizeNames, plain);
  // If users are not paged by number, only the name of the size is known.
  const isNumbered = list === "users" || (await ifKnown(position(source, "users"))) !== undefined;
  const ofUsers = isNumbered ? undefined : await ifKnown(sizeName(source, "users"));
  const { length } = plain.keys;
  const ways =
    length > 1
      ? [0, 1].map((missing) => ({
          values: length - 1,
          followed: shorter(source, list, plain, missing),
          // A filter may leave nothing, too.
          confirmed: missing === 0 ? undefined : 3,
        }))
      : [longer, rejecting].map((of) => ({ values: 1, followed: of(source, list), confirmed: undefined }));
  return searched(source, async () => {
    // Short pages distinguish few sizes below theirs; larger sizes may be rejected.
    const isShort = length < shortPage && ofUsers === undefined && plain.total - length > length;
    const larger = isShort && (await findName(names, plain.total - length, beyond(source, list, plain)));
    if (larger) return larger;
    for (const { values, followed, confirmed } of ways) {
      const alone = ofUsers === undefined ? undefined : await findAlone([ofUsers], followed);
      if (alone !== undefined) return alone;
      const groups =
        values === 1 ? [names] : await together(source, list, names, (some) => sizes(inGroups(some, values)));
      for (const group of groups) {
        const found = await findName(group, values, followed);
        const isSize =
          found !== undefined &&
          (confirmed === undefined || (await followed(new Map([[found, confirmed]]))) === confirmed);
        if (isSize) return found;
      }
    }
    const [way] = ways;
    const alone = await triedAlone(source, list, plain, names, sizesAlone);
    return way === undefined ? undefined : findAlone(alone, way.followed);
  });
});

/**
 * The names to try one by one, if a target may reject unknown names beside them, or if these filter or interfere. Names
 * in a rejection come first; those that changed nothing beside others are left out.
 */
async function triedAlone(
  source: Source,
  list: ListName,
  plain: Page,
  known: readonly string[],
  common: readonly string[],
  size?: string,
): Promise<readonly string[]> {
  const rejection = await strictRejection(source, list);
  const wereRejected = answersOf(source).some(
    ({ call, exchange }) =>
      call.operation === listing(list) && Object.keys(call.query ?? {}).length > 2 && !isSuccess(exchange),
  );
  const { length } = plain.keys;
  // Then names together do not interfere; if pages have one record whatever is requested, no size works.
  const isHeld = length === 1 && common === sizesAlone;
  if (rejection === undefined && !wereRejected && (isHeld || length >= plain.total)) return [];
  const named = new Set(rejection?.exchange.response.body.match(/[\w$[\]-]+/g));
  const ignored = ignoredNames(source, list, plain, size);
  const names = [...known.filter((name) => named.has(name)), ...common.filter((name) => known.includes(name))];
  return [...new Set(names)].filter((name) => !ignored.has(name));
}

async function prepareSearch(
  source: Source,
  list: ListName,
  plain: Page,
  size: string | undefined,
): Promise<ParameterSearch> {
  const { page } = await longestReading(source, list, size);
  return { source, list, plain, order: page.keys, firstPage: plain.page === 0 ? 0 : 1, size };
}

/** The paging parameter of a list; unset if no known name works. */
export const position = memoize(async (source: Source, list: ListName): Promise<Position> => {
  const plain = await pagedList(source, list);
  if ((await ifKnown(cursor(source, list))) !== undefined) throw new Unset(`a cursor selects more ${list}`);
  const size = await ifKnown(sizeName(source, list));
  const sought = await prepareSearch(source, list, plain, size);
  const alike = await pagedAsUsers(source, list);
  if (alike !== undefined) return alike.position;
  const names = withoutFields([...pageNames, ...offsetNames], plain).filter((name) => name !== size);
  const name = await searched(source, async () => {
    // `page` and `page[number]` in one query are read as one, or rejected.
    // A parameter that counts from 0, where `meta.page` counts from 1, leads one page further.
    for (const shift of sought.firstPage === 1 ? [0, 1] : [0]) {
      for (const group of apart(names)) {
        const found = await findName(group, distinct(sought), follows(sought, shift));
        if (found !== undefined) return found;
      }
    }
    return findAlone(await triedAlone(source, list, plain, names, positionsAlone(size), size), follows(sought, 0));
  });
  if (name === undefined) throw new Unset(`no common parameter leads to another page of the ${list}`);
  const found = (await styleOf(sought, name)) ?? (await styleByName(sought, name));
  if (found === undefined) throw new Unset(`\`${name}\` returns other ${list} than a page or an offset would`);
  return found;
});

/** Most services page all lists in the same way: one request tests both names on the other list. */
const pagedAsUsers = memoize(
  async (source: Source, list: ListName): Promise<{ size: string; position: Position } | undefined> => {
    if (list === "users") return undefined;
    const plain = await pagedList(source, list);
    const users = await ifKnown(position(source, "users"));
    const size = await ifKnown(sizeName(source, "users"));
    if (users === undefined || users.isByName || size === undefined || plain.keys.length < 2) return undefined;
    const found = await styleOf(await prepareSearch(source, list, plain, size), users.name);
    if (found?.style !== users.style || found.first !== users.first || found.asked === plain.keys.length)
      return undefined;
    const isFollowed = found.keys.length === found.asked && found.keys[0] !== plain.keys[0];
    return isFollowed ? { size, position: found } : undefined;
  },
);

/** The number of distinguishable starts: one for each known record after the first, or for each page. */
function distinct({ plain, size, order }: ParameterSearch): number {
  const pages = size === undefined ? Math.ceil(plain.total / plain.keys.length) : plain.total;
  return Math.max(1, Math.min(pages - 1, Math.max(order.length, 8) - 1, plain.total - 1));
}

function follows(sought: ParameterSearch, shift: number): Followed {
  const { source, list, plain, order, firstPage, size } = sought;
  // In a list of two, the page further may be beyond the last: the page before is requested.
  const isPair = plain.total === 2 && size !== undefined;
  const asked = isPair ? { ...sought, firstPage: firstPage - shift } : sought;
  const followed: Followed = async (sent) => {
    const page = await pageOf(source, list, start(asked, sent));
    if (page === undefined) return undefined;
    // The page number is reliable even if other clients write; the first record is used if the number is missing, or
    // wrong.
    const byNumber = page.page > plain.page ? page.page - firstPage : undefined;
    const index = indexIn(order, page);
    // If pages have several records, a record's position is not the page number.
    const isShown = size === undefined && byNumber !== undefined;
    if (index <= 0 || index === byNumber || isShown) return byNumber;
    return (await isMoving(source, list)) ? byNumber : index;
  };
  return async (sent) => {
    const step = await followed(sent);
    return step === undefined || isPair ? step : step - shift;
  };
}
