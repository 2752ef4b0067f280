import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { temporaryDirectory } from "../bench/server.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { packedFile } from "./packed.fixture.ts";
import { openTranscript } from "./transcript.ts";

/**
 * `npm run release:first-use`: the first steps of a new user, in an empty directory, with an empty npm cache and the
 * packed file: a mock responds, a frontend runs on it, an independent service is judged. Prints the times.
 */
using directory = temporaryDirectory();
using cache = temporaryDirectory();
const file = await packedFile();
const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91" };
const { run, start, step, end } = openTranscript(directory.path, {
  ...tokens,
  npm_config_cache: cache.path,
  NO_COLOR: "1",
});

/** The application's own code, which knows nothing of the mock. */
const application = `
const headers = { authorization: "Bearer ${tokens.ORGKIT_TOKEN}" };
const reply = await fetch("/api/v1/users", { headers });
const { data, meta } = await reply.json();
document.body.textContent = \`\${meta.total} users, the first is \${data[0].name}\`;
export {};
`;

/** The visible text of the page when it is ready. */
async function shownAt(url: string): Promise<string> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  const tab = await browser.newPage();
  await tab.goto(url);
  await tab.getByText(/\d+ users/).waitFor();
  const text = await tab.locator("body").textContent();
  await browser.close();
  return text ?? "";
}

try {
  process.stdout.write("A mock\n");
  const [, mock = ""] = await start(
    `npx --yes --package=${file} orgkit mock --port 0`,
    /Base URL {2}(\S+)[^]*Stop with Ctrl\+C/,
  );
  await run(`curl -s -H "Authorization: Bearer $ORGKIT_TOKEN" "${mock}/api/v1/users?per_page=1"`, /data/);

  process.stdout.write("\nA frontend\n");
  await run("npm create --yes vite@latest app -- --template vanilla-ts --no-interactive");
  await run(`cd app && npm install && npm install --save-dev ${file} msw`, /^added/);
  const said = await run("cd app && npx orgkit init --yes", /^ {2}(?:create|change) /);
  const [, pasted = ""] = /in src\/main\.ts:\n\n([^]*?)\n\n/.exec(said) ?? [];
  writeFileSync(join(directory.path, "app/src/main.ts"), pasted + application);
  const [, site = ""] = await start("cd app && npx vite --host 127.0.0.1 --port 0", /Local:\s+(http\S+)/);
  process.stdout.write(`  ${await step(`The page at ${site}`, () => shownAt(site))}\n`);

  process.stdout.write("\nA third-party server\n");
  await run("cd app && npm install --save-dev @stoplight/prism-cli", /^added/);
  const [, server = ""] = await start(
    "cd app && npx prism mock node_modules/orgkit/fixtures/contract/openapi.yaml --port 0",
    /Prism is listening on (http\S+)/,
  );
  await run(`cd app && npx orgkit conform ${server}`, /^[✗✓] /, 1);
} finally {
  await end();
}
