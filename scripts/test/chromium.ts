import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Possible paths of the system's Chromium; the first that exists is used. */
const places = [
  // Much faster than Chromium, and what Playwright itself uses without a window.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The Chromium for browser tests: `CHROMIUM`, the system's, or Playwright's own; `undefined` if there is none. */
export function findChromium(): string | undefined {
  const own = process.env["CHROMIUM"];
  return [...(own === undefined ? [] : [own]), ...places, chromium.executablePath()].find((place) => existsSync(place));
}

/**
 * Finds a Chromium or installs one: the system's package on Debian as root, otherwise Playwright's build.
 * @throws Error if both fail
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  process.stdout.write("No Chromium found: installing one for the browser tests\n");
  const ways = [
    ...(process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
      ? ["apt-get update -qq && (apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)"]
      : []),
    "npx playwright install chromium",
  ];
  for (const way of ways) {
    spawnSync(way, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error("The browser tests need a Chromium. Install one, or name it in CHROMIUM=/path/to/chromium.");
}
