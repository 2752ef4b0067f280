import { listing } from "../../../fixtures/contract/operations.ts";
import { isUnset, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { pageIn } from "../../target/records.ts";
import { isSuccess } from "../../target/exchange.ts";
import { bounds } from "./bounds.ts";
import { plainList, type Listing, type ListName } from "./list.ts";
import { sizeName } from "./size-name.ts";

/** The longest stretch of a list that was read from its start. */
export const longestReading = shared(async (learning: Learning, list: ListName): Promise<Listing | Unset> => {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  await bounds(learning, list);
  const size = await sizeName(learning, list);
  const listings = learning.entries.flatMap(({ call, exchange }) => {
    const { operation, query = {}, as, path, method } = call;
    const isFromStart =
      operation === listing(list) &&
      as === undefined &&
      path === undefined &&
      method === undefined &&
      Object.keys(query).every((name) => name === size);
    const page = isFromStart && isSuccess(exchange) ? pageIn(exchange) : undefined;
    return page === undefined || exchange.response === undefined
      ? []
      : [{ answer: { call, exchange: { ...exchange, response: exchange.response } }, page }];
  });
  return listings.reduce((longest, next) => (next.page.keys.length > longest.page.keys.length ? next : longest), plain);
});
