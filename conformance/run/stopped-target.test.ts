import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { composeReport, type Report } from "../report/report.ts";
import { judgeTarget } from "./judge-target.ts";

const token = "Bearer aurora-token-4f7a91";
const page = '{"data":[],"meta":{"page":1,"total":0}}';
/** Long enough that a run on a busy machine sees that the target is gone. Milliseconds. */
const downtime = 2000;
let stop: () => Promise<void>;

afterEach(() => stop());

/** Judges a target that stops at some requests; it is started again if `isRestarted`, and fails while `isFailing`. */
async function judge(
  isFatal: (count: number, authorization: string) => boolean,
  isRestarted: boolean,
  isFailing: (count: number, authorization: string) => boolean = () => false,
): Promise<Report> {
  let count = 0;
  const server = createServer(({ headers: { authorization = "" } }, response) => {
    count += 1;
    if (isFatal(count, authorization)) {
      server.close(() => isRestarted && setTimeout(() => server.listen(port, "127.0.0.1"), downtime));
      server.closeAllConnections();
    } else if (isFailing(count, authorization)) response.writeHead(500).end();
    else if (authorization !== token) response.writeHead(401).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(page);
  });
  const running = await listen(server);
  const port = Number(new URL(running.baseUrl).port);
  ({ stop } = running);
  const target = { baseUrl: running.baseUrl, allowWrites: false };
  const given = { target, secrets: { first: "aurora-token-4f7a91" } };
  return composeReport("1.0.0", await judgeTarget(given, { connection: { patience: isRestarted ? 10 : 4 } }));
}

test("a target that stops responding is never conforming", async () => {
  const { problem, verdict, complete } = await judge((count) => count === 30, false);
  expect(problem).toMatch(
    /stopped responding after \d+ requests, so the rest cannot be judged\.\n {2}First without a response of the service/,
  );
  expect([verdict, complete]).toStrictEqual(["inconclusive", false]);
});

test("a target that dies at a request, is started again, and dies at it again, fails PATH-01", async () => {
  const { problem, verdict, results } = await judge((_, authorization) => authorization === "Bearer constructor", true);
  expect([verdict, problem]).toStrictEqual(["non-conforming", undefined]);
  const failures = results.filter(({ status }) => status === "failed");
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toStrictEqual([
    "PATH-01: GET /api/v1/users with `constructor` instead of the token ended the service; it came back, and the same request ended it again",
  ]);
});

test("a target that fails for a while, and then no more, is neither conforming nor not", async () => {
  // Until it was asked a few times whether it still fails. Counted, not timed: a busy machine may send little in a second.
  let valid = 0;
  const isFailing = (count: number, authorization: string): boolean => {
    if (count >= 40 && authorization === token) valid += 1;
    return count >= 40 && valid <= 28;
  };
  const { verdict, unmet, results } = await judge(() => false, false, isFailing);
  expect(results.filter(({ status }) => status === "failed").map(({ id }) => id)).toStrictEqual([]);
  expect(unmet?.join()).toMatch(/^Everything failed for a while since request \d+: GET .* → 500/);
  expect(verdict).toBe("inconclusive");
});

test("a target that fails forever is not conforming", async () => {
  const { verdict } = await judge(
    () => false,
    false,
    (count) => count > 40,
  );
  expect(verdict).toBe("non-conforming");
});
