import { counted } from "../../fixtures/counted.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { seen, type PagingScheme, type Seen } from "../places/paging-scheme.ts";

/** The pages of one walk through a list, in order, and what they should have been and were not. */
export interface Walk {
  readonly evidence: readonly Exchange[];
  readonly problems: readonly string[];
  /** Whether the first page was the same again at the end: else the list moved while it was read. */
  readonly stoodStill: boolean;
  readonly pages: number;
  /** Why it ended early; absent where it did not. */
  readonly broke?: string;
}

/** The most pages a walk takes. */
const mostPages = 4;

/**
 * Walks through the pages of the users, then reads the first again.
 * @param attempt 0 at first; another walk reads everything anew
 */
export async function walkPages(session: Session, scheme: PagingScheme, attempt: number): Promise<Walk> {
  const evidence: Exchange[] = [];
  const pages: Seen[] = [];
  const ask = async (page: number, size: number, moment?: string): Promise<Seen | undefined> => {
    const query = scheme.query(page, size);
    const when = attempt === 0 ? moment : `${moment ?? "read"}, walk ${attempt + 1}`;
    const reply = await session.call({
      operation: "listUsers",
      query,
      ...(when === undefined ? {} : { moment: when }),
    });
    if (reply instanceof Unavailable) return undefined;
    evidence.push(reply);
    return seen(reply);
  };
  const first = await ask(0, scheme.size);
  if (first === undefined || first.keys.length === 0) return broken(evidence, "the first page cannot be read");
  const held = Math.min(first.keys.length, scheme.size);
  const isWhole = Math.ceil(first.total / held) <= mostPages;
  const count = Math.min(Math.ceil(first.total / held), mostPages);
  pages.push(first);
  for (let number = 1; number < count; number += 1) {
    const page = await ask(number, held);
    if (page === undefined) return broken(evidence, `page ${number + 1} of ${count} is no page of the list`);
    pages.push(page);
  }
  const beyond = isWhole ? await ask(count, held) : undefined;
  const again = await ask(0, scheme.size, "again, at the end");
  const stoodStill = again?.keys.join("\n") === first.keys.join("\n") && again.total === first.total;
  return {
    evidence,
    problems: [...problemsOf(pages, isWhole), ...beyondTotal(pages, beyond)],
    stoodStill,
    pages: pages.length,
  };
}

function broken(evidence: readonly Exchange[], broke: string): Walk {
  return { evidence, problems: [], stoodStill: false, pages: 0, broke };
}

function problemsOf(pages: readonly Seen[], isWhole: boolean): readonly string[] {
  const [first] = pages;
  if (first === undefined) return [];
  return [
    ...pages.flatMap(({ page }, index) =>
      first.page === undefined || page === undefined || page === first.page + index
        ? []
        : [`page ${index + 1} has \`meta.page\` ${page}, after ${first.page} on the first`],
    ),
    ...pages.flatMap(({ total }, index) =>
      total === first.total ? [] : [`page ${index + 1} has \`meta.total\` ${total}, after ${first.total} on the first`],
    ),
    ...repeated(pages),
    ...(isWhole ? lost(pages, first.total) : []),
  ];
}

/** Users on a page that `meta.total` leaves no room for. A page beyond the last may be the last again, or refused. */
function beyondTotal(pages: readonly Seen[], beyond: Seen | undefined): readonly string[] {
  const known = new Set(pages.flatMap(({ keys }) => keys));
  const more = beyond?.keys.filter((key) => !known.has(key)).length ?? 0;
  return more === 0
    ? []
    : [`the page after ${pages.length} holds ${counted(more, "user")} more than \`meta.total\` counts`];
}

/** Records that stand in the list twice; each has something that tells it from others. */
function repeated(pages: readonly Seen[]): readonly string[] {
  const earlier = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, { keys }] of pages.entries()) {
    const again = keys.filter((key) => earlier.has(key));
    const from = earlier.get(again[0] ?? "");
    if (from !== undefined) {
      problems.push(
        `${again.length} of ${counted(keys.length, "user")} of page ${index + 1} are on page ${from + 1} too`,
      );
    }
    if (new Set(keys).size < keys.length) problems.push(`a user stands on page ${index + 1} twice`);
    for (const key of keys) if (!earlier.has(key)) earlier.set(key, index);
  }
  return problems;
}

function lost(pages: readonly Seen[], total: number): readonly string[] {
  const held = pages.reduce((sum, { keys }) => sum + keys.length, 0);
  return held >= total ? [] : [`the pages hold ${counted(held, "user")} in all, and \`meta.total\` is ${total}`];
}
