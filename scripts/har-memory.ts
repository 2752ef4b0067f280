import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { harEnd, harEntryText, harStart } from "../fixtures/har/har.ts";

/**
 * `npm run har:memory`: writes a HAR file of 500 MB, runs the built `conform` and `learn` on it, and prints the memory
 * of each. The goal is 400 MB. `--mb N` sets the size of the file.
 */
const { values } = parseArgs({ options: { mb: { type: "string", default: "500" } } });
const bytes = Number(values.mb) * 1e6;
const goal = 400e6;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const cli = fileURLToPath(new URL("../dist/lib/orgkit.mjs", import.meta.url));

const directory = mkdtempSync(join(tmpdir(), "orgkit-har-"));
try {
  const path = join(directory, "large.har");
  writeLarge(path);
  say(`a HAR file of ${(statSync(path).size / 1e6).toFixed(0)} MB`);
  const most = [
    ["conform", "--har", path],
    ["learn", "--har", path, "--out", join(directory, "dialect.yaml"), "--world", join(directory, "world.yaml")],
  ].map(measure);
  process.exitCode = most.every((taken) => taken <= goal) ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

/** Runs a command. @returns its peak memory, in bytes */
function measure(args: readonly string[]): number {
  const started = performance.now();
  const report = 'process.on("exit", () => process.stderr.write(`\\nmaxRSS ${process.resourceUsage().maxRSS}\\n`))';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(report)}`, cli, ...args],
    { encoding: "utf8", maxBuffer: 64e6 },
  );
  const kibibytes = Number(/maxRSS (\d+)/.exec(stderr)?.[1] ?? Number.NaN);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  say(`orgkit ${args[0]}: exit ${status}, ${((kibibytes * 1024) / 1e6).toFixed(0)} MB at most, ${seconds} s`);
  if (status !== 0) say(`${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return status === 0 ? kibibytes * 1024 : Number.POSITIVE_INFINITY;
}

/** Lists of the interface, images of another host between them, and one body of 60 MB. */
function writeLarge(path: string): void {
  const file = openSync(path, "w");
  const picture = "iVBORw0KGgo".repeat(90_000);
  let written = writeSync(file, harStart("0"));
  for (let index = 0; written < bytes; index += 1) {
    const isList = index % 4 !== 0;
    const body = isList ? listOf(index) : index === 400 ? picture.repeat(60) : picture;
    const url = isList
      ? `https://api.example/api/v1/users?page=${index}&per_page=100`
      : `https://cdn.example/${index}.png`;
    const text = harEntryText({
      request: { method: "GET", url, headers: { authorization: "Bearer a-token-of-a-large-file" } },
      response: { status: 200, headers: { "content-type": "application/json" }, body, ms: 1 },
      startedAt: new Date(index * 1000),
    });
    written += writeSync(file, (index === 0 ? "" : ",\n") + text);
  }
  writeSync(file, harEnd);
  closeSync(file);
}

function listOf(page: number): string {
  const data = Array.from({ length: 100 }, (_, index) => ({
    id: `usr_${page * 100 + index}`,
    email: `user.${page * 100 + index}@people.example`,
    name: `User ${page} ${index}`,
    status: index % 3 === 0 ? "active" : "invited",
    notes: "x".repeat(2000),
  }));
  return JSON.stringify({ data, meta: { page, total: 1_000_000 } });
}
