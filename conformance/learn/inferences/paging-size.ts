import { bounds } from "../facts/bounds.ts";
import { plainList, type ListName } from "../facts/list.ts";
import { sizeName } from "../facts/size-name.ts";
import { certain, isUnset, likely, unset, type Finding } from "../finding.ts";
import { inferencesOf } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `paging.*.firstPage`, `.defaultSize`, `.maxSize`, `.oversize`: what a page is without and with a size. */
export function pagingSize<List extends ListName>(list: List) {
  return inferencesOf([
    [`paging.${list}.firstPage`, (learning) => firstPage(learning, list)],
    [`paging.${list}.defaultSize`, (learning) => defaultSize(learning, list)],
    [`paging.${list}.maxSize`, (learning) => maxSize(learning, list)],
    [`paging.${list}.oversize`, (learning) => oversize(learning, list)],
  ]);
}

async function firstPage(learning: Learning, list: ListName): Promise<Finding> {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  const { page } = plain.page;
  if (page > 1) return unset(`a list without parameters has \`meta.page\` ${page}, and a dialect counts from 0 or 1`);
  return certain(page, [plain.answer]);
}

/** Of a list that comes whole, the usual size is not seen; but it is not more than the greatest. */
async function defaultSize(learning: Learning, list: ListName): Promise<Finding> {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  const { keys, total } = plain.page;
  if (keys.length < total) return certain(keys.length, [plain.answer]);
  const reason = `all ${total} of the ${list} are on the first page`;
  const known = await bounds(learning, list);
  if (isUnset(known) || known.maxSize === undefined) return unset(reason, `an account with more ${list}`);
  return likely(
    known.maxSize,
    known.evidence,
    `${reason}; it is ${total} or more, and not more than the greatest size`,
  );
}

async function maxSize(learning: Learning, list: ListName): Promise<Finding> {
  const known = await bounds(learning, list);
  if (!isUnset(known)) {
    return known.maxSize === undefined
      ? unset(`there are too few ${list} to see it`, `an account with more ${list}`)
      : certain(known.maxSize, known.evidence);
  }
  const plain = await plainList(learning, list);
  const size = await sizeName(learning, list);
  // A dialect whose usual size is greater than its greatest is none.
  if (!isUnset(plain) && plain.page.keys.length < plain.page.total && plain.page.keys.length > 100) {
    const note = `${known.unset}; it is no less than the usual size`;
    return likely(Math.min(plain.page.total, 10_000), [plain.answer], note);
  }
  return typeof size === "string" || isUnset(plain) ? known : unset(size.unset);
}

async function oversize(learning: Learning, list: ListName): Promise<Finding> {
  const known = await bounds(learning, list);
  return isUnset(known) ? known : certain(known.oversize, known.evidence);
}
