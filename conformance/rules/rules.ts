import type { Rule } from "../judge/model.ts";
import { judgeEnvelopes, judgeFirstPages } from "./envelope.ts";
import { judgePaths, judgeUnreliable } from "./path.ts";

/** Rules on the first exchanges as well as on repetitions. */
export const rules: readonly Rule[] = [judgePaths, judgeUnreliable, judgeEnvelopes, judgeFirstPages];
