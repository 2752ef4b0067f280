import { readFile } from "node:fs/promises";
import { packaged } from "../../fixtures/packaged.ts";
import type { ControlReply } from "../control/route.ts";

const folder = packaged("dist/console/");

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  map: "application/json",
};

/** Nothing from elsewhere, nothing inline: what a record or a call holds is text, whatever it looks like. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference brings styles of its own. */
const referencePolicy = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** Whether a path below `/_orgkit/` may be a file of the console. */
export function isConsoleFile(path: string): boolean {
  return path === "" || path === "reference" || /^assets\/[\w.-]+$/.test(path);
}

/** A file of the console; a page that says how to build it, where it was not built. */
export async function readConsoleFile(path: string): Promise<ControlReply | undefined> {
  const name = path === "" ? "index.html" : path === "reference" ? "reference.html" : path;
  const headers = {
    "content-type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "content-security-policy": name === "reference.html" ? referencePolicy : policy,
    // The names of assets change with what they hold.
    "cache-control": name.endsWith(".html") ? "no-store" : "public, max-age=31536000, immutable",
  };
  try {
    return { status: 200, headers, body: await readFile(new URL(name, folder), "utf8") };
  } catch {
    return name.endsWith(".html") ? { status: 200, headers, body: notBuilt } : undefined;
  }
}

const notBuilt = `<!doctype html><html lang="en"><title>orgkit</title>
<h1>The console is not built</h1>
<p>Run <code>npm run build:console</code>, then load this page again. The control API works without it:
<a href="openapi.json">openapi.json</a>.</p></html>
`;
