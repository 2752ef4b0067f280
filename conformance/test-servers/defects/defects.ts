import type { IndependentServer } from "../independent-server.ts";
import { gapDefects } from "./access.ts";
import { envelopeDefects } from "./envelope.ts";
import { idPlaceDefects } from "./ids.ts";
import { placedGaps } from "./open-places.ts";
import { brokenPages, linkDefects, pagingDefects } from "./paging.ts";
import { pathDefects } from "./paths.ts";
import { placeDefects } from "./places.ts";
import { recordDefects } from "./records.ts";
import { rejectionDefects } from "./rejections.ts";
import { spellingDefects } from "./spellings.ts";
import { timingDefects } from "./timing.ts";
import { writeDefects } from "./writes.ts";

/** The independent service with one defect each, which breaks a stated or implied obligation. */
export const defects: readonly IndependentServer[] = [
  ...envelopeDefects,
  ...pathDefects,
  ...recordDefects,
  ...pagingDefects,
  ...gapDefects,
  ...placedGaps,
  ...rejectionDefects,
  ...spellingDefects,
  ...idPlaceDefects,
  ...placeDefects,
  ...brokenPages,
  ...linkDefects,
  ...writeDefects,
  ...timingDefects,
];
