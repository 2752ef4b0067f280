import { z } from "zod";
import { scenarioKinds } from "./catalogue.ts";
import { optionValues } from "./option-values.ts";
import type { ScenarioKind } from "./scenario.ts";
import { whenSchema } from "./when.ts";

/** The page that describes every scenario, in Markdown. */
export function scenarioPage(): string {
  return `# Scenarios

A scenario disturbs the simulation on purpose. Write its name, or its name with options: \`latency:ms=200,on=listUsers\`.

- for a server: \`orgkit mock --scenario latency:ms=200\`, several times for several of them
- in a test: \`simulation.use("latency:ms=200", "server-errors:rate=0.1")\`; \`simulation.use()\` ends them all
- while a server runs: \`PUT /_orgkit/scenarios\` with \`{ "active": ["latency:ms=200"] }\`, or in the console
- for one call alone: the header \`Prefer: scenario="latency:ms=200"\`; \`Prefer: code=503\` asks for a status code

Of several, the first is the outermost: a reply passes it last. What is drawn is drawn from the seed, so that the
same run gives the same faults. What a scenario remembers begins anew whenever scenarios are put in force, and at a reset.
A preflight (\`OPTIONS\`) is never disturbed.

Every scenario takes these options:

${optionTable(whenSchema)}
${scenarioKinds.map(section).join("\n")}`;
}

function section({ name, summary, options, examples }: ScenarioKind): string {
  const table = Object.keys(options.shape).length === 0 ? "" : `${optionTable(options)}\n`;
  return `## ${name}

${summary}

${table}\`\`\`text
${examples.join("\n")}
\`\`\`
`;
}

function optionTable(options: z.ZodObject): string {
  const rows = Object.entries(options.shape).map(([name, option]) => {
    const { default: standard, description } = z.toJSONSchema(option, { io: "input" });
    return `| \`${name}\` | ${optionValues(option)} | ${text(standard)} | ${description} |\n`;
  });
  return `| option | values | default | |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
