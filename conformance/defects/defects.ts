import { gapDefects, placedGaps } from "./access.ts";
import type { Defect } from "./defect.ts";
import { envelopeDefects } from "./envelope.ts";
import { idPlaceDefects } from "./ids.ts";
import { brokenPages, pagingDefects } from "./paging.ts";
import { timingDefects } from "./timing.ts";
import { pathDefects } from "./paths.ts";
import { placeDefects } from "./places.ts";
import { recordDefects } from "./records.ts";
import { refusalDefects } from "./refusals.ts";
import { spellingDefects } from "./spellings.ts";
import { writeDefects } from "./writes.ts";

/** Every way to break a stated or implied obligation that the judge is tried on, by the place where it is broken. */
export const defectsByPlace: ReadonlyMap<string, readonly Defect[]> = new Map([
  ["plain", [...envelopeDefects, ...pathDefects, ...recordDefects, ...pagingDefects]],
  ["token", [...gapDefects, ...placedGaps, ...refusalDefects]],
  ["path", spellingDefects],
  ["id", idPlaceDefects],
  ...placeDefects,
  ["beyond", brokenPages],
  ["write", writeDefects],
  ["time", timingDefects],
]);

export const defects: readonly Defect[] = [...defectsByPlace.values()].flat();
