import { InputError } from "../../fixtures/input-error.ts";
import { reportProblem } from "../problem.ts";
import { readOptions, usage, type Options } from "./options.ts";
import { reportText, writeReport, type Report } from "./report/write-report.ts";
import type { Omission, Section } from "./report/section.ts";
import type { Contender } from "./servers/contender.ts";
import { jsonServer } from "./servers/json-server.ts";
import { mockoon } from "./servers/mockoon.ts";
import { hasJava, installPeers } from "./servers/peers.ts";
import { prism, prismWithLog } from "./servers/prism.ts";
import { wiremock } from "./servers/wiremock.ts";

// What was started ends with this process, and a signal would end it without its exit.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

/** `npm run bench`: the report on standard output and in a folder, progress on standard error. */
try {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(usage);
  else await bench(options);
} catch (error) {
  process.exitCode = reportProblem(error);
}

async function bench({ parts, rounds, seconds, out, withPeers, isQuick }: Options): Promise<void> {
  const startedAt = new Date().toISOString();
  const omitted: Omission[] = [];
  const peers = once(() => (withPeers ? runningPeers(omitted) : []));
  const sections: Record<string, Section> = {};
  const report = (): Report => ({ startedAt, rounds, seconds, sections, omitted });
  for (const [name, part] of parts) {
    try {
      const section = await part({
        rounds,
        seconds,
        withPeers,
        isQuick,
        get peers() {
          return peers();
        },
        say: (text) => say(`${name}: ${text}`),
      });
      sections[name] = section;
      omitted.push(...(section.omitted ?? []));
    } catch (error) {
      if (error instanceof InputError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      say(`${name} failed: ${reason}`);
      omitted.push({ name, reason });
      process.exitCode = 1;
    }
    // What has been measured stays, whatever comes.
    writeReport(out, report());
  }
  process.stdout.write(reportText(report()));
  say(`Written to ${out}`);
}

/** Does it when it is asked for first, and never again. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function runningPeers(omitted: Omission[]): readonly Contender[] {
  installPeers(say);
  const peers = [prism, prismWithLog, jsonServer, mockoon];
  if (hasJava()) return [...peers, wiremock];
  omitted.push({ name: wiremock.name, reason: "there is no Java here" });
  return peers;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
