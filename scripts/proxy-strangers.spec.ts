import { expect, test } from "@playwright/test";
import { request } from "undici";
import { defaultSubscriptionIds, defaultTokens, type Stranger } from "../conformance/strangers/stranger.ts";
import { brokenStrangers, conformingStrangers } from "../conformance/strangers/strangers.ts";
import { builtInDialectNames } from "../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { openDialect } from "../fixtures/dialect/open.ts";
import { openWorld } from "../fixtures/worlds/open.ts";
import { startServer } from "../mocks/faces/http-server.ts";
import { createSimulation } from "../mocks/simulation/simulation.ts";
import { rulesOf, watch } from "./proxy.fixture.ts";

// One worker for all: Prism takes most of a second to load.
test.describe.configure({ mode: "default" });

async function watchStranger(stranger: Stranger, withDialect: boolean): ReturnType<typeof watch> {
  const running = await stranger.start();
  const dialect = withDialect ? dialectSchema.parse(stranger.dialect) : undefined;
  try {
    return await watch(running.baseUrl, dialect, (url) => useAsFrontend(url, stranger));
  } finally {
    await running.stop();
  }
}

async function useAsFrontend(
  url: string,
  user: Pick<Stranger, "subscriptionIds" | "headers" | "createBody" | "tokens">,
): Promise<void> {
  const { subscriptionIds = defaultSubscriptionIds, headers = {}, createBody } = user;
  const authorization = `Bearer ${(user.tokens ?? defaultTokens).first}`;
  const own = { ...headers, accept: "application/json", authorization };
  const get = async (path: string, sent: Record<string, string> = own): Promise<void> => {
    const { body } = await request(`${url}${path}`, { headers: sent });
    await body.dump();
  };
  const ids = [...subscriptionIds, "no-such-id"].map((id) => `subscriptions/${encodeURIComponent(id)}`);
  const paths = ["users", "users?page=2&per_page=2", "invoices", ...ids];
  await Promise.all(paths.map((path) => get(`/api/v1/${path}`)));
  const body = JSON.stringify(createBody ?? { name: "Ada", email: "ada.{{unique}}@proxy.example" });
  const created = await request(`${url}/api/v1/users`, {
    method: "POST",
    headers: { ...own, "content-type": "application/json" },
    body: body.replaceAll("{{unique}}", "orgkit7"),
  });
  await created.body.dump();
  await Promise.all([
    get("/api/v1/invoices", { ...own, authorization: "Bearer a-token-that-was-never-issued" }),
    get("/api/v1/users", { ...headers, accept: "application/json" }),
  ]);
}

async function inGroups<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 24) await Promise.all(items.slice(at, at + 24).map(task));
}

test("odd but conforming strangers: no reply breaks the contract, nor the dialect they declare", async () => {
  const tried = conformingStrangers.flatMap((stranger) => [
    { stranger, withDialect: false },
    ...(stranger.dialect === undefined ? [] : [{ stranger, withDialect: true }]),
  ]);
  await inGroups(tried, async ({ stranger, withDialect }) => {
    const tally = await watchStranger(stranger, withDialect);
    const name = `${stranger.id}${withDialect ? " with its dialect" : ""}`;
    expect.soft(rulesOf(tally, "reply"), name).toEqual([]);
    // What it was not given a token for is the client's doing; all else it asked for as it may.
    expect.soft(rulesOf(tally, "request"), name).toEqual(["#/security listUsers"]);
    expect.soft(tally.judged, name).toBeGreaterThan(0);
  });
});

test("strangers with a broken envelope: the requirement is named, and no other", async () => {
  const broken = brokenStrangers.filter(({ breaks }) => breaks.every((name) => name.startsWith("ENV-")));
  expect(broken.length).toBeGreaterThan(50);
  await inGroups(broken, async (stranger) => {
    const tally = await watchStranger(stranger, false);
    expect.soft(rulesOf(tally, "reply").toSorted(), stranger.id).toEqual(stranger.breaks.toSorted());
  });
});

for (const world of ["demo", "edge"]) {
  test(`the mock in every dialect, with the world ${world}: no violation, whether it is declared or not`, async () => {
    for (const name of builtInDialectNames) {
      const dialect = await openDialect(name);
      const simulation = await createSimulation({ world: await openWorld(world, 1), dialect });
      const server = await startServer(simulation, { port: 0 });
      const [account] = simulation.accounts;
      const user = {
        subscriptionIds: account?.subscriptions.all().map(({ id }) => String(id)) ?? [],
        tokens: { first: account?.tokens[0]?.token ?? "", second: "" },
      };
      for (const declared of [undefined, dialect]) {
        const tally = await watch(server.url, declared, (url) => useAsFrontend(url, user));
        expect.soft([...rulesOf(tally, "reply"), ...rulesOf(tally, "request")], name).toEqual(["#/security listUsers"]);
        const created = tally.operations.find(({ operation }) => operation === "createUser");
        expect.soft(Object.keys(created?.statuses ?? {}), name).toHaveLength(1);
      }
      await server.close();
    }
  });
}
