import { gapDefects } from "./access.ts";
import type { Defect } from "./defect.ts";
import { envelopeDefects } from "./envelope.ts";
import { idPlaceDefects } from "./ids.ts";
import { placedGaps } from "./open-places.ts";
import { brokenPages, linkDefects, pagingDefects } from "./paging.ts";
import { timingDefects } from "./timing.ts";
import { pathDefects } from "./paths.ts";
import { placeDefects } from "./places.ts";
import { recordDefects } from "./records.ts";
import { rejectionDefects } from "./rejections.ts";
import { spellingDefects } from "./spellings.ts";
import { writeDefects } from "./writes.ts";

/** All defects that break a stated or implied obligation, by topic. */
export const defectsByPlace: ReadonlyMap<string, readonly Defect[]> = new Map([
  ["plain", [...envelopeDefects, ...pathDefects, ...recordDefects, ...pagingDefects]],
  ["token", [...gapDefects, ...placedGaps, ...rejectionDefects]],
  ["path", spellingDefects],
  ["id", idPlaceDefects],
  ...placeDefects,
  ["beyond", [...brokenPages, ...linkDefects]],
  ["write", writeDefects],
  ["time", timingDefects],
]);

export const defects: readonly Defect[] = [...defectsByPlace.values()].flat();
