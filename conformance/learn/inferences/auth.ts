import { answerTo } from "../../discovery/answer-to.ts";
import { readsAs } from "../facts/reads-as.ts";
import { refusals } from "../facts/refusals.ts";
import { alike, isUnset, likely, unset, type Answer, type Finding, type Found, type Unset } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `auth`: what a refused caller is told, and how exact the scheme must be (§5). */
export const auth = {
  "auth.challenge": challenge,
  "auth.challengeError": challengeError,
  "auth.schemeCase": schemeCase,
  "auth.login": login,
} satisfies Partial<Inferences>;

function challengeOf({ exchange }: Answer): string {
  return exchange.response.headers["www-authenticate"] ?? "";
}

async function challenge(learning: Learning): Promise<(Found & { readonly value: string | null }) | Unset> {
  const refused = await refusals(learning, "none");
  if (isUnset(refused)) return refused;
  const found = alike(refused, (refusal) => challengeOf(refusal) || null);
  const others = await refusals(learning, "never-issued");
  if (isUnset(found) || isUnset(others)) return found;
  const isShared = others.every((other) =>
    found.value === null ? challengeOf(other) === "" : challengeOf(other).startsWith(found.value),
  );
  return isShared ? found : unset("with a token that is refused, the challenge is quite another one");
}

async function challengeError(learning: Learning): Promise<Finding> {
  const plain = await challenge(learning);
  if (isUnset(plain)) return plain;
  if (plain.value === null) return unset("there is no challenge that could carry it");
  const refused = await refusals(learning, "never-issued");
  if (isUnset(refused)) return refused;
  const start = plain.value.length;
  const found = alike(refused, (refusal) => /error="?invalid_token/.test(challengeOf(refusal).slice(start)));
  const isAll = refused.every((refusal) => /^(?:,?\s*error="invalid_token")?$/.test(challengeOf(refusal).slice(start)));
  return isUnset(found) || isAll
    ? found
    : likely(found.value, found.evidence, "the challenge says more than a dialect can");
}

async function schemeCase(learning: Learning): Promise<Finding> {
  const reads = await readsAs(learning, "other-case");
  if (isUnset(reads)) return reads;
  const goods = new Map(reads.map(({ answer, good }) => [answer, answerTo(answer.exchange, good.exchange)]));
  if ([...goods.values()].includes("unclear")) return unset("a success tells nothing where no reply is an envelope");
  return alike([...goods.keys()], (answer) => (goods.get(answer) === "served" ? "any" : "exact"));
}

/** Where a refusal leads that is a redirect. */
async function login(learning: Learning): Promise<Finding> {
  for (const as of ["none", "never-issued", "second"] as const) {
    const refused = await refusals(learning, as);
    const redirects = isUnset(refused) ? [] : refused.filter(({ exchange }) => locationOf(exchange.response) !== "");
    if (redirects.length > 0) return alike(redirects, ({ exchange }) => locationOf(exchange.response));
  }
  return unset("no refusal is a redirect");
}

function locationOf({ status, headers }: Answer["exchange"]["response"]): string {
  return status < 400 ? (headers["location"] ?? "") : "";
}
