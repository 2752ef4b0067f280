import type { Request } from "autocannon";
import { crowdWorld } from "../../../fixtures/worlds/crowd.ts";
import type { Account } from "../../../fixtures/worlds/world.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { checkPage, creations, measureLoad, pages, pageSize, startOf, startServer, type Server } from "../server.ts";
import { atMost, figureOf, ratio, type Figures, type Options, type Benchmark } from "../report.ts";
import { orgkitMock } from "../servers.ts";

const [none, few, many] = ["no users", "1,000 users", "100,000 users"];

/** Parts that add records come last. */
const loads: Readonly<Record<string, (server: Server, { users, subscriptions }: Account) => Request[]>> = {
  "a page": (server, { users }) => pages(server, users.length / pageSize / 2, 10),
  "a user by email": (server, { users }) =>
    users
      .filter((_, index) => index % (users.length / 200) === 0)
      .map(({ email }) => ({
        path: `${server.users}?email=${encodeURIComponent(typeof email === "string" ? email : "")}`,
      })),
  "a subscription by id": (_, { subscriptions }) =>
    subscriptions.map(({ id }) => ({ path: `/api/v1/subscriptions/${String(id)}` })),
  "a creation": creations,
};

/** `scale`: requests with 100,000 users compared with 1,000, and the time to start with them. */
export function scale({ seconds }: Options): Benchmark {
  return {
    title: "Many users",
    method: "Start: to the first page; memory: right after it. µs: CPU time of a request, for pages in the middle.",
    subjects: {
      [none]: measureEmpty,
      [few]: () => measureCrowd(1000, seconds),
      [many]: () => measureCrowd(100_000, seconds),
    },
    goals: [
      ...Object.keys(loads).map((kind) => atMost(1.5, ratio(`${kind} µs`, many, few))),
      atMost(2000, figureOf(many, "start ms")),
      atMost(250, {
        name: `memory MB, ${many} above ${none}`,
        value: (at) => at(many, "memory MB") - at(none, "memory MB"),
      }),
    ],
  };
}

async function measureEmpty(): Promise<Figures> {
  const token = loadWorld("empty", 1).accounts[0]?.tokens[0]?.token;
  await using running = await startServer(orgkitMock(none, "empty", token));
  return await startOf(running);
}

async function measureCrowd(count: number, seconds: number): Promise<Figures> {
  const [account] = crowdWorld(count, 1).accounts;
  if (account === undefined) throw new RangeError("no account");
  await using running = await startServer(orgkitMock(`${count} users`, `crowd:${count}`));
  const figures = [await startOf(running)];
  await checkPage(running, count / pageSize, account.users.slice(-pageSize));
  for (const [kind, load] of Object.entries(loads)) {
    figures.push(await measureLoad(kind, running, load(running.server, account), seconds));
  }
  return Object.assign({}, ...figures);
}
