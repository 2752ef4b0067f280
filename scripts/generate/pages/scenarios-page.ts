import type { z } from "zod";
import { scenarioKinds } from "../../../mocks/scenarios/catalogue.ts";
import type { ScenarioKind } from "../../../mocks/scenarios/scenario.ts";
import { whenSchema } from "../../../mocks/scenarios/when.ts";
import { keysBelow, type Key } from "../schema/keys.ts";
import { nodeOf } from "../schema/node.ts";
import { code, fence, notice, prose, table } from "./markdown.ts";
import { deliveries, deliveryTable, facesInWords } from "./scenario-faces.ts";
import { playScenario, type Played } from "./scenario-played.ts";

/** `mocks/scenarios/scenarios.md`: every scenario, as it is written and as a client meets it. */
export async function scenariosPage(): Promise<string> {
  const played = await Promise.all(scenarioKinds.map(async (kind) => [kind, await playScenario(kind)] as const));
  return `${notice("mocks/scenarios/")}

# Scenarios

A scenario disturbs the simulation on purpose. Write its name, or its name with options: \`latency:ms=200,on=listUsers\`.

- for a server: \`orgkit mock --scenario latency:ms=200\`, several times for several of them
- in a test: \`simulation.use("latency:ms=200", "server-errors:rate=0.1")\`; \`simulation.use()\` ends them all. A name that does not exist is a compile error; texts that are known only at run time are given as a list, \`simulation.use(texts)\`
- while a server runs: \`PUT /_orgkit/scenarios\` with \`{ "active": ["latency:ms=200"] }\`, or in the console
- for one call alone: the header \`Prefer: scenario="latency:ms=200"\`; \`Prefer: code=503\` asks for a status code

Of several, the first is the outermost: a reply passes it last. What is drawn is drawn from the seed, so that the
same run gives the same faults. What a scenario remembers begins anew whenever scenarios are put in force, and at a reset.
A preflight (\`OPTIONS\`) is never disturbed.

Every scenario takes these options:

${optionTable(whenSchema)}
## How each face delivers it

All faces give the same replies. What is not a reply each face does as its transport can:

${deliveryTable()}
${played.map(([kind, play]) => section(kind, play)).join("\n")}`;
}

function section({ name, summary, options, examples }: ScenarioKind, { delivered, preferred }: Played): string {
  const taken = Object.keys(options.shape).length === 0 ? "" : `${optionTable(options)}\n`;
  const ways = deliveries.filter((delivery) => delivered.has(delivery));
  return `## ${name}

${prose(summary)}

${taken}${fence("text", examples.join("\n"))}
${fence("sh", usage(examples.at(-1) ?? name, preferred))}
${facesInWords(ways)}
`;
}

function usage(text: string, preferred: string | undefined): string {
  const flag = `orgkit mock --scenario ${text}`;
  return preferred === undefined ? flag : `${flag}\ncurl -H 'Prefer: scenario="${preferred}"' …`;
}

function optionTable(options: z.ZodObject): string {
  return table(["option", "values", "default", ""], keysBelow(nodeOf(options)).map(optionRow));
}

function optionRow({ path, values, standard, text }: Key): readonly string[] {
  return [code(path), values, standard === undefined ? "" : code(standard), prose(text)];
}
