import type { Defect } from "../defects/defect.ts";
import { defects } from "../defects/defects.ts";
import { declaredDefects } from "./declared-exchanges.ts";
import { otherDialects } from "./other-dialects.ts";

/** All mutants. */
export const mutants: readonly Defect[] = [...defects, ...declaredDefects, ...otherDialects];
