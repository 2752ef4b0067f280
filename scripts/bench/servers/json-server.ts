import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { benchData } from "./data.ts";
import { peerFile } from "./peers.ts";

/** json-server cuts pages out of a JSON file, and writes it anew at each creation. */
export const jsonServer: Contender = {
  name: "json-server 0.17",
  way: "cuts the page; no envelope; a creation writes its whole file",
  token: benchData.token,
  users: "/users",
  paging: ["_page", "_limit"],
  warmUpSeconds: 3,
  launch: ({ folder, port }) => {
    const file = join(folder, "db.json");
    writeFileSync(file, JSON.stringify({ users: benchData.users }));
    const args = [file, "--host", "127.0.0.1", "--port", String(port), "--quiet", "--snapshots", folder];
    return { program: process.execPath, args: [peerFile("json-server", "lib/cli/bin.js"), ...args] };
  },
};
