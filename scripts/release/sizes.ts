import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../bench/measure/statistics.ts";
import { goalsText, tableText } from "../bench/report/markdown.ts";
import { atMost } from "../bench/report/goals.ts";
import { known, oneDecimal, seconds, whole } from "../bench/report/numbers.ts";
import type { Contender } from "../bench/servers/contender.ts";
import { mockoon } from "../bench/servers/mockoon.ts";
import { orgkitDemo } from "../bench/servers/orgkit.ts";
import { prism } from "../bench/servers/prism.ts";
import { startServer } from "../bench/servers/start-server.ts";
import { measureInstallation, newCache, removeCache, type InstalledSize } from "./installed-size.ts";
import { newProject, pack, removeProject } from "./packed.ts";

/**
 * `npm run release:sizes`: what it costs to have orgkit, next to Prism and Mockoon. Everything is fetched from the
 * registry that npm is set to, with an empty cache; the table holds the median of three rounds.
 */
const rounds = 3;

interface Product {
  readonly name: string;
  readonly packages: readonly string[];
  /** Its command, and how that starts its mock; nothing where another row tells. */
  readonly mock?: readonly [command: string, Contender];
}

interface Measured {
  readonly name: string;
  readonly size: InstalledSize;
  /** From nothing to the first answer of its mock. Milliseconds. */
  readonly firstAnswer: number;
}

const folder = mkdtempSync(join(tmpdir(), "orgkit-packed-"));
const packed = await pack(folder);
const products: readonly Product[] = [
  { name: "orgkit", packages: [packed.path], mock: ["orgkit", orgkitDemo()] },
  { name: "orgkit, with Playwright, msw and vitest", packages: [packed.path, "@playwright/test", "msw", "vitest"] },
  { name: "Prism", packages: ["@stoplight/prism-cli"], mock: ["prism", prism] },
  { name: "Mockoon", packages: ["@mockoon/cli"], mock: ["mockoon-cli", mockoon] },
];

/**
 * Installs and starts, as npx does, but as one process: npx does not end what it started when it is ended itself.
 * Its arguments: a cache, a folder, a package, its command, and the arguments of that.
 */
const installAndStart =
  'npm install --cache "$1" --prefix "$2" --no-audit --no-fund --silent "$3" >/dev/null && command="$2/node_modules/.bin/$4" && shift 4 && exec "$command" "$@"';

/** The time from nothing, an empty cache of npm, to the first answer. Milliseconds. */
async function coldStart({ packages: [specifier = ""], mock }: Product): Promise<number> {
  if (mock === undefined) return Number.NaN;
  const [command, contender] = mock;
  const [cache, project] = [newCache(), newProject()];
  const server = await startServer({
    ...contender,
    launch: (place) => {
      const [, ...args] = contender.launch(place).args;
      return { program: "sh", args: ["-c", installAndStart, "sh", cache, project, specifier, command, ...args] };
    },
  });
  await server.stop();
  removeCache(cache);
  removeProject(project);
  return server.startMs;
}

async function measure(product: Product): Promise<Measured> {
  const sizes: InstalledSize[] = [];
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`${product.name}, round ${round + 1} of ${rounds}\n`);
    sizes.push(measureInstallation(product.packages));
    starts.push(await coldStart(product));
  }
  const middle = (key: keyof InstalledSize): number => median(sizes.map((size) => size[key]));
  const size = {
    packages: middle("packages"),
    files: middle("files"),
    bytes: middle("bytes"),
    fetchedBytes: middle("fetchedBytes"),
    milliseconds: middle("milliseconds"),
  };
  return { name: product.name, size, firstAnswer: median(starts) };
}

const results: Measured[] = [];
for (const product of products) results.push(await measure(product));
removeProject(folder);

const megabytes = (bytes: number): string => `${oneDecimal(bytes / 1e6)} MB`;
const bytesOf = (name: string): number => results.find((result) => result.name === name)?.size.bytes ?? Number.NaN;
const rows = results.map(({ name, size, firstAnswer }) => [
  name,
  whole(size.packages),
  whole(size.files),
  megabytes(size.bytes),
  megabytes(size.fetchedBytes),
  seconds(size.milliseconds),
  known(firstAnswer, seconds),
]);
const columns = ["", "packages", "files", "installed", "fetched", "npm install", "nothing to first answer"];
const goal = atMost("installed size of orgkit for the mock", bytesOf("orgkit"), bytesOf("Prism") / 3, megabytes);
process.stdout.write(`The packed file: ${megabytes(packed.bytes)}\n\n${tableText({ columns, rows })}\n\n`);
process.stdout.write(`${goalsText([goal])}\n`);
