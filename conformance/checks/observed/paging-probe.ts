import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess, type Exchange } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../authorized.ts";
import { recordKeys } from "../record.ts";

/** Common names for the size of a page. Each is sent with a value of its own, so the reply's length names it. */
const sizeNames = ["per_page", "page_size", "pageSize", "perPage", "limit", "size", "count", "take"];

/** Common names for where a page starts, told apart in the same way by the first record. */
const offsetNames = ["offset", "skip", "start"];

/** So many records a list must have for every one of these names to show. */
export const tellingLength = sizeNames.length + offsetNames.length + 1;

/** The names of paging parameters that a target is seen to follow. */
export interface PagingNames {
  readonly page?: string;
  readonly offset?: string;
  readonly size?: string;
  /** The status codes with which it refused a probe. */
  readonly refusals: readonly number[];
  readonly evidence: readonly Exchange[];
}

/** Tries common parameter names in two calls: `page`, and all names of a size and an offset at once. */
export async function probePaging(session: Session, operation: OperationId, plain: Success): Promise<PagingNames> {
  const turned = await session.call({ operation, query: { page: "2" } });
  const cut = await session.call({ operation, query: manyNames() });
  const replies = [turned, cut].filter((reply): reply is Exchange => !(reply instanceof Unavailable));
  return {
    ...(turnsPage(plain, turned) ? { page: "page" } : {}),
    ...namesFollowed(plain, cut),
    refusals: [...new Set(replies.map(({ response }) => response?.status ?? 0).filter(isRefusal))].toSorted(),
    evidence: [plain, ...replies],
  };
}

function manyNames(): Record<string, string> {
  return Object.fromEntries(
    [...sizeNames.entries(), ...offsetNames.entries()].map(([at, name]) => [name, `${at + 1}`]),
  );
}

function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 429;
}

/** Whether `page=2` leads to other records than the plain call. */
function turnsPage(plain: Success, turned: Exchange | Unavailable): boolean {
  if (turned instanceof Unavailable || !isSuccess(turned)) return false;
  const before = keysOf(plain);
  const after = keysOf(turned);
  if (before === undefined || after === undefined || before.length === 0) return false;
  return !after.some((key) => before.includes(key));
}

/** Which of the names sent together the reply obeys. */
function namesFollowed(plain: Success, cut: Exchange | Unavailable): Pick<PagingNames, "offset" | "size"> {
  if (cut instanceof Unavailable || !isSuccess(cut)) return {};
  const before = keysOf(plain);
  const after = keysOf(cut);
  const [firstKey] = after ?? [];
  if (before === undefined || after === undefined || firstKey === undefined) return {};
  if (new Set(before).size < before.length) return {};
  const start = before.indexOf(firstKey);
  const offset = offsetNames[start - 1];
  const isCut = start >= 0 && after.length < before.length - start;
  const size = isCut ? sizeNames[after.length - 1] : undefined;
  return { ...(offset === undefined ? {} : { offset }), ...(size === undefined ? {} : { size }) };
}

function keysOf({ response }: Success): readonly string[] | undefined {
  const { data } = readEnvelope(response);
  return data === undefined ? undefined : recordKeys(data);
}
