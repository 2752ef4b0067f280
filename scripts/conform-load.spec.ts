import { join } from "node:path";
import { expect } from "@playwright/test";
import autocannon, { type Request, type Result } from "autocannon";
import { test } from "./cli.fixture.ts";

let created = 0;
const reads: Request = { path: "/api/v1/users?per_page=20" };
const creations: Request = {
  method: "POST",
  path: "/api/v1/users",
  setupRequest: (request) => {
    created += 1;
    return { ...request, body: JSON.stringify({ email: `load-${created}@new.example`, name: `Load ${created}` }) };
  },
};

/** Each connection sends a request as soon as the one before it was answered. @returns what ends it */
function startLoad(url: string, connections: number, token: string, request: Request): () => Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const running = autocannon({ url, connections, duration: 600, headers, requests: [request] }, (error, result) =>
    error === null ? resolve(result) : reject(error),
  );
  return () => {
    running.stop();
    return promise;
  };
}

test("a mock at full load that keeps its state is judged conforming", async ({ folder, mock, orgkit }) => {
  const { url, stop } = await mock(["--quiet", "--state", join(folder, "load.state")]);
  const endReads = startLoad(url, 28, "aurora-token-4f7a91", reads);
  const endCreations = startLoad(url, 4, "cedar-token-9e15b7", creations);
  const ended = await orgkit(
    ["conform", url, "-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4", "--allow-writes", "--dialect", "reference"],
    { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" },
  );
  const [read, written] = await Promise.all([endReads(), endCreations()]);
  expect(ended, ended.out).toMatchObject({ code: 0 });
  expect(ended.out).toContain("conforming");
  expect(ended.out).not.toContain("inconclusive");
  expect(read).toMatchObject({ non2xx: 0, errors: 0 });
  expect(written).toMatchObject({ non2xx: 0, errors: 0 });
  expect(read["2xx"]).toBeGreaterThan(1000);
  expect(written["2xx"]).toBeGreaterThan(100);
  expect(await stop()).toBe(0);
});
