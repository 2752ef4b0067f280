import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { cycle } from "../load/request.ts";
import { measureLoad } from "../measure/measure-load.ts";
import { byName, inRounds } from "../measure/rounds.ts";
import { loadTable, speedGoal } from "../report/load-table.ts";
import type { Section } from "../report/section.ts";
import { listCall } from "../servers/contender.ts";
import { controlPath, orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";

/** Less than this cannot be told from the spread of the rounds. */
const notMeasurable = 0.97;

const plain = orgkitMock({ name: "plain" });
const scenario = orgkitMock({ name: "scenario idle", flags: ["--quiet", "--scenario", "latency:ms=0,on=createUser"] });
const consoleLeft = orgkitMock({ name: "console closed again" });
const consoleOpen = orgkitMock({ name: "console open" });

/** What is there and not used, and what it costs. */
export async function idle({ rounds, seconds, say }: Bench): Promise<Section> {
  const results = await inRounds(
    [plain, scenario, consoleLeft, consoleOpen],
    { count: rounds, say },
    async (server, contender) => {
      const events = contender === plain || contender === scenario ? undefined : await openEvents(server.port);
      if (contender === consoleLeft) events?.destroy();
      try {
        return await measureLoad(server, { load: cycle([listCall(contender, 1)]), seconds });
      } finally {
        events?.destroy();
      }
    },
  );
  return {
    title: "Idle features",
    method: `listUsers with a scenario that meets createUser only (\`latency:ms=0,on=createUser\`), after a console was open, and while one is: it is told of each call as it happens. The journal is always on. Costs nothing measurable: at least ${notMeasurable} of plain.`,
    tables: [loadTable("The first page", results, plain)],
    goals: [scenario, consoleLeft, consoleOpen].map((contender) =>
      speedGoal(`listUsers, ${contender.name}`, results, contender, plain, notMeasurable),
    ),
    data: byName(results),
  };
}

/** Reads the events of a mock as its console does. */
async function openEvents(port: number): Promise<IncomingMessage> {
  const request = get(`http://127.0.0.1:${port}${controlPath}/events`);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  if (response.statusCode !== 200) throw new Error(`the events answered ${response.statusCode}`);
  await once(response, "data");
  response.on("error", () => undefined);
  return response.resume();
}
