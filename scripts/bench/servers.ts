import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readDataFile } from "../../fixtures/parse-data.ts";
import { crowdWorld } from "../../fixtures/worlds/crowd.ts";
import { fill, pageSize, peerFile, type Server } from "./server.ts";

const [account] = crowdWorld(1000, 1).accounts;
const token = account?.tokens[0]?.token ?? "";

/** The data of every server: the users of the world `crowd:1000`. */
export const users = account?.users ?? [];

/** The paths of most servers. */
const api = { token, users: "/api/v1/users", paging: ["page", "per_page"] } as const;

/** The baseline of the goals. */
export const bare: Server = {
  ...api,
  name: "bare node:http",
  launch: (port, directory) => {
    const [script, data] = [join(directory, "bare-server.mjs"), join(directory, "data.json")];
    // So that it does not strip types at its start.
    writeFileSync(script, stripTypeScriptTypes(readFileSync(new URL("bare-server.ts", import.meta.url), "utf8")));
    writeFileSync(data, JSON.stringify({ token, users }));
    return [process.execPath, script, String(port), data];
  },
};

/** The published `orgkit mock`. */
function orgkitMock(name: string, flags: readonly string[]): Server {
  const program = fileURLToPath(new URL("../../dist/lib/orgkit.mjs", import.meta.url));
  const launch: Server["launch"] = (port) => [
    process.execPath,
    program,
    "mock",
    "--port",
    String(port),
    "--world",
    "crowd:1000",
    ...flags,
  ];
  return { ...api, name, launch };
}

export const orgkit = orgkitMock("orgkit", ["--quiet"]);
export const orgkitWithLog = orgkitMock("orgkit, with its log", []);

const peersSchema = z.array(
  z.object({
    name: z.string(),
    users: z.string().default(api.users),
    paging: z.tuple([z.string(), z.string()]).default([...api.paging]),
    file: z.string(),
    setup: z.json(),
    command: z.array(z.string()),
  }),
);

const page = { data: users.slice(0, pageSize), meta: { page: 1, total: users.length } };
const created = { data: users.slice(0, 1), meta: { page: 1, total: 1 } };
const values = {
  "Bearer TOKEN": `Bearer ${token}`,
  USERS: users,
  PAGE: page,
  CREATED: created,
  "PAGE as text": JSON.stringify(page),
  "CREATED as text": JSON.stringify(created),
};

/** The servers of `peers/peers.yaml`. */
export const peers: readonly Server[] = peersSchema
  .parse(readDataFile(fileURLToPath(new URL("peers/peers.yaml", import.meta.url)), "file").value)
  .map(({ file, setup, command, ...peer }) => ({
    ...peer,
    token,
    launch: (port, directory) => {
      const path = join(directory, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, fill(setup, values));
      const words = { NODE: process.execPath, FILE: path, DIRECTORY: directory, PORT: String(port) };
      return z
        .array(z.string())
        .parse(JSON.parse(fill(command, words)))
        .map((word) => (/\.jar$|\.js$/.test(word) ? peerFile(word) : word));
    },
  }));
