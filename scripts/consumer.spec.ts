import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { shownFile } from "./check/page-blocks.fixture.ts";
import { checkout, run, test, token } from "./cli.fixture.ts";

const index = new URL("index.ts", import.meta.url).href;

test("importing orgkit loads neither judge nor browser nor network", async ({ directory, write }) => {
  write({
    "loaded.mjs": `import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { conform } = await import("${index}");
      const atFirst = [...loaded];
      await conform({}).catch(() => undefined);
      console.log(JSON.stringify([atFirst, loaded]));`,
  });
  const { out } = await run(process.execPath, ["loaded.mjs"], directory, {});
  const heavy =
    /node_modules\/(@?playwright|undici|msw|yaml)|node:http|conformance\/(checks|learn|run\/conform)|http-server/;
  const [atFirst = [], later = []] = z.array(z.array(z.string())).parse(JSON.parse(out));
  expect(atFirst.filter((url) => heavy.test(url))).toEqual([]);
  // The same check detects what the first call loads.
  expect(later.filter((url) => heavy.test(url))).not.toEqual([]);
});

test("the script in conformance/README.md runs unchanged, and only its own output is printed", async ({
  directory,
  write,
  mock,
}) => {
  const { url } = await mock();
  const page = readFileSync(join(checkout, "conformance/README.md"), "utf8");
  write({ "judge.ts": shownFile(page, "judge-staging.ts").replaceAll('from "orgkit"', `from "${index}"`) });
  const environment = { STAGING_URL: url, STAGING_TOKEN: token };
  const args = ["--disable-warning=ExperimentalWarning", "judge.ts"];
  const judged = await run(process.execPath, args, directory, environment);
  expect(judged).toMatchObject({ code: 0, err: "" });
  expect(judged.out).toMatch(/^conforming: \d+ passed, 0 failed\n\d+ keys learned, \d+ unknown\n$/);
});
