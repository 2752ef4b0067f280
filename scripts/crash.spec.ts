import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { crashRounds } from "./crash/crash-rounds.ts";

test("a mock that is killed under load 20 times loses nothing it acknowledged", async () => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), "orgkit-crash-"));
  const report = await crashRounds({ rounds: 20, seed: 1, writers: 24, loadMs: 80, folder });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ rounds: 20, refused: 2 });
  expect(report.acknowledged).toBeGreaterThan(20);
  expect(report.torn).toBeGreaterThan(0);
  expect(report.cut).toBeGreaterThanOrEqual(report.torn);
  rmSync(folder, { recursive: true });
});
