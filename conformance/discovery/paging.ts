import { usualSize } from "../../fixtures/dialect/paging.ts";
import { creationsIn } from "../target/creations.ts";
import { anyList, lists, plainList, readList, type ListName, type Page } from "./list.ts";
import { certain, ifKnown, isUnset, known, likely, settled, Unset, type Found } from "./observation.ts";
import { bounds } from "./page-bounds.ts";
import { cursor } from "./next-page.ts";
import { foundSize, sizeName } from "./page-parameters.ts";
import { isShort, shownPosition } from "./short-lists.ts";
import type { Source } from "./source.ts";

/** The parameters that select a page. */
export async function pagingStyle(source: Source, list: ListName): Promise<Found> {
  const { page, answer } = await anyList(source, list);
  const found = await settled(shownPosition(source, list));
  if (!isUnset(found)) {
    return found.isByName
      ? likely(found.style, found.evidence, `\`${found.name}\` is taken for what its name says`)
      : certain(found.style, found.evidence);
  }
  const { keys, total } = page;
  if (total < 2) throw found;
  const led = await ifKnown(cursor(source, list));
  if (led !== undefined) return certain("cursor", led.evidence);
  if (keys.length < total)
    throw new Unset(`${found.unset}, although only ${keys.length} of ${total} are returned at once`);
  const size = await ifKnown(sizeName(source, list));
  if (size !== undefined) throw new Unset(`${found.unset}, although \`${size}\` sets the number`);
  return likely("none", [answer], `all ${total} are in one response, and no common parameter changes that`);
}

/** Some services count pages from 0 in requests, and from 1 in `meta.page`. */
async function otherFirst(source: Source, list: ListName): Promise<{ readonly first?: 0 }> {
  const place = await ifKnown(shownPosition(source, list));
  const plain = await ifKnown(plainList(source, list));
  return place?.style === "page" && place.first === 0 && plain?.page.page === 1 ? { first: 0 } : {};
}

export async function pagingParameters(source: Source, list: ListName): Promise<Found> {
  const place = await settled(shownPosition(source, list));
  const led = await ifKnown(cursor(source, list));
  const { style, name, evidence } = led === undefined ? known(place) : { style: "cursor", ...led };
  // Most services page all lists in the same way.
  const shown = ((await isShort(source, list)) ? lists.find((one) => one !== list) : undefined) ?? list;
  const size = await settled(foundSize(source, shown));
  const names = { position: style, size: style === "offset" ? "limit" : "size" };
  const named = { [names.position]: name, ...(await otherFirst(source, list)) };
  if (isUnset(size)) return likely(named, evidence, `the name of the ${names.size} is unknown: ${size.unset}`);
  if (size !== undefined) return certain({ ...named, [names.size]: size }, evidence);
  const { page } = await plainList(source, shown);
  // A page of one record may not be able to show it.
  const isNone = page.keys.length > 1;
  const none = isNone ? { [names.size]: null } : {};
  return likely({ ...named, ...none }, evidence, `no common parameter changes the number of ${list} on a page`);
}

export async function firstPage(source: Source, list: ListName): Promise<Found> {
  const { page, answer } = await plainList(source, list);
  if (page.page <= 1) return certain(page.page, [answer]);
  throw new Unset(`a list without parameters has \`meta.page\` ${page.page}, and a dialect counts from 0 or 1`);
}

/** For a list that comes whole, the usual size is unknown, but at most the maximum. */
export async function defaultSize(source: Source, list: ListName): Promise<Found> {
  const first = await plainList(source, list);
  const isAll = ({ keys, total }: Page): boolean => keys.length === total;
  // Users who were created since may not be on the page any more.
  const isLonger = list === "users" && isAll(first.page) && creationsIn(source.entries).length > 0;
  const now = isLonger ? await ifKnown(readList(source, list, {}, "after the creations")) : undefined;
  const { page, answer } = now?.page === undefined ? first : now;
  const { keys, total } = page;
  if (keys.length < total) return certain(keys.length, [answer]);
  const reason = `all ${total} of the ${list} are on the first page`;
  const max = await ifKnown(bounds(source, list));
  const note = `${reason}; it is ${total} or more, and at most the maximum size`;
  if (max !== undefined) return likely(max.maxSize, max.evidence, note);
  // With the usual size, the mock would cut a longer list.
  if (total > usualSize) return likely(Math.min(total, 10_000), [answer], note);
  throw new Unset(reason, `an account with more ${list}`);
}

export async function maxSize(source: Source, list: ListName): Promise<Found> {
  const found = await settled(bounds(source, list));
  if (!isUnset(found)) {
    const { maxSize: most, evidence, note } = found;
    return note === undefined ? certain(most, evidence) : likely(most, evidence, note);
  }
  const { page, answer } = await plainList(source, list);
  const { keys, total } = page;
  // A dialect cannot have a usual size above its maximum, and the users of a run may be among them.
  if (keys.length > 90) {
    return likely(Math.min(total + 10, 10_000), [answer], `${found.unset}; it is not less than the default size`);
  }
  await sizeName(source, list);
  throw found;
}
