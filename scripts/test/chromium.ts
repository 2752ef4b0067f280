import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * The Chromium for browser tests: `CHROMIUM`, the system's, or Playwright's own; `undefined` if there is none. The
 * headless shell is much faster, and what Playwright itself uses without a window.
 */
export function findChromium(): string | undefined {
  const system = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  const paths = [process.env["CHROMIUM"] ?? "", ...system.map((name) => `/usr/bin/${name}`), chromium.executablePath()];
  return paths.find((path) => existsSync(path));
}

/**
 * Finds a Chromium or installs one: the system's package on Debian as root, otherwise Playwright's build.
 * @throws Error if both fail
 */
export function ensureChromium(): string {
  const commands = [
    "apt-get update -qq && apt-get install -y -qq chromium-headless-shell",
    "npx playwright install chromium",
  ];
  for (const command of commands) {
    const path = findChromium();
    if (path !== undefined) return path;
    process.stdout.write(`No Chromium found. Installing one: ${command}\n`);
    spawnSync(command, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
  }
  const path = findChromium();
  if (path !== undefined) return path;
  throw new Error("The browser tests need a Chromium. Install one, or name it in CHROMIUM=/path/to/chromium.");
}
