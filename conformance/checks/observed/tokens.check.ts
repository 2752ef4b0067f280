import type { Exchange } from "../../target/exchange.ts";
import { isSuccess } from "../../target/exchange.ts";
import { notArising, observed, type Check } from "../check.ts";
import { failuresOf, firstOfEachKind, groupKinds, type Failure } from "./failures.ts";
import { entriesOf, listed, onSample } from "./seen.ts";

/** Failures that say how a token is to be shown. */
const tokenKinds: ReadonlySet<Failure["kind"]> = new Set(["no token", "a token never issued"]);

/** OBS-12: what a refusal says of tokens, how exact the word `Bearer` must be, and whose tokens were accepted. */
export const tokenObservation: Check = {
  id: "OBS-12",
  judge: (session, operation) =>
    onSample(session, operation, async (sample) => {
      const failures = await failuresOf(session, operation, sample);
      const refusals = failures.filter(({ kind }) => tokenKinds.has(kind));
      const made = entriesOf(session, operation);
      const otherCase = made.find(({ call }) => call.as === "other-case")?.exchange;
      const second = made.find(({ call }) => call.as === "second")?.exchange;
      const seen = [
        ...describeChallenges(refusals),
        ...describeCase(otherCase),
        ...(second !== undefined && isSuccess(second) ? ["tokens of two accounts are accepted"] : []),
      ];
      if (seen.length === 0) return notArising("no call of this run shows more of tokens than §5 says");
      return observed(
        seen.join(", "),
        ...firstOfEachKind(refusals),
        ...[otherCase, second].filter((exchange) => exchange !== undefined),
      );
    }),
};

function describeChallenges(refusals: readonly Failure[]): readonly string[] {
  const groups = groupKinds(refusals, ({ exchange }) =>
    describeChallenge(exchange.response.headers["www-authenticate"]),
  );
  return groups.map(([challenge, kinds]) => `${challenge} for ${listed(kinds)}`);
}

/** Parameters of challenges (RFC 6750 §3, RFC 7616 §3.3, RFC 9728 §5.1); other words may be part of a value. */
const challengeParameters = new Set(
  (
    "realm scope error error_description error_uri resource_metadata " +
    "charset domain nonce opaque qop algorithm stale"
  ).split(" "),
);

/** The scheme of a challenge and the names of its parameters: their values may change from call to call. */
function describeChallenge(header: string | undefined): string {
  if (header === undefined) return "no challenge";
  const scheme = /^[A-Za-z]{1,20}(?= |$)/.exec(header)?.[0] ?? "of no known form";
  const names = [...header.matchAll(/(\w+)=/g)].map(([, name = ""]) => name);
  const known = [...new Set(names)].filter((name) => challengeParameters.has(name));
  return `the challenge ${scheme}${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}

function describeCase(otherCase: Exchange | undefined): readonly string[] {
  const status = otherCase?.response?.status;
  if (otherCase === undefined || status === undefined || status === 429 || status >= 500) return [];
  return [isSuccess(otherCase) ? "`bearer` in lower case is accepted" : "`bearer` in lower case is refused"];
}
