import { isSuccess } from "../../target/exchange.ts";
import { certain, isUnset, likely, unset, type Answer, type Finding } from "../finding.ts";
import type { Inference } from "../inference.ts";
import type { Learning } from "../learning.ts";
import { answerAs, refusalAs } from "../facts/refusals.ts";

/** `auth`: what a refused caller is told, and how exact the scheme must be (§5). */
export const auth: readonly Inference[] = [
  { key: "auth.challenge", probe: challenge },
  { key: "auth.challengeError", probe: challengeError },
  { key: "auth.schemeCase", probe: schemeCase },
  { key: "auth.login", probe: login },
];

function challengeOf({ exchange }: Answer): string | undefined {
  return exchange.response.headers["www-authenticate"];
}

async function challenge(learning: Learning): Promise<Finding> {
  const refusal = await refusalAs(learning, "none");
  if (isUnset(refusal)) return refusal;
  const header = challengeOf(refusal) ?? "";
  return certain(header === "" ? null : header, [refusal]);
}

async function challengeError(learning: Learning): Promise<Finding> {
  const refusal = await refusalAs(learning, "never-issued");
  const plain = await refusalAs(learning, "none");
  if (isUnset(refusal)) return refusal;
  if (isUnset(plain)) return plain;
  if ((challengeOf(plain) ?? "") === "") return unset("there is no challenge that could carry it");
  const rest = (challengeOf(refusal) ?? "").slice((challengeOf(plain) ?? "").length);
  if (rest === "") return certain(false, [refusal]);
  if (/^,?\s*error="invalid_token"$/.test(rest)) return certain(true, [refusal]);
  const hasError = /error="?invalid_token/.test(challengeOf(refusal) ?? "");
  return likely(hasError, [refusal], "the challenge says more than a dialect can");
}

async function schemeCase(learning: Learning): Promise<Finding> {
  const answer = await answerAs(learning, "other-case");
  if (isUnset(answer)) return answer;
  return certain(isSuccess(answer.exchange) ? "any" : "exact", [answer]);
}

/** Where a refusal leads that is a redirect. */
async function login(learning: Learning): Promise<Finding> {
  for (const as of ["none", "never-issued", "second"] as const) {
    const refusal = await refusalAs(learning, as);
    if (isUnset(refusal)) continue;
    const { status, headers } = refusal.exchange.response;
    const location = headers["location"] ?? "";
    if (status < 400 && location !== "") return certain(location, [refusal]);
  }
  return unset("no refusal is a redirect");
}
