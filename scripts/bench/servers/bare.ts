import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { benchData } from "./data.ts";

const source = new URL("bare-server.ts", import.meta.url);

function bareServer(name: string, way: string, flags: readonly string[]): Contender {
  return {
    name,
    way,
    token: benchData.token,
    users: "/api/v1/users",
    paging: ["page", "per_page"],
    launch: ({ folder, port }) => {
      const data = join(folder, "data.json");
      writeFileSync(data, JSON.stringify(benchData));
      const script = join(folder, "bare-server.mjs");
      // Without its types, since to take them out is no work of a bare server.
      writeFileSync(script, stripTypeScriptTypes(readFileSync(source, "utf8")));
      return { program: process.execPath, args: [script, "--port", String(port), "--data", data, ...flags] };
    },
  };
}

/** What the goals are measured by. */
export const bare = bareServer("bare node:http", "cuts the page and writes the JSON on each call", []);

export const barePrecomputed = bareServer(
  "bare node:http, precomputed",
  "the same string on each call, made at the start",
  ["--precomputed"],
);
