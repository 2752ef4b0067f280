import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Running } from "./independent-server.ts";

/** Starts Prism, an independent implementation of our OpenAPI document, on a free port. */
export async function startPrism(): Promise<Running> {
  const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"));
  const contract = fileURLToPath(new URL("../../fixtures/contract/openapi.yaml", import.meta.url));
  // Prism starts several processes if NODE_ENV is "production", which a build in this process sets.
  const args = [cli, "mock", "--multiprocess=false", "--port=0", contract];
  const prism = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (chunk: unknown): void => {
      output += String(chunk);
      const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    prism.stdout.on("data", read);
    prism.stderr.on("data", read);
    prism.once("exit", () => reject(new Error(`Prism ended:\n${output}`)));
  });
  return {
    baseUrl,
    stop: () => {
      prism.kill();
      return Promise.resolve();
    },
  };
}
