import { join } from "node:path";
import { expect } from "@playwright/test";
import autocannon, { type Request } from "autocannon";
import { test } from "./cli.fixture.ts";

const read: Request = { path: "/api/v1/users?per_page=20", headers: { authorization: "Bearer aurora-token-4f7a91" } };
let created = 0;
const create: Request = {
  method: "POST",
  path: "/api/v1/users",
  // A token of another account than the judged one.
  headers: { authorization: "Bearer cedar-token-9e15b7", "content-type": "application/json" },
  setupRequest: (request) => {
    created += 1;
    return { ...request, body: JSON.stringify({ email: `load-${created}@new.example`, name: `Load ${created}` }) };
  },
};

test(
  "a mock with a state file is judged conforming at full load",
  { tag: "@slow" },
  async ({ directory, mock, orgkit }) => {
    const { url, stop } = await mock(["--quiet", "--state", join(directory, "load.state")]);
    // Each connection sends a request as soon as the previous one has its response.
    const requests = [...Array.from({ length: 7 }, () => read), create];
    const load = autocannon({ url, connections: 32, duration: 600, requests }, () => undefined);
    const loaded = new Promise<autocannon.Result>((resolve) => load.once("done", resolve));
    const ended = await orgkit(
      ["conform", url, "-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4", "--allow-writes", "--dialect", "reference"],
      { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" },
    );
    load.stop();
    const result = await loaded;
    expect(ended, ended.out).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^(?![^]*inconclusive)[^]*conforming/),
    });
    expect(result).toMatchObject({ non2xx: 0, errors: 0 });
    expect(result["2xx"]).toBeGreaterThan(1000);
    expect(created).toBeGreaterThan(100);
    expect(await stop()).toBe(0);
  },
);
