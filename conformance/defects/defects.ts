import { gapDefects, pathDefects } from "./access.ts";
import type { Defect } from "./defect.ts";
import { envelopeDefects } from "./envelope.ts";
import { brokenPages, pagingDefects } from "./paging.ts";
import { placeDefects } from "./places.ts";
import { recordDefects } from "./records.ts";
import { refusalDefects } from "./refusals.ts";
import { writeDefects } from "./writes.ts";

/** Every way to break a stated or implied obligation that the judge is tried on. */
export const defects: readonly Defect[] = [
  ...envelopeDefects,
  ...pathDefects,
  ...gapDefects,
  ...refusalDefects,
  ...recordDefects,
  ...pagingDefects,
  ...writeDefects,
  ...placeDefects,
  ...brokenPages,
];
