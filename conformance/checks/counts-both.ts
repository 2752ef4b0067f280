import type { Served } from "../places/visit.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, type Outcome } from "./check.ts";

/** Both accounts need this many invoices: smaller sums may be a coincidence. */
const enoughToAdd = 3;

/** A view of which `meta.total` is the number of both accounts' invoices, twice, while the plain list stays the same. */
export async function countsBoth(
  session: Session,
  served: readonly Served[],
  plain: readonly [Success, Success],
): Promise<Outcome | undefined> {
  const [mine = 0, theirs = 0] = plain.map((list) => pageIn(list)?.total);
  if (Math.min(mine, theirs) < enoughToAdd) return undefined;
  const view = served.find(
    ({ call, exchange }) => call.query !== undefined && pageIn(exchange)?.total === mine + theirs,
  );
  if (view === undefined) return undefined;
  const { as = "first" } = view.call;
  const total = as === "first" ? mine : theirs;
  const again = await session.call({ ...view.call, label: "counted again" });
  const list = await session.call({
    operation: "listInvoices",
    ...(as === "first" ? {} : { as }),
    label: "after counting",
  });
  if (again instanceof Unavailable || list instanceof Unavailable) return undefined;
  if (!isSuccess(again) || !isSuccess(list)) return undefined;
  if (pageIn(again)?.total !== mine + theirs || pageIn(list)?.total !== total) return undefined;
  const found = `${view.place}: \`meta.total\` is ${mine + theirs}, the number of both accounts' invoices (${mine} and ${theirs})`;
  return failed(found, view.exchange, again, list);
}
