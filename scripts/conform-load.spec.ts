import { join } from "node:path";
import { expect } from "@playwright/test";
import { openLine, type Line } from "./bench/load/line.ts";
import { requestText } from "./bench/load/request.ts";
import { test } from "./cli.fixture.ts";

const readers = 28;
const writers = 4;
const page = requestText({ method: "GET", path: "/api/v1/users?per_page=20", token: "aurora-token-4f7a91" });

function creation(number: number): string {
  const body = JSON.stringify({ email: `load-${number}@new.example`, name: `Load ${number}` });
  return requestText({ method: "POST", path: "/api/v1/users", token: "cedar-token-9e15b7", body });
}

interface RunningLoad {
  readonly statuses: () => Readonly<Record<number, number>>;
  readonly end: () => void;
}

/** Each connection calls again as soon as it was answered. */
async function startLoad(url: string): Promise<RunningLoad> {
  const statuses: Record<number, number> = {};
  let created = 0;
  const open = async (next: () => string): Promise<Line> => {
    const line: Line = await openLine(Number(new URL(url).port), {
      replied: (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        line.send(next());
      },
      broke: (error) => {
        throw error;
      },
    });
    line.send(next());
    return line;
  };
  const lines = await Promise.all([
    ...Array.from({ length: readers }, () => open(() => page)),
    ...Array.from({ length: writers }, () => open(() => creation((created += 1)))),
  ]);
  return { statuses: () => statuses, end: () => lines.forEach((line) => line.close()) };
}

test("a mock at full load that keeps its state is judged conforming", async ({ folder, mock, orgkit }) => {
  const { url, stop } = await mock(["--quiet", "--state", join(folder, "load.state")]);
  const load = await startLoad(url);
  const ended = await orgkit(
    ["conform", url, "-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4", "--allow-writes", "--dialect", "reference"],
    { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" },
  );
  load.end();
  expect(ended, ended.out).toMatchObject({ code: 0 });
  expect(ended.out).toContain("conforming");
  expect(ended.out).not.toContain("inconclusive");
  const { 200: read = 0, 201: created = 0, ...other } = load.statuses();
  expect([read > 1000, created > 100, other]).toStrictEqual([true, true, {}]);
  test.info().annotations.push({ type: "load", description: `${read} reads, ${created} creations meanwhile` });
  expect(await stop()).toBe(0);
});
