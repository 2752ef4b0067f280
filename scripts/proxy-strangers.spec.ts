import { expect, test } from "@playwright/test";
import { request } from "undici";
import { createMask } from "../conformance/proxy/mask.ts";
import { openJudge, type Judge } from "../conformance/proxy/judge.ts";
import { openApiDocument } from "../conformance/proxy/openapi-document.ts";
import { openPrism, type Prism } from "../conformance/proxy/prism.ts";
import { createTally, type Tally } from "../conformance/proxy/tally.ts";
import { defaultSubscriptionIds, tokensOf, type Stranger } from "../conformance/strangers/stranger.ts";
import { brokenStrangers, conformingStrangers } from "../conformance/strangers/strangers.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { createCaptures } from "./commands/proxy-capture.ts";
import { startProxy } from "./commands/proxy-server.ts";
import { openUpstream } from "./commands/proxy-upstream.ts";

let contractOnly: Prism;

test.beforeAll(async () => {
  contractOnly = await openPrism(openApiDocument());
});

/** What a proxy in front of a stranger saw, while a frontend used it. */
async function watch(stranger: Stranger, withDialect: boolean): Promise<Tally> {
  const running = await stranger.start();
  const dialect = withDialect ? dialectSchema.parse(stranger.dialect) : undefined;
  const { baseUrl } = running;
  const tally = createTally(createMask(baseUrl));
  const judge: Judge = await openJudge({
    baseUrl,
    document: openApiDocument(dialect),
    dialect,
    sides: new Set(["request", "reply"]),
    ...(withDialect ? {} : { prism: contractOnly }),
  });
  const judging: Promise<unknown>[] = [];
  const upstream = openUpstream(baseUrl, { timeout: 15_000, insecure: true });
  const proxy = await startProxy({
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    passage: {
      upstream,
      capture: createCaptures(),
      onSeen: (seen) => void judging.push(judge(seen).then((judged) => tally.add(seen, judged))),
      onLost: (_, reason) => tally.lose(reason),
    },
  });
  try {
    await useAsFrontend(proxy.url, stranger);
  } finally {
    await proxy.close();
    await Promise.all(judging);
    await upstream.close();
    await running.stop();
  }
  return tally;
}

async function useAsFrontend(url: string, stranger: Stranger): Promise<void> {
  const { subscriptionIds = defaultSubscriptionIds, headers = {}, createBody } = stranger;
  const authorization = `Bearer ${tokensOf(stranger).first}`;
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

function rulesOf({ violations }: Tally, side: "request" | "reply"): readonly string[] {
  return violations.filter((violation) => violation.side === side).map(({ rule, operation }) => `${rule} ${operation}`);
}

test("odd but conforming strangers: no reply breaks the contract, nor the dialect they declare", async () => {
  const tried = conformingStrangers.flatMap((stranger) => [
    { stranger, withDialect: false },
    ...(stranger.dialect === undefined ? [] : [{ stranger, withDialect: true }]),
  ]);
  await inGroups(tried, async ({ stranger, withDialect }) => {
    const tally = await watch(stranger, withDialect);
    const name = `${stranger.id}${withDialect ? " with its dialect" : ""}: ${stranger.sentence}`;
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
    const tally = await watch(stranger, false);
    expect.soft(rulesOf(tally, "reply").toSorted(), stranger.id).toEqual(stranger.breaks.toSorted());
  });
});
