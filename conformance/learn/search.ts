/** Names that are sent together, each with the number (from 1) of the value it is given. */
export type Sent = ReadonlyMap<string, number>;

/** The number of the value that the reply shows to have been followed; `undefined` where it shows none. */
export type Followed = (sent: Sent) => Promise<number | undefined>;

/**
 * Finds the name that a target follows among many, in a few requests: many are sent at once, in groups that differ
 * by their value, and the value that was followed names the group.
 * @param values how many values can be told apart; with one, halves are sent and left out in turn
 * @returns the name, which is followed where it is sent alone, too; `undefined` where there is none
 */
export async function findName(
  names: readonly string[],
  values: number,
  followed: Followed,
): Promise<string | undefined> {
  const [commonest] = names;
  if (values === 1 && commonest !== undefined && (await followed(new Map([[commonest, 1]]))) === 1) return commonest;
  let left = await followedOf(names, inGroups(names, values), followed);
  while (left.length > 1) {
    const tried = values === 1 ? left.slice(0, Math.ceil(left.length / 2)) : left;
    const next = await followedOf(left, inGroups(tried, values), followed);
    if (next.length === left.length) return undefined;
    left = next;
  }
  const [name] = left;
  return name !== undefined && (await followed(new Map([[name, 1]]))) === 1 ? name : undefined;
}

function inGroups(names: readonly string[], values: number): Sent {
  return new Map(names.map((name, index) => [name, (index % values) + 1]));
}

/** The names with the value that was followed; where none was, those that were not sent. */
async function followedOf(names: readonly string[], sent: Sent, followed: Followed): Promise<readonly string[]> {
  const value = await followed(sent);
  return names.filter((name) => sent.get(name) === value);
}

/** Tries names one after the other: for a target that refuses a call with names it does not know. */
export async function findAlone(names: readonly string[], followed: Followed): Promise<string | undefined> {
  for (const name of names) {
    if ((await followed(new Map([[name, 1]]))) === 1) return name;
  }
  return undefined;
}
