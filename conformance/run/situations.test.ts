import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decideExitCode } from "../report/report.ts";
import { reportText } from "../report/text.ts";
import { defaultTokens } from "../test-servers/independent-server.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { judgeForReport, readConformOptions } from "./conform.ts";
import {
  gatewayAnswers,
  gatewayLimits,
  toReply,
  limitedTo,
  situations,
  situationServer,
  type Situation,
} from "./situations.fixture.ts";

async function judge(situation: Situation) {
  const { baseUrl, stop } = await listen(situationServer(situation));
  const { first: token, second: secondToken } = defaultTokens;
  const usual = { token, secondToken, ids: { subscription: ["s-1", "s-2"] }, quick: true, patience: 3 };
  try {
    const options = { ...usual, ...situation.given, baseUrl: baseUrl + (situation.path ?? "") };
    return await judgeForReport(await readConformOptions(options));
  } finally {
    await stop();
  }
}

// At once, since a run waits most of the time.
test.concurrent.each(situations)("$words: exit $exit", async (situation) => {
  const report = await judge(situation);
  const text = `${report.problem ?? ""}\n${reportText(report, (_, shown) => shown)}`;
  expect(decideExitCode(report), text).toBe(situation.exit);
  if (situation.says !== undefined) expect(text).toMatch(situation.says);
});

// At once, since a run waits most of the time.
test.concurrent.each(gatewayLimits)(
  "a limit that $product responds with $status makes a run slower, and convicts nobody",
  async (limit) => {
    const report = await judge({ words: "", exit: 0, answer: limitedTo(40, 200, toReply(limit)) });
    expect(report.results.filter(({ status }) => status === "failed")).toEqual([]);
    expect(
      decideExitCode(report),
      reportText(report, (_, shown) => shown),
    ).toBe(0);
  },
);

test("a target that nothing listens for cannot be judged", async () => {
  const { baseUrl, stop } = await listen(situationServer({ words: "", exit: 3 }));
  await stop();
  const report = await judgeForReport(await readConformOptions({ baseUrl, token: defaultTokens.first }));
  expect(decideExitCode(report)).toBe(3);
});

test("the page has each situation with its exit code, and what gateways respond", () => {
  const page = readFileSync(new URL("./conform.md", import.meta.url), "utf8");
  for (const { words, exit } of situations) expect(page).toContain(`| ${words} | ${exit} |`);
  for (const { words, answers } of gatewayAnswers) {
    const products = new Set(answers.map(({ product, status }) => `${product} ${status}`));
    expect(page).toContain(`| ${words} | ${[...products].join(", ")} |`);
  }
});
