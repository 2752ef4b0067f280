import { filters, type Filters } from "../facts/filters.ts";
import type { ListName } from "../facts/list.ts";
import { certain, isUnset, unset, type Finding, type Unset } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import { shared, type Learning } from "../learning.ts";

const lists: readonly ListName[] = ["users", "invoices"];

/** `filtering`: the style of parameter, and the fields of each list that filter it. */
export const filtering = {
  "filtering.style": style,
  "filtering.users": (learning) => fields(learning, "users"),
  "filtering.invoices": (learning) => fields(learning, "invoices"),
} satisfies Partial<Inferences>;

/** Where the lists are filtered in two styles, the first counts: a dialect has one. */
const styleSeen = shared(async (learning: Learning): Promise<Filters | Unset> => {
  const found: (Filters | Unset)[] = [];
  for (const list of lists) found.push(await filters(learning, list));
  const known = found.filter((fact): fact is Filters => !isUnset(fact));
  const [first = unset("no list could be read")] = found;
  return known.find((fact) => fact.style !== "none") ?? (known.length === found.length ? (known[0] ?? first) : first);
});

async function style(learning: Learning): Promise<Finding> {
  const seen = await styleSeen(learning);
  return isUnset(seen) ? seen : certain(seen.style, seen.evidence.slice(0, 2));
}

async function fields(learning: Learning, list: ListName): Promise<Finding> {
  const seen = await styleSeen(learning);
  const own = await filters(learning, list);
  if (isUnset(own)) return own;
  if (isUnset(seen)) return seen;
  if (seen.style === "none") return unset("the lists are not filtered");
  if (own.style !== seen.style && own.style !== "none") return unset(`the ${list} are filtered in another style`);
  return certain([...own.fields], own.evidence, "of the fields that records show");
}
