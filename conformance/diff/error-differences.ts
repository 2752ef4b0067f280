import { errorTemplate, isRepeated, onlyPlaceholder } from "../../fixtures/dialect/error-templates.ts";
import type { Errors } from "../../fixtures/dialect/errors.ts";
import { failureKindSchema, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { capturesInText } from "../discovery/matches-template.ts";
import { describeTemplate } from "../discovery/values-in-words.ts";
import { canonical } from "../target/records.ts";
import type { ValueDifference } from "./value-differences.ts";

/** Kinds that every side has met; a side without one of the others may not have met it. */
const metKinds: ReadonlySet<FailureKind> = new Set(["missingToken", "refusedToken", "notFound", "unknownPath"]);

/** The kinds of failures whose bodies differ. */
export function errorDifferences(a: Errors, b: Errors): readonly ValueDifference[] {
  const kinds = failureKindSchema.options.filter(
    (kind) => metKinds.has(kind) || (a.kinds?.[kind] !== undefined && b.kinds?.[kind] !== undefined),
  );
  const found = new Map<string, { readonly a: string; readonly b: string; readonly kinds: FailureKind[] }>();
  for (const kind of kinds) {
    const [one, other] = [errorTemplate(a, kind), errorTemplate(b, kind)];
    if (one.contentType === other.contentType && mayBeOne(one.body, other.body)) continue;
    const [inA, inB] = [describeTemplate(one), describeTemplate(other)];
    const known = found.get(inA + inB) ?? { a: inA, b: inB, kinds: [] };
    known.kinds.push(kind);
    found.set(inA + inB, known);
  }
  return [...found.values()].map(({ a: inA, b: inB, kinds: names }) => ({
    words: `a failure (${names.join(", ")}) is ${inA} in A, ${inB} in B`,
    a: inA,
    b: inB,
  }));
}

/** Whether two templates can make the same body: an open part of one may be the other's text. */
function mayBeOne(a: Json, b: Json): boolean {
  if (typeof a === "string" || typeof b === "string") {
    const isOpen = [a, b].some((side) => typeof side === "string" && onlyPlaceholder(side) !== undefined);
    if (isOpen) return true;
    if (typeof a !== "string" || typeof b !== "string") return false;
    return a === b || capturesInText(a, b, 0) !== undefined || capturesInText(b, a, 0) !== undefined;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const [wantedA, wantedB] = [a.filter((item) => !isSometimes(item)), b.filter((item) => !isSometimes(item))];
    if ([...a, ...b].some(isRepeated)) return true;
    return wantedA.length === wantedB.length && wantedA.every((item, index) => mayBeOne(item, wantedB[index] ?? null));
  }
  if (!isObject(a) || !isObject(b)) return canonical(a) === canonical(b);
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => {
    const [inA, inB] = [own(a, name), own(b, name)];
    if (inA !== undefined && inB !== undefined) return mayBeOne(inA, inB);
    return isRepeated(name) || isSometimes(inA ?? inB ?? null);
  });
}

/** Parts of some failures only: a side that met none of these cannot know. */
function isSometimes(template: Json): boolean {
  return template === "{{errors}}" || template === "{{varies}}";
}
