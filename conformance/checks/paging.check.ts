import { counted } from "../../fixtures/counted.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "./check.ts";
import { isAnswered, isLimited } from "./declarations/declared-check.ts";
import type { Requirement } from "./requirement.ts";
import { tellsApart } from "./record-values.ts";
import { walkPages } from "./page-walk.ts";
import { schemeOf, seen, type PagingScheme } from "../places/paging-scheme.ts";

/** How often a list that moves is walked again before nothing is concluded. */
const mostWalks = 3;

export const paging: Requirement = {
  id: "PAGE-01",
  level: "stated",
  sections: ["1"],
  operations: ["listUsers"],
  rule: "successive pages are different parts of one list: no record twice, none lost, `meta.page` counts up, `meta.total` holds",
  quote: "It lists users of the organization (paginated) and creates user accounts.",
  why: "§1 says that users are listed paginated, and §2 that `meta.page` numbers the pages of a result and `meta.total` counts all its records: the pages together are the list. Which parameters choose a page is open; they come from the dialect, or are found by trying common ones.",
  good: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":3}}',
  bad: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"b"},{"id":"c"}],"meta":{"page":1,"total":2}}',
  fix: "Order the list by something unique before it is cut, compute the offset from the page and the size, and count the whole list for `meta.total`. Users that are added meanwhile are no failure.",
  call: { query: "page=2&per_page=2" },
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      const first = seen(sample);
      if (first === undefined) return skipped("the list cannot be reckoned with (see ENV-02, ENV-05)", sample);
      if (ifDeclared(() => dialectOf(session.target)?.declared.paging.users.style) === "none") {
        return notArising("the dialect declares that the list is not paged", sample);
      }
      if (first.total < 2) return skipped(`there are too few users for two pages (${first.total})`, sample);
      if (!tellsApart(readEnvelope(sample.response).data ?? [])) {
        return skipped("the users carry nothing that tells one from another", sample);
      }
      const scheme = await schemeOf(session, "users", first.total);
      if (scheme === undefined) {
        const reason = "paging is not declared (--dialect), and no common parameter chooses a page";
        return lacking(new Unavailable(reason, "dialect"));
      }
      return judgeWalks(session, scheme);
    }),
};

/** What is wrong on a list that stood still is wrong; on one that moved it may be another's doing. */
async function judgeWalks(session: Session, scheme: PagingScheme): Promise<Outcome> {
  for (let attempt = 0; attempt < mostWalks; attempt += 1) {
    const { broke, evidence, problems, stoodStill, pages } = await walkPages(session, scheme, attempt);
    if (broke !== undefined) return afterBreak(session, scheme, broke, evidence);
    if (problems.length === 0) return passed(`${counted(pages, "page")}, one list`, ...evidence);
    if (stoodStill) return failed(problems.join("; "), ...evidence);
  }
  return inconclusive("the list moved each time while its pages were read: others are writing");
}

function afterBreak(session: Session, scheme: PagingScheme, broke: string, evidence: readonly Exchange[]): Outcome {
  const [last] = evidence.slice(-1);
  if (scheme.isDeclared && last !== undefined && isAnswered(last) && !isLimited(last, session)) {
    return failed(`${broke}: answered with ${last.response.status}`, ...evidence);
  }
  return inconclusive(`${broke} (${last?.response?.status ?? last?.noReply?.message ?? "no reply"})`, ...evidence);
}
