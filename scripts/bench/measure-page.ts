import { copyFileSync, cpSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { build, preview, type InlineConfig } from "vite";
import { findChromium } from "../test/chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages that are ready when one user is listed. */
const pages = {
  msw: `import { http, HttpResponse } from "msw";
import { setupWorker } from "msw/browser";
await setupWorker(http.get("*/api/v1/users", () => HttpResponse.json({ data: [{}] }))).start({ quiet: true });`,
  orgkit: `import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
await setupWorker(await createSimulation(), { baseUrl: "/" }).start({ quiet: true });`,
} as const;

const ready = `
const response = await fetch("/api/v1/users", { headers: { authorization: "Bearer aurora-token-4f7a91" } });
document.title = "listed " + (await response.json()).data.length;
`;

/** @returns the scripts that a built page loads, gzip, in bytes */
export async function measurePage(kind: keyof typeof pages, checkout: string): Promise<number> {
  using project = mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
  const packages = join(project.path, "node_modules");
  for (const part of ["package.json", "dist/lib"]) {
    cpSync(join(checkout, part), join(packages, "orgkit", part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules/msw"), join(packages, "msw"));
  writeFileSync(join(project.path, "index.html"), '<!doctype html><script type="module" src="./main.js"></script>');
  writeFileSync(join(project.path, "main.js"), pages[kind] + ready);
  const listen = { host: "127.0.0.1", port: 0 };
  const config: InlineConfig = { configFile: false, root: project.path, logLevel: "error", preview: listen };
  await build(config);
  copyFileSync(
    join(root, "node_modules/msw/lib/mockServiceWorker.js"),
    join(project.path, "dist/mockServiceWorker.js"),
  );
  const server = await preview(config);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (!/assets\/.*\.js$/.test(response.url())) return;
      sizes.push(response.body().then((body) => gzipSync(body).byteLength));
    });
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await page.waitForFunction(() => document.title.startsWith("listed"));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await browser.close();
    await server.close();
  }
}
