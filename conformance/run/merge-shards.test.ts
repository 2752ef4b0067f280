import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { blobReports } from "./merge-shards.ts";

const folder = openTemporaryFolder();

test("blob reports are found however deep, and none where there is no folder", () => {
  mkdirSync(`${folder.path}/blob/shard-1-of-2`, { recursive: true });
  const blob = folder.write("blob/shard-1-of-2/report-1.zip", "");
  const other = folder.write("blob/report.json", "{}");
  expect(blobReports(folder.path)).toStrictEqual([blob]);
  expect(blobReports(other)).toStrictEqual([]);
  expect(blobReports(`${folder.path}/nowhere`)).toStrictEqual([]);
});
