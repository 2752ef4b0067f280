import { counted, type Paint } from "../../fixtures/values/text.ts";
import { contract, hasId, operationIds, operations } from "../../fixtures/contract/operations.ts";
import { requirementSet, type Obligation } from "../requirements/catalogue.ts";
import { experimentsInWords } from "../judge/topics.ts";
import type { Connection } from "../target/connection.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { proxyInWords, findProxy } from "../target/proxy.ts";
import { knownIds, type Target } from "../target/target.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

/** What is going to be judged, printed before the first request. */
export interface Plan {
  readonly version: string;
  readonly target: Target;
  readonly hasSecondToken: boolean;
  readonly selected: readonly Obligation[];
  readonly connection: Pick<Connection, "insecure" | "maxCreated">;
}

export function planText(plan: Plan, paint: Paint): string {
  const { target, selected } = plan;
  const observed = selected.filter(({ requirement }) => requirement.level === "observed").length;
  const operationCount = new Set(selected.map(({ operation }) => operation)).size;
  const requirements = new Set(selected.map(({ requirement }) => requirement.id));
  const { insecure, maxCreated } = plan.connection;
  const { tokenVariables, baseUrl } = target;
  const off = (text: string, how: string): string => `${paint("yellow", text)}; ${paint("dim", how)}`;
  const dialect = fillTargetDialect(target);
  const proxy = findProxy(baseUrl, process.env);
  const rows: readonly (readonly [label: string, text: string | false | undefined])[] = [
    ["Proxy", proxy && proxyInWords(proxy)],
    ["Token", `$${tokenVariables.first}`],
    [
      "Second account",
      plan.hasSecondToken
        ? `$${tokenVariables.second}`
        : off("none", `set ${tokenVariables.second} to compare what two accounts see`),
    ],
    ...operationIds.filter(hasId).map((operation) => {
      const { record } = operations[operation];
      const ids = visibleLine(knownIds(target, operation).slice(0, 2).join(", "));
      const how = `those that lists name are tried; or give --id ${record}=ID, twice to check that each id returns its own record`;
      return [`${record.charAt(0).toUpperCase()}${record.slice(1)}s`, ids || off("none", how)] as const;
    }),
    [
      "Dialect",
      dialect === undefined
        ? off("none", "give --dialect to check what the target declares")
        : visibleLine(dialect.name),
    ],
    ["Quick", target.isQuick && "on: fewer pages, ids and filters (--quick)"],
    [
      "Writes",
      target.allowWrites
        ? `on: at most ${counted(maxCreated, "user")} ${maxCreated === 1 ? "is" : "are"} created`
        : off("off", "give --allow-writes to check createUser; only GET, HEAD and OPTIONS are sent"),
    ],
    [
      "Checks",
      `${selected.length - observed} on ${counted(operationCount, "operation")}, ${counted(observed, "observation")} (never scored)`,
    ],
    ["Experiments", experimentsInWords(target, requirements).join("; ")],
    ["Certificates", insecure && paint("yellow", "not verified (--insecure)")],
    [
      "By",
      paint("dim", `${contract.title} ${contract.version}, requirement set ${requirementSet}, orgkit ${plan.version}`),
    ],
  ];
  const lines = rows.flatMap(([label, text]) => (text ? [`  ${label.padEnd(15)} ${text}`] : []));
  return [paint("bold", `Judging ${baseUrl}`), "", ...lines, ""].join("\n");
}
