import { counted } from "../../fixtures/counted.ts";
import { contract, requirementSet } from "../../fixtures/contract/catalogue.ts";
import { maxCreated } from "../target/creations.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Target } from "../target/target.ts";
import type { Paint } from "./text.ts";
import { visibleLine } from "./visible.ts";

/** What is going to be judged, printed before the first request. */
export interface Plan {
  readonly version: string;
  readonly targets: readonly { readonly target: Target; readonly hasSecondToken: boolean }[];
  /** How many obligations decide the verdict, and how many are only observed. */
  readonly judged: number;
  readonly observed: number;
  /** How many operations they are about. */
  readonly operations: number;
  readonly shard?: string | undefined;
  readonly insecure?: boolean;
}

export function planText(plan: Plan, paint: Paint): string {
  const { version, targets, judged, observed, operations, shard, insecure = false } = plan;
  const part = shard === undefined ? "" : `, shard ${shard} of the targets`;
  return [
    ...targets.flatMap(({ target, hasSecondToken }) => [
      ...targetPlan(target, hasSecondToken, targets.length > 1, paint),
      "",
    ]),
    `  Checks          ${judged} on ${counted(operations, "operation")}, ${counted(observed, "observation")} (never scored)${part}`,
    ...(insecure
      ? [paint("yellow", "  Certificates    any is accepted (--insecure): who answers is not known for sure")]
      : []),
    paint(
      "dim",
      `  By              ${contract.title} ${contract.version}, requirement set ${requirementSet}, orgkit ${version}`,
    ),
    "",
  ].join("\n");
}

function targetPlan(target: Target, hasSecondToken: boolean, isNamed: boolean, paint: Paint): readonly string[] {
  const off = (text: string, how: string): string => `${paint("yellow", text)} ${paint("dim", how)}`;
  const { tokenVariables, subscriptionIds } = target;
  const dialect = dialectOf(target)?.filled;
  const ids = visibleLine(subscriptionIds.slice(0, 2).join(", "));
  return [
    paint("bold", `Judging ${isNamed ? `${target.name}: ` : ""}${target.baseUrl}`),
    "",
    `  Token           $${tokenVariables.first}`,
    `  Second account  ${hasSecondToken ? `$${tokenVariables.second}` : off("none", `set ${tokenVariables.second} to check that invoices are scoped`)}`,
    `  Subscriptions   ${ids === "" ? off("none", "give --subscription-id to check getSubscription, twice to check that ids select") : ids}`,
    `  Dialect         ${dialect === undefined ? off("none", "give --dialect to check what the target declares") : visibleLine(dialect.name)}`,
    `  Writes          ${target.allowWrites ? `on: at most ${maxCreated.conform} users are created` : off("off", "give --allow-writes to check createUser; no request but GET is sent")}`,
  ];
}
