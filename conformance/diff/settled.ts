import type { Json } from "../../fixtures/json.ts";
import type { Side, Told } from "./side.ts";

type Members = { readonly [name: string]: Json };

/**
 * What a side tells, without what makes no difference to any call: defaults of fields that must be sent or are set by
 * the service, and how an ill-formed id is answered where no id is ill-formed, or where both answers are one.
 */
export function settled({ told }: Side): ReadonlyMap<string, Told> {
  const kept = new Map(told);
  if (!tellsIllFormed(told)) kept.delete("subscriptionId.illFormed");
  const generated = told.get("createUser.generated");
  // The service sets the id, whether a dialect says so or not.
  const set: Members = { id: "{{id}}", ...membersOf(generated?.value) };
  if (generated !== undefined) kept.set("createUser.generated", { ...generated, value: set });
  const defaults = told.get("createUser.defaults");
  if (defaults !== undefined) {
    const moot = new Set([...Object.keys(set), ...namesIn(told.get("createUser.required")?.value)]);
    const visible = Object.entries(membersOf(defaults.value)).filter(([name]) => !moot.has(name));
    kept.set("createUser.defaults", { ...defaults, value: Object.fromEntries(visible) });
  }
  return kept;
}

function tellsIllFormed(told: ReadonlyMap<string, Told>): boolean {
  const format = told.get("subscriptionId.format")?.value;
  const [unknown, bad] = ["notFound", "badParameter"].map((kind) => told.get(`statuses.failure.${kind}`)?.value);
  return membersOf(format)["kind"] !== "any" && (unknown === undefined || unknown !== bad);
}

function membersOf(value: Json | undefined): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
