import { counted } from "../../fixtures/counted.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Check, type Outcome } from "./check.ts";
import { isAnswered, isLimited } from "./declarations/declared-check.ts";
import { tellsApart } from "./record-values.ts";
import { walkPages } from "./page-walk.ts";
import { schemeOf, seen, type PagingScheme } from "./paging-scheme.ts";

/** How often a list that moves is walked again before nothing is concluded. */
const mostWalks = 3;

/** PAGE-01: successive pages are different parts of one list (§1). */
export const pagingCheck: Check = {
  id: "PAGE-01",
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
      const scheme = await schemeOf(session, sample, first.total);
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
