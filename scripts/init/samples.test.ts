import { format } from "oxfmt";
import { expect, test } from "vitest";
import { samples } from "./plan.ts";
import { configFile } from "./templates/config.ts";
import type { SampleFile, Setup } from "./templates/setup.ts";
import { tools } from "./tools.ts";

const setups = (["ts", "js"] as const).flatMap((language) =>
  ["/", "/tenant/x", "https://api.example"].flatMap((baseUrl) =>
    [tools, tools.filter((tool) => tool !== "vite" && tool !== "playwright"), []].map((chosen): Setup => ({
      tools: new Set(chosen),
      projectTools: new Set(chosen),
      language,
      importExtension: language === "js" ? ".js" : "",
      isModule: true,
      baseUrl,
      publicFolder: "public",
      mocksFolder: "src/mocks",
      fixtures: "e2e/fixtures",
    })),
  ),
);

function all(setup: Setup): readonly SampleFile[] {
  return [...samples(setup), configFile(setup), configFile({ ...setup, isModule: false })];
}

test("every sample is well formed in its language, and as a formatter leaves it", async () => {
  for (const { path, text } of setups.flatMap(all)) {
    const { code, errors } = await format(path, text, { printWidth: 100 });
    expect(errors, path).toStrictEqual([]);
    expect(code, path).toBe(text);
  }
});

test("a sample is short", () => {
  expect(Math.max(...setups.flatMap(all).map(({ text }) => text.split("\n").length))).toBeLessThanOrEqual(30);
});
