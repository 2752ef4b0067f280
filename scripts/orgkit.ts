#!/usr/bin/env node
// Parsed by every Node version, to tell old ones what is wrong: no static import, no `await` outside of a function.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 19)) void start();
else {
  process.stderr.write(`orgkit needs Node >= 22.19; this is Node ${process.versions.node}\n`);
  process.exitCode = 2;
}

async function start(): Promise<void> {
  const { enableCompileCache } = await import("node:module");
  // Caches compiled code: half of the time of a short command.
  enableCompileCache();
  await import("./cli.ts");
}
