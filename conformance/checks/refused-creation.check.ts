import { counted } from "../../fixtures/counted.ts";
import { awaitCreated, look, lookIn, shows, type Look, type Showing } from "../target/created-user.ts";
import { creationsIn } from "../target/creations.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { schemeOf } from "../places/paging-scheme.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { kindsTried } from "./refusal.ts";
import type { Requirement } from "./requirement.ts";
import { worst } from "./worst.ts";

export const refusedCreatesNothing: Requirement = {
  id: "AUTH-09",
  level: "implied",
  sections: ["5"],
  operations: ["createUser"],
  rule: "a refused `createUser` creates nothing",
  quote: "| Applies to | All four operations |",
  why: "What is refused is not done. A user created by a call that was answered with a refusal was created by nobody.",
  good: "401, and `meta.total` of listUsers is what it was",
  bad: "401, and `meta.total` of listUsers has grown by one",
  fix: "Let the guard come before the handler that writes, and roll back what was written before a refusal.",
  call: { authorization: null },
  judge: (session, operation) =>
    onAccepted(session, operation, async (creation) => {
      const { refusals, untried } = await refusedCreations(session, creation);
      if (refusals.length === 0) {
        return untried[0] ?? skipped("nothing was refused here (see AUTH-02 to AUTH-07)", creation);
      }
      const showing = await awaitCreated(session, creation);
      if (showing === undefined) return skipped("the list of users cannot be read (see PATH-01)", creation);
      if (!showing.shown) return inconclusive("a creation does not show, so a refused one would not (see CREATE-01)");
      // What the refused ones created, if they did, needs no longer to show than the good one.
      if (showing.lag > 0) await session.wait(showing.lag * 1.5);
      const after = await look(session, "after the refusals");
      if (after === undefined) return inconclusive("the list of users cannot be read any more", creation);
      return worst([await judgeGrowth(session, creation, refusals, showing, after), ...untried]);
    }),
};

/** The refusals there are to the wrong credentials, and why some were not tried. */
async function refusedCreations(
  session: Session,
  creation: Success,
  moment?: string,
): Promise<{ readonly refusals: readonly Exchange[]; readonly untried: readonly Outcome[] }> {
  const refusals: Exchange[] = [];
  const untried: Outcome[] = [];
  for (const as of kindsTried(session, "createUser")) {
    const attempt = await session.call({ operation: "createUser", as, ...(moment === undefined ? {} : { moment }) });
    if (attempt instanceof Unavailable) {
      if (attempt.lack !== "nothing") untried.push(lacking(attempt));
    } else if (answerTo(attempt, creation) === "refused") refusals.push(attempt);
  }
  return { refusals, untried };
}

async function judgeGrowth(
  session: Session,
  creation: Success,
  refusals: readonly Exchange[],
  { before, lag }: Showing,
  after: Look,
): Promise<Outcome> {
  if (before.total === undefined || after.total === undefined) {
    const shown = refusals.find((refusal) => shows(after, refusal));
    if (shown !== undefined) return failed(isListed, shown, after.exchange);
    return inconclusive("`meta.total` is no count to reckon with (see ENV-05)", after.exchange);
  }
  const excess = after.total - before.total - creationsIn(session.entries).length;
  if (excess <= 0) {
    return passed(
      `${counted(refusals.length, "refused creation")}, and \`meta.total\` grew by none of them`,
      after.exchange,
    );
  }
  // Others may be writing: the user of a refused creation is known by the fresh value that was sent.
  for (const page of [after, ...(await otherPages(session, after))]) {
    const shown = refusals.find((refusal) => shows(page, refusal));
    if (shown !== undefined) return failed(isListed, shown, page.exchange);
  }
  // Or what repeats itself to the number, while the list holds still otherwise, is no chance.
  const still = await look(session, "after the refusals, a second time");
  const { untried } = await refusedCreations(session, creation, "a second time");
  if (untried.length > 0) {
    return inconclusive(
      `\`meta.total\` grew by ${excess} more than what was accepted, but no page seen shows a user of a refused creation, and to try again would create too many users`,
      after.exchange,
    );
  }
  if (lag > 0) await session.wait(lag * 1.5);
  const again = await look(session, "after the second refusals");
  const repeated = (again?.total ?? 0) - (still?.total ?? 0);
  if (still?.total !== after.total || again === undefined || repeated !== excess) {
    return inconclusive("`meta.total` moved while it was read: others are writing", after.exchange);
  }
  return failed(
    `${counted(refusals.length, "refused creation")} made \`meta.total\` grow by ${excess}, twice; §5 applies to createUser too`,
    ...refusals.slice(0, 1),
    still.exchange,
    again.exchange,
  );
}

const isListed = "a user of a refused creation is in the list of users; §5 applies to createUser too";

/** The most pages that are looked at for a user. */
const mostPages = 5;

/** The pages of the list where a new user may stand: the last ones. */
async function otherPages(session: Session, first: Look): Promise<readonly Look[]> {
  const { total = 0 } = first;
  const scheme = await schemeOf(session, "users", total);
  if (scheme === undefined) return [];
  const size = Math.min(scheme.size, total);
  const last = Math.ceil(total / size) - 1;
  const pages: Look[] = [];
  for (let page = last; page >= 0 && page > last - mostPages; page -= 1) {
    const call = { operation: "listUsers", query: scheme.query(page, size), moment: "after the refusals" } as const;
    const exchange = await session.call(call);
    const seen = exchange instanceof Unavailable ? undefined : lookIn(exchange);
    if (seen !== undefined) pages.push(seen);
  }
  return pages;
}
