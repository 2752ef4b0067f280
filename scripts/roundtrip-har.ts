import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { arbitraryDialect } from "../fixtures/dialect/random-dialect.fixture.ts";
import { differentResponses, visitRecovery } from "./roundtrip/visit-recovery.fixture.ts";
import { isVisitable, learnVisit } from "./roundtrip/visit.fixture.ts";
import { roundtripWorld } from "./roundtrip/world.fixture.ts";

/**
 * `npm run learn:har`: the mock uses random dialects, a visit to each is recorded as a HAR file, and `learn` infers the
 * dialect from it. Everything that the visit shows must be recovered, and a mock with the learned dialect must respond
 * to the recorded requests in the same way. `--random N` sets the number; `--seed S` and `--only I` repeat one, with
 * its dialect file.
 */
const { values } = parseArgs({
  options: { random: { type: "string", default: "200" }, seed: { type: "string" }, only: { type: "string" } },
});
const count = Number(values.random);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

say(`${count} random dialects, seed ${seed}`);
const world = roundtripWorld();
const directory = mkdtempSync(join(tmpdir(), "orgkit-visits-"));
let [recovered, shown, exchanges, unlike] = [0, 0, 0, 0];
try {
  for (const [index, spoken] of fc.sample(arbitraryDialect().filter(isVisitable), { numRuns: count, seed }).entries()) {
    if (values.only !== undefined && index !== Number(values.only)) continue;
    const visit = await learnVisit(spoken, world, join(directory, "visit.har"));
    const all = visitRecovery(visit).filter(({ outcome }) => outcome !== "hidden");
    const missed = all.filter(({ outcome }) => outcome !== "recovered");
    const differences = await differentResponses(visit, world);
    shown += all.length;
    recovered += all.length - missed.length;
    exchanges += visit.requests.length;
    unlike += differences.length;
    if (missed.length + differences.length > 0) {
      say(`✗ ${index}; replay: npm run learn:har -- --random ${count} --seed ${seed} --only ${index}`);
      for (const { key, outcome, detail } of missed) say(`    ${key} ${outcome}: ${detail}`);
      for (const words of differences) say(`    answered otherwise: ${words}`);
    }
    if (values.only !== undefined) say(`${JSON.stringify(spoken)}\n${visit.text}`);
  }
} finally {
  rmSync(directory, { recursive: true });
}
say(
  `${recovered} of ${shown} keys that the visits show were recovered, ${unlike} of ${exchanges} requests answered otherwise`,
);
process.exitCode = shown > 0 && recovered === shown && unlike === 0 ? 0 : 1;
