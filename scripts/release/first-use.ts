import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "../test/chromium.ts";
import { newCache, removeCache } from "./installed-size.ts";
import { pack, removeProject } from "./packed.ts";
import { openTranscript } from "./transcript.ts";

/**
 * `npm run release:first-use`: what somebody types who never had orgkit, in an empty folder, with an empty cache of npm
 * and the packed file: a mock answers, a frontend runs on it, a service of other hands is judged. With the times.
 */
const [folder, cache] = [mkdtempSync(join(tmpdir(), "orgkit-first-use-")), newCache()];
const { path: file } = await pack(folder);
const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91" };
const { run, start, step, end } = openTranscript(folder, { ...tokens, npm_config_cache: cache, NO_COLOR: "1" });

/** What the application does by itself: it knows nothing of the mock. */
const application = `
const headers = { authorization: "Bearer ${tokens.ORGKIT_TOKEN}" };
const reply = await fetch("/api/v1/users", { headers });
const { data, meta } = await reply.json();
document.body.textContent = \`\${meta.total} users, the first is \${data[0].name}\`;
export {};
`;

/** What a page shows once it has something to show. */
async function shownAt(url: string): Promise<string> {
  const executablePath = findChromium();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
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
  await run(`curl -s -H "Authorization: Bearer $ORGKIT_TOKEN" "${mock}/api/v1/users?per_page=1"`, { shown: /data/ });

  process.stdout.write("\nA frontend\n");
  await run("npm create --yes vite@latest app -- --template vanilla-ts --no-interactive");
  await run(`cd app && npm install && npm install --save-dev ${file} msw`, { shown: /^added/ });
  const said = await run("cd app && npx orgkit init --yes", { shown: /^ {2}(?:create|change) / });
  const [, pasted = ""] = /in src\/main\.ts:\n\n([^]*?)\n\n/.exec(said) ?? [];
  writeFileSync(join(folder, "app/src/main.ts"), pasted + application);
  const [, site = ""] = await start("cd app && npx vite --host 127.0.0.1 --port 0", /Local:\s+(http\S+)/);
  process.stdout.write(`  ${await step(`The page at ${site}`, () => shownAt(site))}\n`);

  process.stdout.write("\nA stranger\n");
  await run("cd app && npm install --save-dev @stoplight/prism-cli", { shown: /^added/ });
  const [, stranger = ""] = await start(
    "cd app && npx prism mock node_modules/orgkit/fixtures/contract/openapi.yaml --port 0",
    /Prism is listening on (http\S+)/,
  );
  await run(`cd app && npx orgkit conform ${stranger}`, { expected: 1, shown: /^[✗✓] / });
} finally {
  await end();
  removeProject(folder);
  removeCache(cache);
}
