import { isObject } from "../../../fixtures/json.ts";
import { isUnset, unset, type Unset } from "../finding.ts";
import { shared, silenceSince, type Learning } from "../learning.ts";
import { sizeNames } from "../names.ts";
import { findAlone, findName, type Followed, type Sent } from "../search.ts";
import { isListing, isRefused, plainList, readList, type ListName, type Page } from "./list.ts";

/** So many of the most common names are tried one by one, where a target refuses names it does not know. */
const mostAlone = 8;

/** The name of the parameter that sets the size of a page; unset where no known name does. */
export const sizeName = shared(async (learning: Learning, list: ListName): Promise<string | Unset> => {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  const { page } = plain;
  if (page.total < 2) return unset(`there is only one record in the list of ${list}`, `an account with more ${list}`);
  const silences = learning.silences.length;
  const names = withoutFields(sizeNames, page);
  const ways =
    page.keys.length > 1 ? [shorter(learning, list, page)] : [longer(learning, list), refusing(learning, list)];
  for (const { values, followed } of ways) {
    const name = await findName(names, values, followed);
    if (name !== undefined) return name;
  }
  const [way] = ways;
  const isAloneNeeded = way !== undefined && (await isStrict(learning, list));
  const name = isAloneNeeded ? await findAlone(names.slice(0, mostAlone), way.followed) : undefined;
  if (name !== undefined) return name;
  return (
    silenceSince(learning, silences) ?? unset(`no parameter of a known name changes how many ${list} a page holds`)
  );
});

interface Way {
  /** How many values can be told apart. */
  readonly values: number;
  readonly followed: Followed;
}

/** Sizes below that of the plain page: within any bounds, and the length of the reply names the size. */
function shorter(learning: Learning, list: ListName, { keys }: Page): Way {
  return {
    values: keys.length - 1,
    followed: async (sent) => {
      const reading = await readList(learning, list, numbers(sent));
      if (!isListing(reading)) return undefined;
      const { length } = reading.page.keys;
      return length < keys.length ? length : undefined;
    },
  };
}

/** Where a plain page holds one record, a page of two: either it comes, or it is refused as too large. */
function longer(learning: Learning, list: ListName): Way {
  return {
    values: 1,
    followed: async (sent) => {
      const reading = await readList(learning, list, valued(sent, "2"));
      if (isRefused(reading)) return (await isStrict(learning, list)) ? undefined : 1;
      return isListing(reading) && reading.page.keys.length === 2 ? 1 : undefined;
    },
  };
}

/** A size that is no number, where it is refused. */
function refusing(learning: Learning, list: ListName): Way {
  return {
    values: 1,
    followed: async (sent) => {
      const reading = await readList(learning, list, valued(sent, "x"));
      return isRefused(reading) && !(await isStrict(learning, list)) ? 1 : undefined;
    },
  };
}

/** Whether a target refuses a parameter only because it does not know the name. */
export async function isStrict(learning: Learning, list: ListName): Promise<boolean> {
  return isRefused(await readList(learning, list, { orgkitNoSuchParameter: "1" }));
}

/** A name that is a field, too, may filter. */
export function withoutFields(names: readonly string[], { records }: Page): readonly string[] {
  const fields = new Set(records.filter(isObject).flatMap((record) => Object.keys(record)));
  return names.filter((name) => !fields.has(name));
}

function numbers(sent: Sent): Readonly<Record<string, string>> {
  return Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]));
}

function valued(sent: Sent, value: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...sent.keys()].map((name) => [name, value]));
}
