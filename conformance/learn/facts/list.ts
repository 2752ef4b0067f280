import { listing, type ListName } from "../../../fixtures/contract/operations.ts";
import { pageIn, type Page } from "../../target/records.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";

export type { ListName, Page };

/** A page of a list, and the answer that holds it. */
export interface Listing {
  readonly answer: Answer;
  readonly page: Page;
}

/** A call that was refused: 3xx or 4xx. */
export interface Refused {
  readonly refused: Answer;
}

export type Query = Readonly<Record<string, string>>;

/** Reads a list with a query. Unset where the answer is neither a page nor a refusal. */
export async function readList(
  learning: Learning,
  list: ListName,
  query: Query = {},
  moment?: string,
): Promise<Listing | Refused | Unset> {
  const operation = listing(list);
  const isPlain = Object.keys(query).length === 0;
  const answer = await learning.ask({
    operation,
    ...(isPlain ? {} : { query }),
    ...(moment === undefined ? {} : { moment }),
  });
  if (isUnset(answer)) return answer;
  if (!isSuccess(answer.exchange)) return { refused: answer };
  const page = pageIn(answer.exchange);
  return page === undefined
    ? unset(`the list of ${list} is no envelope of records (see ENV-01 to ENV-05)`)
    : { answer, page };
}

export function isListing(reading: Listing | Refused | Unset): reading is Listing {
  return "page" in reading;
}

export function isRefused(reading: Listing | Refused | Unset): reading is Refused {
  return "refused" in reading;
}

/** The list as it is without parameters, with a record at least. */
export const plainList = shared(async (learning: Learning, list: ListName): Promise<Listing | Unset> => {
  const plain = await readList(learning, list);
  if (isRefused(plain)) {
    const { status } = plain.refused.exchange.response;
    return unset(`the list of ${list} is refused with ${status}`, whatWouldRead(learning, status));
  }
  if (isListing(plain) && plain.page.records.length === 0) {
    return unset(`there are no ${list}, so nothing shows`, `an account with ${list}`);
  }
  return plain;
});

function whatWouldRead({ target }: Learning, status: number): string {
  if (status !== 404) return "a token that may read it";
  return target.baseUrl.endsWith("/api/v1")
    ? "the base URL without /api/v1"
    : "the base URL of the interface, or a token that may read it";
}

export function sameRecords(one: Page, other: Page): boolean {
  return one.keys.join("\n") === other.keys.join("\n");
}
