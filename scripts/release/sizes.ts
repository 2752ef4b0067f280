import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { atMost, ratio, runBenchmark, type Figures } from "../bench/report.ts";
import { startServer, temporaryDirectory, type Server } from "../bench/server.ts";
import { orgkit, peers } from "../bench/servers.ts";
import { install, packedFile } from "./packed.fixture.ts";

/**
 * `npm run release:sizes`: the size and start of orgkit, compared with Prism and Mockoon. Everything is downloaded from
 * npm's registry with an empty cache; the table has the medians of three rounds.
 */
const packed = await packedFile();

/**
 * Installs and starts like npx, but as one process: a stopped npx does not stop what it started. Its arguments: a
 * cache, a directory, a package, its command, and the arguments of that.
 */
const installAndStart =
  'npm install --cache "$1" --prefix "$2" --no-audit --no-fund --silent "$3" >/dev/null && command="$2/node_modules/.bin/$4" && shift 4 && exec "$command" "$@"';

/** Milliseconds from an empty npm cache to the first response. */
async function coldStart(specifier: string, command: string, server: Server): Promise<number> {
  using cache = temporaryDirectory();
  using project = temporaryDirectory();
  const launch: Server["launch"] = (port, directory) => {
    const [, , ...args] = server.launch(port, directory);
    return ["sh", "-c", installAndStart, "sh", cache.path, project.path, specifier, command, ...args];
  };
  await using running = await startServer({ ...server, launch });
  return running.startMs;
}

/** The cost of an installation into an empty directory, with an empty npm cache. */
function installation(packages: readonly string[]): Figures {
  using cache = temporaryDirectory();
  using project = temporaryDirectory();
  const started = performance.now();
  install(project.path, [`--cache=${cache.path}`, ...packages]);
  const milliseconds = performance.now() - started;
  const files = filesBelow(join(project.path, "node_modules"));
  return {
    // At any depth, without directories inside a package.
    packages: files.filter((path) => /\/node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path)).length,
    files: files.length,
    "installed MB": megabytes(files),
    // Packed files, with the registry's data about them.
    "fetched MB": megabytes(filesBelow(join(cache.path, "_cacache/content-v2"))),
    "npm install s": milliseconds / 1000,
  };
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function megabytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6;
}

function peer(name: string): Server {
  const found = peers.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new RangeError(`there is no peer ${name}`);
  return found;
}

/** @param mock its command, and how to start its mock */
function product(packages: readonly [string, ...string[]], mock?: readonly [command: string, server: Server]) {
  return async (): Promise<Figures> => ({
    ...installation(packages),
    ...(mock && { "nothing to first answer s": (await coldStart(packages[0], ...mock)) / 1000 }),
  });
}

const study = {
  title: "What it costs to have orgkit",
  method: `The packed file: ${megabytes([packed]).toFixed(1)} MB. Everything is fetched, with an empty cache of npm.`,
  subjects: {
    orgkit: product([packed], ["orgkit", orgkit]),
    "orgkit, with Playwright, msw and vitest": product([packed, "@playwright/test", "msw", "vitest"]),
    Prism: product(["@stoplight/prism-cli"], ["prism", peer("Prism")]),
    Mockoon: product(["@mockoon/cli"], ["mockoon-cli", peer("Mockoon")]),
  },
  goals: [atMost(1 / 3, ratio("installed MB", "orgkit", "Prism"))],
};
process.stdout.write(`${await runBenchmark(study, 3, (text) => void process.stderr.write(`${text}\n`))}\n`);
