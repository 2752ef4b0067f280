import { counted } from "../../fixtures/counted.ts";
import { awaitCreated, freshValue, look, waitForSteadyTotal, type Appearance } from "../target/created-user.ts";
import { creationsIn } from "../target/creations.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { isComplete, readUsers } from "../places/user-list.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { appliesToAll, kindsTried } from "./rejection.ts";
import type { Requirement } from "./requirement.ts";
import { worst } from "./worst.ts";

export const rejectedCreatesNothing: Requirement = {
  id: "AUTH-09",
  level: "implied",
  sections: ["5"],
  operations: ["createUser"],
  rule: "a rejected `createUser` creates nothing",
  quote: appliesToAll,
  why: "A rejected request must have no effect.",
  good: "401, and `meta.total` of listUsers is unchanged",
  bad: "401, and `meta.total` of listUsers is one higher",
  fix: "Run the guard before the handler that writes, and roll back anything written before a rejection.",
  call: { authorization: null },
  judge: (session, operation) =>
    onAccepted(session, operation, async (creation) => {
      const { rejections, untried } = await rejectedCreations(session, creation);
      if (rejections.length === 0) {
        return untried[0] ?? skipped("nothing was rejected here (see AUTH-02 to AUTH-07)", creation);
      }
      const showing = await awaitCreated(session, creation);
      if (showing === undefined) return skipped("the list of users cannot be read (see PATH-01)", creation);
      if (!showing.shown)
        return inconclusive("created users are not listed, so a rejected one would not be either (see CREATE-01)");
      // A user of a rejected creation appears as fast as that of the valid one.
      if (showing.lag > 0) await session.wait(showing.lag * 1.5);
      return worst([await judgeGrowth(session, creation, rejections, showing), ...untried]);
    }),
};

/** The rejections of wrong credentials, and why some were not tried. */
async function rejectedCreations(
  session: Session,
  creation: Success,
  label?: string,
): Promise<{ readonly rejections: readonly Exchange[]; readonly untried: readonly Outcome[] }> {
  const rejections: Exchange[] = [];
  const untried: Outcome[] = [];
  for (const as of kindsTried(session, "createUser")) {
    const attempt = await session.call({ operation: "createUser", as, ...(label === undefined ? {} : { label }) });
    if (attempt instanceof Unavailable) {
      if (attempt.lack !== "nothing") untried.push(lacking(attempt));
    } else if (answerTo(attempt, creation) === "rejected") rejections.push(attempt);
  }
  return { rejections, untried };
}

async function judgeGrowth(
  session: Session,
  creation: Success,
  rejections: readonly Exchange[],
  { before, lag }: Appearance,
): Promise<Outcome> {
  // The unique value identifies the user of a rejected creation, even if other clients write.
  const list = await readUsers(session, "first", "after the rejections");
  if (list === undefined) return inconclusive("the list of users can no longer be read", creation);
  const evidence = list.evidence.slice(0, 1);
  const isListed = ({ request }: Exchange): boolean => {
    const mark = freshValue(request.body);
    return mark !== undefined && list.users.some(({ text }) => text.includes(mark));
  };
  const shown = rejections.find(isListed);
  if (shown !== undefined) {
    return failed(
      "the list of users shows a user of a rejected creation; §5 applies to createUser too",
      shown,
      ...list.evidence,
    );
  }
  const count = counted(rejections.length, "rejected creation");
  if (isComplete(list) && isListed(creation)) {
    return passed(`${count}, and the list shows none of their users, but the accepted one`, ...evidence);
  }
  const after = await look(session, "after the rejections");
  if (before.total === undefined || after?.total === undefined) {
    return inconclusive("`meta.total` is not a count (see ENV-05)", ...evidence);
  }
  const excess = after.total - before.total - creationsIn(session.entries).length;
  if (excess <= 0) return passed(`${count}, and \`meta.total\` did not grow`, after.exchange);
  // It is not a coincidence if the list grows by the same number each time, and not at all during an equal time without
  // rejected creations.
  const moved = "`meta.total` changed while it was read: other clients are writing";
  const quiet = await waitForSteadyTotal(session, "before the second rejections", pause);
  if (quiet?.total !== after.total) return inconclusive(moved, after.exchange);
  const started = performance.now();
  const { untried } = await rejectedCreations(session, creation, "a second time");
  if (untried.length > 0) {
    return inconclusive(
      `\`meta.total\` grew by ${excess} more than was accepted, but no page shows a user of a rejected creation, and a second try would create too many users`,
      after.exchange,
    );
  }
  if (lag > 0) await session.wait(lag * 1.5);
  const again = await waitForSteadyTotal(
    session,
    "after the second rejections",
    Math.max(performance.now() - started, pause),
  );
  if (again?.total === undefined || again.total - after.total !== excess) return inconclusive(moved, after.exchange);
  return failed(
    `${count} made \`meta.total\` grow by ${excess}, twice; §5 applies to createUser too`,
    ...rejections.slice(0, 1),
    quiet.exchange,
    again.exchange,
  );
}

/** Milliseconds for which the list must not change. */
const pause = 300;
