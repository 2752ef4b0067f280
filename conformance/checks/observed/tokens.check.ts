import type { Exchange } from "../../target/exchange.ts";
import { isSuccess } from "../../target/exchange.ts";
import { notArising, observed, type Check } from "../check.ts";
import { failuresOf, type Failure } from "./failures.ts";
import { entriesOf, listed, onSample } from "./seen.ts";

/** Failures that say how a token is to be shown. */
const tokenKinds: ReadonlySet<Failure["kind"]> = new Set(["no token", "a token never issued"]);

/** OBS-12: what a refusal says of tokens, how exact the word `Bearer` must be, and whose tokens were accepted. */
export const tokenObservation: Check = {
  id: "OBS-12",
  judge: (session, operation) =>
    onSample(session, operation, async (sample) => {
      const failures = await failuresOf(session, operation, sample);
      const refusals = failures.filter(({ kind }) => tokenKinds.has(kind)).map(({ exchange }) => exchange);
      const made = entriesOf(session, operation);
      const otherCase = made.find(({ call }) => call.as === "other-case")?.exchange;
      const second = made.find(({ call }) => call.as === "second")?.exchange;
      const seen = [
        ...describeChallenges(refusals),
        ...describeCase(otherCase),
        ...(second !== undefined && isSuccess(second) ? ["tokens of two accounts are accepted"] : []),
      ];
      if (seen.length === 0) return notArising("no call of this run shows more of tokens than §5 says");
      return observed(seen.join(", "), ...refusals.slice(0, 2), ...(otherCase === undefined ? [] : [otherCase]));
    }),
};

function describeChallenges(refusals: readonly Exchange[]): readonly string[] {
  if (refusals.length === 0) return [];
  const challenges = refusals.map(({ response }) => challengeOf(response?.headers["www-authenticate"]));
  const [only, ...others] = [...new Set(challenges)].toSorted();
  if (only === undefined) return ["a refusal carries no challenge"];
  return [`a refusal carries ${[only, ...others].map((challenge) => challenge ?? "no challenge").join(" or ")}`];
}

/** The scheme of a challenge and the names of its parameters: their values may change from call to call. */
function challengeOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const scheme = /^[\w-]{1,20}/.exec(header)?.[0] ?? "some";
  const names = [...header.matchAll(/([\w-]{1,30})=(?:"[^"]*"|[^\s,"]+)/g)].map(([, name = ""]) => name);
  return names.length === 0 ? `the challenge ${scheme}` : `the challenge ${scheme} with ${listed([...new Set(names)])}`;
}

function describeCase(otherCase: Exchange | undefined): readonly string[] {
  const status = otherCase?.response?.status;
  if (otherCase === undefined || status === undefined || status === 429 || status >= 500) return [];
  return [isSuccess(otherCase) ? "`bearer` in lower case is accepted" : "`bearer` in lower case is refused"];
}
