import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess, type Exchange } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { recordKeys } from "../../target/records.ts";

/** Common names for the size of a page. Each is sent with a value of its own, so that the reply's length names it. */
const sizeNames = ["per_page", "page_size", "pageSize", "perPage", "limit", "size", "count", "take"];

/** Common names for where a page starts, told apart in the same way by the first record. */
const offsetNames = ["offset", "skip", "start"];

/** The names of paging parameters that a target is seen to follow. */
export interface PagingNames {
  readonly page?: string;
  readonly offset?: string;
  readonly size?: string;
  /** Whether the size that was kept is smaller or greater than the plain list's. */
  readonly kept?: "smaller" | "greater";
  /** The status codes with which it refused a probe. */
  readonly refusals: readonly number[];
  readonly evidence: readonly Exchange[];
}

/** Tries common parameter names in two calls: `page`, and all names of a size and an offset at once. */
export async function probePaging(session: Session, operation: OperationId, plain: Success): Promise<PagingNames> {
  const turned = await session.call({ operation, query: { page: "2" } });
  const sizes = sizesAsked(plain);
  const cut = await session.call({
    operation,
    query: { ...Object.fromEntries(sizes), ...Object.fromEntries(offsets) },
  });
  const replies = [turned, cut].filter((reply): reply is Exchange => !(reply instanceof Unavailable));
  const statuses = replies.map(({ response }) => response?.status ?? 0);
  return {
    ...(turnsPage(plain, turned) ? { page: "page" } : {}),
    ...namesFollowed(plain, cut, sizes),
    refusals: [...new Set(statuses.filter(isRefusal))].toSorted((left, right) => left - right),
    evidence: [plain, ...replies],
  };
}

const offsets = offsetNames.map((name, index): [string, string] => [name, String(index + 1)]);

/** A size for each name, from 1 up, but for the one that the plain list has anyway. */
function sizesAsked(plain: Success): readonly (readonly [name: string, size: string])[] {
  const usual = lengthOf(plain);
  return sizeNames.map((name, index) => [name, String(index + 1 < usual ? index + 1 : index + 2)]);
}

/** Whether a list has enough records for every one of these names to show. */
export function canShowNames(plain: Success): boolean {
  return lengthOf(plain) > offsetNames.length && totalOf(plain) > sizeNames.length + 1 + offsetNames.length;
}

function lengthOf({ response }: Success): number {
  return readEnvelope(response).data?.length ?? 0;
}

/** How many records there are in all; those of the page where `meta` does not say. */
function totalOf(plain: Success): number {
  const total = readEnvelope(plain.response).meta?.["total"];
  return typeof total === "number" ? total : lengthOf(plain);
}

/** 4xx, but for a caller who is too fast. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 429;
}

/** Whether `page=2` leads to other records than the plain call. */
function turnsPage(plain: Success, turned: Exchange | Unavailable): boolean {
  if (turned instanceof Unavailable || !isSuccess(turned)) return false;
  const before = keysOf(plain);
  const after = keysOf(turned);
  if (before === undefined || after === undefined || before.length === 0) return false;
  const known = new Set(before);
  return !after.some((key) => known.has(key));
}

/** Which of the names sent together the reply obeys. */
function namesFollowed(
  plain: Success,
  cut: Exchange | Unavailable,
  sizes: readonly (readonly [name: string, size: string])[],
): Pick<PagingNames, "offset" | "size" | "kept"> {
  if (cut instanceof Unavailable || !isSuccess(cut)) return {};
  const before = keysOf(plain);
  const after = keysOf(cut);
  const [firstKey] = after ?? [];
  if (before === undefined || after === undefined || firstKey === undefined) return {};
  const start = before.indexOf(firstKey);
  if (start < 0 || new Set(before).size < before.length) return {};
  const offset = offsets.find(([, value]) => Number(value) === start)?.[0];
  const rest = totalOf(plain) - start;
  const isSized = after.length < rest && after.length !== before.length;
  const size = isSized ? sizes.find(([, value]) => Number(value) === after.length)?.[0] : undefined;
  const kept = after.length < before.length ? "smaller" : "greater";
  return { ...(offset === undefined ? {} : { offset }), ...(size === undefined ? {} : { size, kept }) };
}

function keysOf({ response }: Success): readonly string[] | undefined {
  const { data } = readEnvelope(response);
  return data === undefined ? undefined : recordKeys(data);
}
