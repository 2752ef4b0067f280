import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, ratio, runStudy, type Figures } from "../bench/report.ts";
import { startServer, type Server } from "../bench/server.ts";
import { orgkit, peers } from "../bench/servers.ts";
import { measureInstallation, newCache, removeCache } from "./installed-size.ts";
import { newProject, pack, removeProject } from "./packed.ts";

/**
 * `npm run release:sizes`: what it costs to have orgkit, next to Prism and Mockoon. Everything is fetched from the
 * registry that npm is set to, with an empty cache; the table holds the median of three rounds.
 */
const folder = mkdtempSync(join(tmpdir(), "orgkit-packed-"));
const packed = await pack(folder);

/**
 * Installs and starts, as npx does, but as one process: npx does not end what it started when it is ended itself.
 * Its arguments: a cache, a folder, a package, its command, and the arguments of that.
 */
const installAndStart =
  'npm install --cache "$1" --prefix "$2" --no-audit --no-fund --silent "$3" >/dev/null && command="$2/node_modules/.bin/$4" && shift 4 && exec "$command" "$@"';

/** The time from nothing, an empty cache of npm, to the first answer. Milliseconds. */
async function coldStart(specifier: string, command: string, server: Server): Promise<number> {
  const [cache, project] = [newCache(), newProject()];
  const launch: Server["launch"] = (port, directory) => {
    const [, , ...args] = server.launch(port, directory);
    return ["sh", "-c", installAndStart, "sh", cache, project, specifier, command, ...args];
  };
  const running = await startServer({ ...server, launch });
  await running[Symbol.asyncDispose]();
  removeCache(cache);
  removeProject(project);
  return running.startMs;
}

function peer(name: string): Server {
  const found = peers.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new RangeError(`there is no peer ${name}`);
  return found;
}

/** @param mock its command, and how that starts its mock */
function product(packages: readonly string[], mock?: readonly [command: string, server: Server]) {
  return async (): Promise<Figures> => {
    const size = measureInstallation(packages);
    return {
      packages: size.packages,
      files: size.files,
      "installed MB": size.bytes / 1e6,
      "fetched MB": size.fetchedBytes / 1e6,
      "npm install s": size.milliseconds / 1000,
      ...(mock && { "nothing to first answer s": (await coldStart(packages[0] ?? "", ...mock)) / 1000 }),
    };
  };
}

const study = {
  title: "What it costs to have orgkit",
  method: `The packed file: ${(packed.bytes / 1e6).toFixed(1)} MB. Everything is fetched, with an empty cache of npm.`,
  subjects: {
    orgkit: product([packed.path], ["orgkit", orgkit]),
    "orgkit, with Playwright, msw and vitest": product([packed.path, "@playwright/test", "msw", "vitest"]),
    Prism: product(["@stoplight/prism-cli"], ["prism", peer("Prism")]),
    Mockoon: product(["@mockoon/cli"], ["mockoon-cli", peer("Mockoon")]),
  },
  goals: [atMost(1 / 3, ratio("installed MB", "orgkit", "Prism"))],
};
process.stdout.write(`${await runStudy(study, 3, (text) => void process.stderr.write(`${text}\n`))}\n`);
removeProject(folder);
