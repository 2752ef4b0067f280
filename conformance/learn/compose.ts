import { Document } from "yaml";
import { valueAt, type Json } from "../../fixtures/json.ts";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { responsesSchema } from "../../fixtures/dialect/responses.ts";
import { canonical } from "../target/records.ts";
import { isUnset, likely, Unset, type Found } from "../discovery/observation.ts";
import type { KeyFinding, Learned } from "./learn-from.ts";

/** Findings, split into those that make a dialect, and the rest. */
export interface Composed {
  readonly dialect: DialectInput;
  readonly found: ReadonlyMap<string, Found>;
  readonly unset: ReadonlyMap<string, Unset>;
}

/** Keys that exist only in their style. */
const styled = ["paging.users", "paging.invoices", "filtering", "sorting"];

/**
 * Makes a dialect from findings. Contradictory findings are left out, so that it always loads; a key that does not
 * exist in the found style is neither found nor missing.
 */
export function compose({ findings: given, baseUrl }: Pick<Learned, "findings" | "baseUrl">): Composed {
  const findings = withStyles(given);
  const found = new Map<string, Found>();
  const missing = new Map<string, Unset>();
  for (const { key, finding } of findings) {
    const part = styled.find((name) => key.startsWith(`${name}.`));
    const style = part && valueOf(`${part}.style`, findings);
    // A list without pages has no maximum size.
    const isForeign =
      (style === "none" && !/\.(?:style|firstPage)$/.test(key)) ||
      (style === "cursor" && key.endsWith(".beyondLast")) ||
      (style === "signed" && key === "sorting.orderParameter");
    if (isForeign) continue;
    const hasStyle = part === undefined || style !== undefined;
    if (isUnset(finding)) missing.set(key, finding);
    else if (hasStyle) found.set(key, finding);
    else missing.set(key, new Unset(`found ${JSON.stringify(finding.value)}, but the style is unknown`));
  }
  return agreed(new URL(baseUrl).host, found, missing);
}

/** Without known parameters, the responses to invalid values are written in the default style. */
function withStyles(findings: readonly KeyFinding[]): readonly KeyFinding[] {
  return findings.map(({ key, finding }) => {
    const shown = findings.find(
      (other) => other.key === key.replace(/^(paging\.\w+)\.style$/, "$1.unreadable"),
    )?.finding;
    const isByDefault = key.endsWith(".style") && isUnset(finding) && shown !== undefined && !isUnset(shown);
    return { key, finding: isByDefault ? likely("page", shown.evidence, `the default: ${finding.unset}`) : finding };
  });
}

function valueOf(key: string, findings: readonly KeyFinding[]): Json | undefined {
  const finding = findings.find((candidate) => candidate.key === key)?.finding;
  return finding === undefined || isUnset(finding) ? undefined : finding.value;
}

/** Removes the findings that the schema rejects, until it accepts the rest. */
function agreed(name: string, found: Map<string, Found>, missing: Map<string, Unset>): Composed {
  for (;;) {
    const dialect = dialectWith(name, found);
    const parsed = dialectSchema.safeParse(dialect);
    if (parsed.success) return { dialect, found, unset: missing };
    const [issue] = parsed.error.issues;
    const offending = offendingKeys(issue?.path.map(String) ?? [], name, found);
    if (offending.length === 0) throw new Error(`the learned dialect is invalid: ${issue?.message}`);
    for (const key of offending) {
      const seen = JSON.stringify(found.get(key)?.value);
      missing.set(key, new Unset(`found ${seen}, which does not fit the rest: ${issue?.message}`));
      found.delete(key);
    }
  }
}

function dialectWith(name: string, found: ReadonlyMap<string, Found>): DialectInput {
  const document = new Document({ name, description: "Learned from responses. The comment of each key lists them." });
  for (const [key, { value }] of found) if (!isUsual(key, value)) document.setIn(key.split("."), value);
  return document.toJS();
}

const usual = responsesSchema.parse({});

/** Whether a key of `responses` has its default: most do, and readers need not see them. */
function isUsual(key: string, value: Json): boolean {
  const [area, name = ""] = key.split(".");
  const responses = area === "responses" ? responsesSchema.safeParse({ [name]: value }) : undefined;
  return responses?.success === true && canonical(valueAt(responses.data, name)) === canonical(valueAt(usual, name));
}

/** The one key at or around a path without which the rest is valid; otherwise all keys there. */
function offendingKeys(path: readonly string[], name: string, found: ReadonlyMap<string, Found>): readonly string[] {
  if (path.length === 0) return [];
  const at = path.join(".");
  const near = [...found.keys()].filter((key) => `${key}.`.startsWith(`${at}.`) || at.startsWith(`${key}.`));
  if (near.length === 0) return offendingKeys(path.slice(0, -1), name, found);
  const one = near.find((key) => {
    const others = new Map([...found].filter(([other]) => other !== key));
    return dialectSchema.safeParse(dialectWith(name, others)).success;
  });
  return one === undefined ? near : [one];
}
