import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { diff } from "../conformance/index.ts";
import { test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";
const tokens = { ORGKIT_TOKEN: token, ORGKIT_TOKEN_OF_B: token };

const comparisonSchema = z.object({
  same: z.boolean(),
  differences: z.array(z.object({ key: z.string(), a: z.object({ evidence: z.array(z.string()).min(1) }) })),
});

test("two targets: differences are shown with the requests of both, in words and as JSON, without tokens", async ({
  orgkit,
  mock,
}) => {
  const [a, b] = [await mock(), await mock(["--dialect", "offset"])];
  const text = await orgkit(["diff", a.url, b.url], tokens);
  expect(text.code).toBe(1);
  expect(text.out).toContain("✗ listUsers pages hold 20 users in A, 25 users in B");
  expect(text.out).toContain("B  GET /api/v1/users?limit=1&offset=3 → 200");
  const json = await orgkit(["diff", b.url, "reference", "--json"], tokens);
  const { same, differences } = comparisonSchema.parse(JSON.parse(json.out));
  expect({ code: json.code, same }).toEqual({ code: 1, same: false });
  expect(differences.map(({ key }) => key)).toContain("filtering.style");
  for (const { out, err } of [text, json]) expect(out + err).not.toContain(token);
});

test("learned, mocked, compared: the learned world and dialect equal the service", async ({ orgkit, mock }) => {
  const service = await mock(["--world", "crowd:600", "--dialect", "enveloped"]);
  const own = { ORGKIT_TOKEN: /Bearer (\S+)/.exec(service.output())?.[1] ?? "" };
  const learned = await orgkit(["learn", service.url, "--world", "world.yaml"], own);
  expect(learned.code).toBe(0);
  expect(learned.out).toMatch(/Captured \d+ of \d+ users/);
  expect(learned.out).toMatch(/e-mail addresses: \d+ values, replaced by/);
  const stand = await mock(["--world", "./world.yaml", "--dialect", "./dialect.yaml"]);
  const learnedToken = /Bearer (\S+)/.exec(stand.output())?.[1] ?? "";
  expect(learnedToken).toMatch(/^learned_/);
  const alike = await orgkit(["diff", service.url, stand.url], { ...own, ORGKIT_TOKEN_OF_B: learnedToken });
  expect(alike).toMatchObject({ code: 0, out: expect.stringContaining("✓ no difference") });
  const nightly = await orgkit(["diff", "terse", "./dialect.yaml"]);
  expect(nightly).toMatchObject({ code: 1, out: expect.stringMatching(/B {2}\.\/dialect\.yaml:\d+:\d+/) });
  // An existing world is not overwritten.
  const again = await orgkit(["learn", service.url, "--out", "other.yaml", "--world", "world.yaml"], own);
  expect(again).toMatchObject({ code: 2, out: "" });
});

test("reports of one target are equal, whatever options one of them had; and equal the target and its dialect", async ({
  orgkit,
  mock,
  directory,
}) => {
  const { url } = await mock();
  const given = ["--subscription-id", "sub_k9p34y6n", "--allow-writes", "--dialect", "reference"];
  await orgkit(["conform", url, "--out", "monday"], tokens);
  await orgkit(["conform", url, "--out", "friday", ...given], {
    ...tokens,
    ORGKIT_TOKEN_B: "brightwater-token-c83d20",
  });
  const sides = ["monday", "friday"].map((day) => join(directory, day, "report.json"));
  for (const side of sides) {
    expect(await diff(side, "reference")).toMatchObject({ same: true, differences: [] });
    expect(await diff(side, "terse")).toMatchObject({ same: false });
    for (const other of sides) expect(await diff(side, other)).toMatchObject({ choices: [] });
  }
  const alike = await orgkit(["diff", "friday/report.json", url], tokens);
  expect(alike).toMatchObject({ code: 0, out: expect.stringContaining("✓ no difference") });
});
