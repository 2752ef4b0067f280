import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationPath, operations } from "../../fixtures/contract/operations.ts";
import type { Requirement } from "../../fixtures/contract/requirement.ts";
import { observedRequirements } from "../../fixtures/contract/requirements/observed.ts";
import { keysByRequirement } from "../../fixtures/dialect/keys.ts";
import { curlLine } from "../report/curl.ts";
import { authExplanations } from "./auth.ts";
import { declaredListExplanations } from "./declared-lists.ts";
import { declaredRecordExplanations } from "./declared-records.ts";
import { declaredReplyExplanations } from "./declared-replies.ts";
import { envelopeExplanations } from "./envelope.ts";
import type { ExampleCall, Explanation, Observation } from "./explanation.ts";
import { observations } from "./observed.ts";
import { pathExplanations } from "./path.ts";
import { recordExplanations } from "./records.ts";

/** Every explanation, by the id of its requirement. */
export const explanations: Readonly<Record<string, Explanation | Observation>> = {
  ...pathExplanations,
  ...envelopeExplanations,
  ...authExplanations,
  ...recordExplanations,
  ...declaredListExplanations,
  ...declaredReplyExplanations,
  ...declaredRecordExplanations,
  ...observations,
};

/** A requirement with all that there is to say of it. */
export interface Explained {
  readonly requirement: Requirement;
  readonly explanation: Explanation | Observation;
  /** The key of a dialect that declares it, or that settles its open point. */
  readonly key?: string | undefined;
  /** A line that makes the telling call. */
  readonly curl: string;
}

/** Explains one requirement, whatever the letter case of its id; `undefined` where there is none. */
export function explain(id: string): Explained | undefined {
  const requirement = findRequirement(id.trim().toUpperCase());
  if (requirement === undefined) return undefined;
  const explanation = explanations[requirement.id];
  if (explanation === undefined) throw new Error(`${requirement.id} has no explanation`);
  return { requirement, explanation, key: keyOf(requirement), curl: curlOf(requirement, explanation.call ?? {}) };
}

let declared: ReadonlyMap<string, string> | undefined;

function keyOf({ id, level }: Requirement): string | undefined {
  if (level === "declared") return (declared ??= keysByRequirement()).get(id);
  const observed = observedRequirements.find((requirement) => requirement.id === id);
  return openPoints.find((point) => point.id === observed?.openPoint)?.key;
}

/** Where the line goes: a place for the reader's own base URL. */
const baseUrl = "https://staging.example";

function curlOf(requirement: Requirement, call: ExampleCall): string {
  const operation = call.operation ?? requirement.operations[0] ?? "listUsers";
  const { authorization = "Bearer $ORGKIT_TOKEN", method = operations[operation].method } = call;
  const path = call.path ?? operationPath(operation, "SUBSCRIPTION_ID");
  const body = call.body ?? (method === "POST" ? '{"email":"ada@example.com","name":"Ada"}' : undefined);
  return curlLine({
    request: {
      method,
      url: `${baseUrl}${path}${call.query === undefined ? "" : `?${call.query}`}`,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    },
  });
}

/** The names most like a mistyped one in any letter case, the most alike first; at most five. */
export function closestNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.trim().toUpperCase();
  return names
    .map((name) => ({ name, distance: distanceBetween(wanted, name.toUpperCase()) }))
    .filter(({ distance }) => distance <= 3)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/** How many characters have to be put in, left out or changed (Levenshtein). */
function distanceBetween(a: string, b: string): number {
  // What differs in length by more than that is like none, and not worth the count.
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
