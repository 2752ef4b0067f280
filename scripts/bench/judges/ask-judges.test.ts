import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import { openTemporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { askJudges } from "./ask-judges.ts";
import type { Judge } from "./judge.ts";

const folder = openTemporaryFolder();

test("every judge meets every server anew, and nothing is left of it", async () => {
  const running = new Set<string>();
  let starts = 0;
  const strangers = ["one", "two", "three"].map((id): Stranger => ({
    id,
    sentence: "",
    breaks: [],
    start: () => {
      starts += 1;
      const baseUrl = `http://${id}.example/${starts}`;
      running.add(baseUrl);
      return Promise.resolve({
        baseUrl,
        stop: () => {
          running.delete(baseUrl);
          return Promise.resolve();
        },
      });
    },
  }));
  const met: string[] = [];
  const judges = ["first", "second"].map((name): Judge => ({
    name,
    tells: "",
    blindTo: "",
    judge: ({ stranger, baseUrl, folder: own }) => {
      expect(running).toContain(baseUrl);
      expect(readdirSync(own)).toStrictEqual([]);
      writeFileSync(join(own, "report.json"), "{}");
      met.push(baseUrl);
      return Promise.resolve({ failures: [{ name: `${name} ${stranger.id}` }], cost: { ms: 1 } });
    },
  }));
  const lines: string[] = [];
  const above = join(folder.path, "judges");
  const opinions = await askJudges({ judges, strangers, folder: above, say: (text) => lines.push(text) });

  expect(new Set(met).size).toBe(6);
  expect(running.size).toBe(0);
  expect(existsSync(above) && readdirSync(above)).toStrictEqual([]);
  expect(lines.toSorted()).toStrictEqual(["1 of 3: one", "2 of 3: two", "3 of 3: three"]);
  for (const judge of judges) {
    const names = opinions.get(judge)?.map(({ stranger, failures: [failure] }) => [stranger.id, failure?.name]);
    expect(names?.toSorted()).toStrictEqual(["one", "three", "two"].map((id) => [id, `${judge.name} ${id}`]));
  }
});
