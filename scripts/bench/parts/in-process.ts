import { createSimulation } from "orgkit";
import { Bench } from "tinybench";
import { bareService } from "../bare-server.ts";
import { newUser } from "../server.ts";
import { atLeast, ratio, type Figures, type Options, type Benchmark } from "../report.ts";
import { orgkit, users } from "../servers.ts";

/** `in-process`: `simulation.answer` without a network, compared with functions that do the bare minimum. */
export function inProcess({ seconds }: Options): Benchmark {
  return {
    title: "In process",
    method: `Mean time of simulation.answer among ${users.length} users. The goals are what those over HTTP leave for it.`,
    base: "bare",
    subjects: {
      bare: async () => {
        const { page, create } = bareService(structuredClone([...users]));
        return await run(seconds, page, () => create(newUser()));
      },
      orgkit: async () => {
        const simulation = await createSimulation({ world: "crowd:1000" });
        const headers = { authorization: `Bearer ${orgkit.token}`, "content-type": "application/json" };
        const call = { path: orgkit.users, headers, query: "", body: new Uint8Array() };
        const encoder = new TextEncoder();
        const list = async (query: string) => simulation.answer({ ...call, method: "GET", query });
        const create = async () => simulation.answer({ ...call, method: "POST", body: encoder.encode(newUser()) });
        const statuses = [(await list("")).status, (await create()).status];
        if (statuses.join() !== "200,201") throw new Error(`answers ${statuses.join()}`);
        return await run(seconds, list, create);
      },
    },
    goals: [
      atLeast(0.68, ratio("listUsers µs", "bare", "orgkit")),
      atLeast(0.14, ratio("createUser µs", "bare", "orgkit")),
    ],
  };
}

async function run(seconds: number, list: (query: string) => unknown, create: () => unknown): Promise<Figures> {
  let page = 0;
  const bench = new Bench({ time: seconds * 1000, throws: true })
    .add("listUsers µs", () => list(`page=${(page++ % 50) + 1}&per_page=20`))
    .add("createUser µs", create);
  const tasks = await bench.run();
  return Object.fromEntries(
    tasks.map(({ name, result }) => [name, "latency" in result ? result.latency.mean * 1000 : Number.NaN]),
  );
}
