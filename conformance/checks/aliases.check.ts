import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { spellingsOf, type Spelling } from "../places/spellings.ts";
import { shows } from "../target/created-user.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { disclosureTest, hasResponse } from "./disclosure.check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { appliesToAll } from "./rejection.ts";
import type { Requirement } from "./requirement.ts";

type Wrong = "none" | "never-issued";

/** Judged once without a token, and with an unknown token if that was rejected by more than "not found". */
export const aliases: Requirement = {
  id: "AUTH-11",
  level: "implied",
  since: 2,
  sections: ["5"],
  operations: operationIds,
  rule: "no other spelling of a request returns records, or creates a user, without a valid token",
  quote: appliesToAll,
  why: "§5 applies the header to the operations, however their paths are written. A service that also serves an operation under another spelling (a trailing slash, another letter case, `HEAD`, a path without the version) must protect that, too. Which spellings exist is open: a redirect, a 404 and a success without records count as rejections.",
  good: "GET /api/v1/users/ without a token: 401, 404 or 308",
  bad: 'GET /api/v1/users/ without a token: 200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
  fix: "Put the guard after the router, at the handler, or normalize paths in the guard and the router in the same way. Guard every method except CORS preflights, and recognize those by their method only.",
  call: { path: "/api/v1/users/", authorization: null },
  judge: (session, operation) =>
    onAccepted(session, operation, async (sample) => {
      const open = await openTo(session, operation, sample);
      if (open.has("none")) return skipped("a request without a token is accepted (see AUTH-02)", sample);
      const kinds = (["none", "never-issued"] as const).filter((as) => !open.has(as));
      const isShown = await disclosureIn(session, operation, sample);
      const places: AtPlace[] = [];
      const judge = async (spelling: Spelling): Promise<readonly AtPlace[]> => {
        const found: AtPlace[] = [];
        for (const as of kinds) {
          const outcome = await judgeSpelling(session, spelling, as, isShown);
          found.push({ place: `${operation} with ${spelling.words}, ${credentialsInWords[as]}`, outcome });
          const { response } = outcome.evidence[0] ?? {};
          // Nothing is guarded there, or a creation would be tried twice, or the guard of the path is seen with GET.
          const isOnce = operation === "createUser" || spelling.call.method !== undefined;
          if (isOnce || response === undefined || !isGuard(response.status)) break;
        }
        return found;
      };
      const spellings = spellingsOf(session, operation);
      if (operation === "createUser") for (const spelling of spellings) places.push(...(await judge(spelling)));
      else places.push(...(await Promise.all(spellings.map(judge))).flat());
      const tried = places.filter(({ outcome }) => outcome.status === "passed");
      const untried = places.find(({ outcome }) => outcome.status === "skipped");
      const own =
        tried.length === 0 && untried !== undefined
          ? untried.outcome
          : passed(
              `${places.length} other spellings, all rejected or without records`,
              ...tried.flatMap(({ outcome }) => outcome.evidence),
            );
      return overPlaces(own, places);
    }),
};

/** Whether a code may be that of a guard, which might accept a wrong token. */
function isGuard(status: number): boolean {
  return [401, 403, 407].includes(status) || (status >= 300 && status < 400);
}

/** The wrong credentials that the plain request accepts. */
async function openTo(session: Session, operation: OperationId, sample: Success): Promise<ReadonlySet<Wrong>> {
  const open = new Set<Wrong>();
  for (const as of ["none", "never-issued"] as const) {
    const attempt = await session.call({ operation, as });
    if (!(attempt instanceof Unavailable) && answerTo(attempt, sample) === "served") open.add(as);
  }
  return open;
}

type Shown = (attempt: Success, spelling: Spelling) => Promise<boolean>;

/** Whether a success under another spelling shows or does something that needs a valid token. */
async function disclosureIn(session: Session, operation: OperationId, sample: Success): Promise<Shown> {
  const isRecordIn = disclosureTest(session) ?? (() => false);
  const plain = await session.call({ operation, as: "none" });
  // A rejection that discloses records does so under every spelling (see AUTH-08).
  const isLoud = !(plain instanceof Unavailable) && hasResponse(plain) && isRecordIn(plain);
  return async (attempt, { call }) => {
    if (operation === "createUser" && call.method !== undefined)
      return shows({ exchange: attempt, total: undefined }, attempt);
    if (operation === "createUser") return answerTo(attempt, sample) === "served" && isCreation(attempt);
    if (call.method === "HEAD") return isHeadOf(attempt, await session.call({ operation, label: "beside HEAD" }));
    const { data = [], meta } = readEnvelope(attempt.response);
    return (!isLoud && isRecordIn(attempt)) || (meta !== undefined && (data.length > 0 || Number(meta["total"]) > 0));
  };
}

/** Whether a success is that of a creation, and not the response to any path. */
function isCreation({ response }: Success): boolean {
  return response.status > 200 || (readEnvelope(response).data ?? []).length > 0;
}

/** A response to HEAD has no records, but may be derived from them: then it has the same length, or ETag. */
function isHeadOf({ response: { headers } }: Success, good: Exchange | Unavailable): boolean {
  if (good instanceof Unavailable || !isSuccess(good)) return false;
  const length = String(Buffer.byteLength(good.response.body));
  return headers["content-length"] === length || (headers["etag"] ?? "-") === good.response.headers["etag"];
}

async function judgeSpelling(session: Session, { words, call }: Spelling, as: Wrong, isShown: Shown): Promise<Outcome> {
  const attempt = await session.call({ ...call, as });
  if (attempt instanceof Unavailable) return lacking(attempt);
  const { response, noReply } = attempt;
  if (response === undefined) return inconclusive(noReply?.message ?? "no response", attempt);
  if (!isSuccess(attempt) || !(await isShown(attempt, { words, call }))) {
    return passed(`responded with ${response.status}, and no record`, attempt);
  }
  const what = call.operation === "createUser" ? "a user is created" : "it shows what requires a valid token";
  return failed(`responded with ${response.status}: ${what}`, attempt);
}
