import { proxyInWords, proxyOf } from "../target/proxy.ts";
import { counted } from "../../fixtures/text.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import { requirementSet } from "../checks/catalogue.ts";
import { experimentsInWords } from "../judge/judge.ts";
import { hasId, operationIds, operations } from "../../fixtures/contract/operations.ts";
import { maxCreated } from "../target/creations.ts";
import { dialectOf } from "../target/dialect.ts";
import { knownIds, type Target } from "../target/target.ts";
import type { Paint } from "./text.ts";
import { visibleLine } from "./visible.ts";

/** What is going to be judged, printed before the first request. */
export interface Plan {
  readonly version: string;
  readonly target: Target;
  readonly hasSecondToken: boolean;
  /** How many obligations decide the verdict, and how many are only observed. */
  readonly judged: number;
  readonly observed: number;
  /** The number of their operations. */
  readonly operations: number;
  readonly insecure?: boolean;
  readonly maxCreated?: number | undefined;
}

export function planText(plan: Plan, paint: Paint): string {
  const { version, judged, observed, insecure = false } = plan;
  return [
    ...targetPlan(plan, paint),
    "",
    `  Checks          ${judged} on ${counted(plan.operations, "operation")}, ${counted(observed, "observation")} (never scored)`,
    ...experimentsInWords(plan.target).map(
      (looksAt, index) => `  ${(index === 0 ? "Experiments" : "").padEnd(15)} ${looksAt}`,
    ),
    ...(insecure ? [paint("yellow", "  Certificates    not verified (--insecure)")] : []),
    paint(
      "dim",
      `  By              ${contract.title} ${contract.version}, requirement set ${requirementSet}, orgkit ${version}`,
    ),
    "",
  ].join("\n");
}

function targetPlan(
  { target, hasSecondToken, maxCreated: most = maxCreated.conform }: Plan,
  paint: Paint,
): readonly string[] {
  const off = (text: string, how: string): string => `${paint("yellow", text)}; ${paint("dim", how)}`;
  const { tokenVariables } = target;
  const dialect = dialectOf(target)?.filled;
  const proxy = proxyOf(target.baseUrl, process.env);
  return [
    paint("bold", `Judging ${target.baseUrl}`),
    "",
    ...(proxy === undefined ? [] : [`  Proxy           ${proxyInWords(proxy)}`]),
    `  Token           $${tokenVariables.first}`,
    `  Second account  ${hasSecondToken ? `$${tokenVariables.second}` : off("none", `set ${tokenVariables.second} to check that invoices are scoped`)}`,
    ...operationIds.filter(hasId).map((operation) => {
      const { record } = operations[operation];
      const ids = visibleLine(knownIds(target, operation).slice(0, 2).join(", "));
      const how = `those that lists name are tried; or give --id ${record}=ID, twice to check that each id returns its own record`;
      const label = `${record.charAt(0).toUpperCase()}${record.slice(1)}s`.padEnd(15);
      return `  ${label} ${ids === "" ? off("none", how) : ids}`;
    }),
    `  Dialect         ${dialect === undefined ? off("none", "give --dialect to check what the target declares") : visibleLine(dialect.name)}`,
    ...(target.isQuick ? ["  Quick           on: fewer pages, ids and filters (--quick)"] : []),
    `  Writes          ${target.allowWrites ? `on: at most ${counted(most, "user")} ${most === 1 ? "is" : "are"} created` : off("off", "give --allow-writes to check createUser; only GET, HEAD and OPTIONS are sent")}`,
  ];
}
