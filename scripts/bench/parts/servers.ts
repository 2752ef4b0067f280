import { checkPage, creations, measureLoad, pages, pageSize, startOf, startServer, type Server } from "../server.ts";
import { atLeast, atMost, ratio, type Figures, type Options, type Benchmark } from "../report.ts";
import { bare, orgkit, orgkitWithLog, peers, users } from "../servers.ts";

/** `start`, `list` and `create`: the mock compared with bare `node:http` and its peers, in one table. */
export function servers({ seconds, withPeers, names }: Options): Benchmark {
  const goals = {
    // 1.2 times what version 0.1 takes.
    start: [atMost(2.4, ratio("start CPU ms", orgkit.name, bare.name))],
    list: [
      atLeast(0.85, ratio("listUsers µs", bare.name, orgkit.name)),
      ...(withPeers ? [atLeast(20, ratio("listUsers µs", "Prism 5.16, with its log", orgkitWithLog.name))] : []),
    ],
    create: [atLeast(0.5, ratio("createUser µs", bare.name, orgkit.name))],
  };
  return {
    title: "The mock and its peers",
    method: `Each holds 1,000 users. Start: to the first page of ${pageSize}; memory: right after it. Load over 32 connections: all pages in turn, then creations. µs: CPU time of a request; ×: ${bare.name} in its place.`,
    subjects: Object.fromEntries(
      [bare, orgkit, orgkitWithLog, ...(withPeers ? peers : [])].map((server) => [
        server.name,
        () => measureServer(server, seconds, names),
      ]),
    ),
    base: bare.name,
    goals: Object.entries(goals).flatMap(([name, own]) => (names.has(name) ? own : [])),
  };
}

async function measureServer(server: Server, seconds: number, names: Options["names"]): Promise<Figures> {
  await using running = await startServer(server);
  const figures: Figures[] = [];
  if (names.has("start")) figures.push(await startOf(running));
  await checkPage(running, 1, users.slice(0, pageSize));
  if (names.has("list")) {
    figures.push(await measureLoad("listUsers", running, pages(server, 1, users.length / pageSize), seconds));
  }
  if (names.has("create")) figures.push(await measureLoad("createUser", running, creations(server), seconds));
  return Object.assign({}, ...figures);
}
