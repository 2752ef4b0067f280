import { findRequirement } from "../checks/catalogue.ts";
import type { Report, Result } from "../report/report.ts";
import { summarize } from "../target/exchange.ts";

interface Found {
  readonly status: "passed" | "failed";
  readonly message: string;
  readonly evidence: readonly string[];
}

/** A requirement that one side keeps and the other breaks. */
export interface RequirementChange {
  readonly id: string;
  readonly operation: string;
  readonly rule: string;
  readonly a: Found;
  readonly b: Found;
}

interface Changes {
  readonly compared: number;
  readonly changes: readonly RequirementChange[];
  readonly untold: readonly { readonly key: string; readonly by: "A" | "B"; readonly words: string }[];
}

/** Compares two reports requirement by requirement. What only one verified is no change. */
export function requirementChanges(a: Report, b: Report): Changes {
  const [inA, inB] = [verifiedIn(a), verifiedIn(b)];
  const names = [...new Set([...inA.keys(), ...inB.keys()])];
  const both = names.filter((name) => inA.has(name) && inB.has(name));
  return {
    compared: both.length,
    changes: both.flatMap((name) => changeAt(inA.get(name), inB.get(name))),
    untold: names
      .filter((name) => !both.includes(name))
      .map((name) => ({
        key: name,
        by: inA.has(name) ? ("B" as const) : ("A" as const),
        words: (inA.get(name) ?? inB.get(name))?.found.status ?? "",
      })),
  };
}

interface Verified {
  readonly result: Result;
  readonly found: Found;
}

function verifiedIn({ results }: Report): ReadonlyMap<string, Verified> {
  return new Map(
    results.flatMap((result): [string, Verified][] => {
      const { id, operation, status, message, evidence } = result;
      if (result.level === "observed" || (status !== "passed" && status !== "failed")) return [];
      const found = { status, message, evidence: evidence.slice(0, 2).map(summarize) };
      return [[`${id} ${operation}`, { result, found }]];
    }),
  );
}

function changeAt(a: Verified | undefined, b: Verified | undefined): readonly RequirementChange[] {
  if (a === undefined || b === undefined || a.found.status === b.found.status) return [];
  const { id, operation } = a.result;
  return [{ id, operation, rule: findRequirement(id)?.rule ?? "", a: a.found, b: b.found }];
}
