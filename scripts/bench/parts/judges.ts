import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import { brokenStrangers, conformingStrangers } from "../../../conformance/strangers/strangers.ts";
import { askJudges } from "../judges/ask-judges.ts";
import { dredd } from "../judges/dredd.ts";
import type { Judge } from "../judges/judge.ts";
import { judgePackage } from "../judges/judge-package.ts";
import { orgkit } from "../judges/orgkit.ts";
import { portman } from "../judges/portman.ts";
import {
  areaTable,
  blameTable,
  blindnessTable,
  opinionData,
  summaryTable,
  type TrackRecord,
} from "../judges/tables.ts";
import type { Section } from "../report/section.ts";
import type { Bench } from "./part.ts";

/** The plain server that all others are made of. */
const referenceId = "ordinary";
/** A quick run takes one of so many. */
const sparsely = 5;

const method = [
  "Each judge is started anew on each server of conformance/strangers: those that break one rule, and those that conform and are odd where the document is silent.",
  "These are the servers orgkit is itself tested on, so that it finds them all is what its tests demand; what they show is what the others see of the same rules.",
  "A broken server is found if a judge reports a failure of it that it does not report of the plain conforming server all others are made of; a conforming one is blamed by the same measure. So what a judge reports of every server counts neither way, and the measure is one for all.",
  "All are told the token, a subscription, a body for createUser and further headers; orgkit also what only it can use, the second account, a second subscription and a declared dialect.",
  "Dredd reads the contract as OpenAPI 2, and Portman as OpenAPI 3.1 with codes in the place of 2XX; any 2xx counts for them as the success and any 3xx or 4xx as the refusal of a call without a token and of one with a wrong token. Media types and times, which the document leaves open, are not tested.",
  "Time is that of one run, two at a time; Portman's is that of Newman alone, as its collection is made once.",
].join(" ");

/** What `orgkit conform` finds, beside judges that are made of an OpenAPI document. */
export async function judges({ withPeers, isQuick, say }: Bench): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-bench-"));
  try {
    if (withPeers) judgePackage.install(say);
    const asked = withPeers ? [orgkit, dredd(), portman(folder)] : [orgkit];
    const records = await judgeAll(asked, { folder, isQuick, say });
    return {
      title: "The judges",
      method,
      tables: [summaryTable(records), areaTable(records), blameTable(records), blindnessTable(records)],
      goals: [],
      omitted: withPeers ? [schemathesis] : [],
      data: opinionData(records),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const schemathesis = {
  name: "Schemathesis",
  reason: "it is a Python program, which neither npm nor Debian has",
};

async function judgeAll(
  asked: readonly Judge[],
  { folder, isQuick, say }: Pick<Bench, "isQuick" | "say"> & { readonly folder: string },
): Promise<readonly TrackRecord[]> {
  const some = (all: readonly Stranger[]): readonly Stranger[] =>
    all.filter(({ id }, index) => id === referenceId || !isQuick || index % sparsely === 0);
  const strangers = [...some(conformingStrangers), ...some(brokenStrangers)];
  const opinions = await askJudges({ judges: asked, strangers, folder, say });
  return asked.map((judge) => {
    const said = opinions.get(judge) ?? [];
    const reference = said.find(({ stranger }) => stranger.id === referenceId);
    if (reference === undefined) throw new Error(`${judge.name} has not judged the plain server`);
    return {
      judge,
      reference,
      broken: said.filter(({ stranger }) => stranger.breaks.length > 0),
      conforming: said.filter((opinion) => opinion !== reference && opinion.stranger.breaks.length === 0),
    };
  });
}
