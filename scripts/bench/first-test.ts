import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { z } from "zod";

/** A user's test. */
const testFile = `import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest({ baseUrl: "https://api.example" });

test("the mock responds", async () => {
  const headers = { authorization: "Bearer aurora-token-4f7a91" };
  const response = await fetch("https://api.example/api/v1/users", { headers });
  expect(await response.json()).toMatchObject({ meta: { total: 47 } });
});
`;

const reportSchema = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ duration: z.number() })) })),
});

/** Runs a test file in a project with the built package. @returns how long its first test takes, in milliseconds */
export async function measureFirstTest(): Promise<number> {
  const checkout = fileURLToPath(new URL("../..", import.meta.url));
  using project = mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
  const packages = join(project.path, "node_modules");
  mkdirSync(packages);
  for (const part of ["package.json", "dist/lib"]) {
    cpSync(join(checkout, part), join(packages, "orgkit", part), { recursive: true });
  }
  for (const name of ["vitest", "msw"]) symlinkSync(join(checkout, "node_modules", name), join(packages, name));
  writeFileSync(join(project.path, "first.test.ts"), testFile);
  const report = join(project.path, "report.json");
  const vitest = join(packages, "vitest/vitest.mjs");
  await execa(process.execPath, [vitest, "run", "--reporter=json", `--outputFile=${report}`], { cwd: project.path });
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  return testResults[0]?.assertionResults[0]?.duration ?? Number.NaN;
}
