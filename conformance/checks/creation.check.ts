import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Listed, UserList } from "../places/user-list.ts";
import { writesOf, type Write, type Writes } from "../places/writes.ts";
import { awaitCreated } from "../target/created-user.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, lacking, notArising, passed, skipped, type Outcome } from "./check.ts";
import {
  judgeCount,
  judgeElsewhere,
  judgeOther,
  judgePlain,
  judgeRecord,
  judgeStale,
  judgeTotal,
  judgeIntermittent,
} from "./created-users.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { canonical } from "../target/records.ts";
import type { ScoredRequirement } from "./requirement.ts";

const onCreation = { level: "implied", sections: ["1"], operations: ["createUser"], order: "last" } as const;
const createRow = "| POST | /api/v1/users | Create a user account | body sent with the call | Envelope as above |";
const quote = "It lists users of the organization (paginated) and creates user accounts.";

/** §1, §2: the results of creations. All creations of the run are judged, by the lists of users at its end. */
export const creationRequirements: readonly ScoredRequirement[] = [
  {
    id: "CREATE-01",
    ...onCreation,
    rule: "after `createUser` the new user is listed, immediately or soon, and stays listed",
    quote,
    why: "§1 says that the service creates user accounts and lists the users of the organization. A created user is one of them. It may take some time to appear.",
    good: "201, and listUsers shows the new user, immediately or some seconds later",
    bad: "201, and the new user is on no page of listUsers",
    fix: "Commit the new user before you respond, and list it. Look for a creation that only validates, a cached list that is never refreshed, and concurrent creations that overwrite each other.",
    judge: onWrites(async (session, creation, writes) => {
      const showing = await awaitCreated(session, creation);
      if (showing === undefined) return skipped("the list of users cannot be read (see PATH-01)", creation);
      const others = writes.all.filter(({ exchange, came }) => exchange !== creation && came === "accepted");
      const places = others.map((write) => ({ place: write.place, outcome: judgeOther(write, writes) }));
      const stale = judgeStale(writes);
      if (stale !== undefined) places.push({ place: "a request with the ETag from before", outcome: stale });
      const unsteady = judgeIntermittent(writes);
      if (unsteady !== undefined) places.push({ place: "a list that is read again", outcome: unsteady });
      return overPlaces(judgePlain(creation, showing, writes), [...places, ...untried(writes)]);
    }),
  },
  {
    id: "CREATE-02",
    ...onCreation,
    sections: ["4"],
    since: 2,
    rule: "a creation adds exactly one user, and `meta.total` counts it; a creation rejected for its body adds none",
    quote: createRow,
    why: "§4 says that the operation creates one user account. Repeated, it creates another one or is rejected, but is never half done. §2 says that `meta.total` counts all records, so it includes the new one.",
    good: "201, and one more user in listUsers and in `meta.total`",
    bad: "201, and two more users; or 409, and the user is listed anyway",
    fix: "Write in one transaction, and roll it back before you respond with an error. Look for a handler that runs twice (a retry, a second route), and for a total that is stored separately from the list.",
    judge: onWrites((_, creation, writes) => {
      const groups = [...Map.groupBy(writes.all, ({ mark }) => mark).values()];
      const plain = groups.find((group) => isOf(group, creation)) ?? [];
      const others = groups.filter((group) => group !== plain);
      const places = others.map((group) => ({ place: group[0]?.place ?? "", outcome: judgeCount(group, writes) }));
      const elsewhere = judgeElsewhere(writes);
      if (elsewhere !== undefined) places.push({ place: "the second account", outcome: elsewhere });
      const total = judgeTotal(writes);
      const once = judgeCount(plain, writes);
      const isByTotal = once.status !== "failed" && (total.status === "failed" || once.status === "skipped");
      return overPlaces(isByTotal ? total : once, [...places, ...growing(writes), ...untried(writes)]);
    }),
  },
  {
    id: "CREATE-03",
    ...onCreation,
    since: 2,
    rule: "a created user belongs to the account that created it, and to no other",
    quote: "| user | A user account in the organization | not shown |",
    sections: ["2"],
    why: "§2 says that a user is an account in the organization. If two accounts list different users, each has its own: a user created with the token of one account belongs to that account only.",
    good: "the first account creates a user: only its own list shows the user",
    bad: "the first account creates a user: the list of the second account shows the user",
    fix: "Take the organization from the token of the request, not from a default, the body, or a variable shared between requests.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
    judge: onWrites(async (session, creation, { all, first, second, untried: left }) => {
      const asSecond = await session.call({ operation: "listUsers", as: "second" });
      if (asSecond instanceof Unavailable) return lacking(asSecond);
      if (first === undefined || second === undefined) return skipped("a list of users cannot be read (see PATH-01)");
      const evidence = [...first.evidence.slice(0, 1), ...second.evidence.slice(0, 1)];
      const isNew = ({ text }: Listed): boolean => all.some(({ mark }) => text.includes(mark));
      const [mine = [], theirs = []] = [first, second].map(({ users }) =>
        users.filter((user) => !isNew(user)).map(recordOf),
      );
      if (mine.length + theirs.length === 0) return skipped("neither account has a user", ...evidence);
      // Some users may look the same although each account has its own.
      const known = new Set(theirs.map(canonical));
      const shared = mine.filter((user) => known.has(canonical(user)));
      if (2 * shared.length > Math.min(mine.length, theirs.length)) {
        return notArising("the two accounts list the same users", ...evidence);
      }
      const lists = { first, second };
      const places = all.map((write): AtPlace => {
        const another = lists[write.as === "first" ? "second" : "first"];
        const found = another.users.find(({ text }) => text.includes(write.mark));
        const isKnown = lists[write.as].users.some(({ text }) => text.includes(write.mark));
        const place = `${write.place}${write.as === "second" ? " (second account)" : ""}`;
        if (found !== undefined) {
          const message = `the user that the ${write.as} account created is in the list of the other account`;
          return { place, outcome: failed(message, write.exchange, ...pageWith(another, found)) };
        }
        return {
          place,
          outcome: isKnown ? passed("only in its own list") : skipped("the list does not show the user"),
        };
      });
      const isPlain = (_: AtPlace, index: number): boolean => all[index]?.exchange === creation;
      const plain = places.find(isPlain)?.outcome ?? skipped("no list shows the values that were sent", creation);
      const others = places.filter((place, index) => !isPlain(place, index) && place.outcome.status !== "skipped");
      return overPlaces(plain, [...others, ...untried({ untried: left })]);
    }),
  },
  {
    id: "CREATE-04",
    ...onCreation,
    sections: ["4"],
    since: 2,
    rule: "the list shows the new user with the values that were sent; if the response holds one user, it is the new one",
    quote: createRow,
    why: "§4 says that the body of the request creates the account, and §2 that `data` holds the returned records: the returned user is the created one, with the values that were sent. What a service adds, drops or formats differently is open.",
    good: 'sent {"name":"Ada"}: 201 {"data":[{"id":"u-9","name":"Ada"}],…}, and the list shows {"id":"u-9","name":"Ada"}',
    bad: 'sent {"name":"Ada"}: 201 {"data":[{"id":"u-1","name":"Grace"}],…}; or the list shows {"id":"u-9","name":null}',
    fix: "Return the stored record, read by its own id. Look for a variable shared between requests, and for columns missing in an insert.",
    judge: onWrites((_, creation, writes) => {
      const accepted = writes.all.filter(({ came }) => came === "accepted");
      const places = accepted.map((write) => ({ ...write, outcome: judgeRecord(write, writes) }));
      const plain = places.find(({ exchange }) => exchange === creation)?.outcome;
      const others = places.filter(({ exchange }) => exchange !== creation);
      return overPlaces(plain ?? skipped("the body has no {{unique}} (--create-body)"), others);
    }),
  },
];

type JudgeWrites = (session: Session, creation: Success, writes: Writes) => Outcome | Promise<Outcome>;

function onWrites(judge: JudgeWrites) {
  return (session: Session, operation: OperationId): Promise<Outcome> =>
    onSuccess(session, operation, async (creation) => judge(session, creation, await writesOf(session)));
}

function untried({ untried: left }: Pick<Writes, "untried">): readonly AtPlace[] {
  return left.map(({ place, reason }) => ({ place, outcome: skipped(reason) }));
}

/** Rejected creations must not add to the list, even if no user in it shows what they sent. */
function growing({ growth }: Writes): readonly AtPlace[] {
  if (growth === undefined) return [];
  const { rejection, by, evidence } = growth;
  const text = `rejected (${rejection.response?.status}), but \`meta.total\` of listUsers grew by ${by} each time`;
  return [{ place: "a creation that is rejected for its body", outcome: failed(text, rejection, ...evidence) }];
}

function isOf(group: readonly Write[], creation: Exchange): boolean {
  return group.some(({ exchange }) => exchange === creation);
}

function recordOf({ record }: Listed): unknown {
  return record;
}

function pageWith({ evidence }: UserList, { page }: Listed): readonly Exchange[] {
  return evidence.slice(page, page + 1);
}
