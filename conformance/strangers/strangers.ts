import { brokenAuthentication } from "./broken-auth.ts";
import { brokenEnvelopes } from "./broken-envelope.ts";
import { brokenPaging } from "./broken-paging.ts";
import { brokenPaths } from "./broken-path.ts";
import { brokenRecords } from "./broken-records.ts";
import { brokenRefusals } from "./broken-refusals.ts";
import { conformingInCreation } from "./conforming-creation.ts";
import { conformingInLists } from "./conforming-lists.ts";
import { conformingInRecords } from "./conforming-records.ts";
import { conformingInRefusal } from "./conforming-refusals.ts";
import { conformingInTokens } from "./conforming-tokens.ts";
import { conformingInWriting } from "./conforming-json.ts";
import { conformingOnTheWire } from "./conforming-wire.ts";
import { hostileCreations } from "./hostile-creation.ts";
import { hostileReplies } from "./hostile.ts";
import { hostileWires } from "./hostile-wire.ts";
import type { Stranger } from "./stranger.ts";

/** Odd where the document is silent: nothing may fail. */
export const conformingStrangers: readonly Stranger[] = [
  ...conformingOnTheWire,
  ...conformingInWriting,
  ...conformingInRefusal,
  ...conformingInLists,
  ...conformingInRecords,
  ...conformingInTokens,
  ...conformingInCreation,
];

/** Each breaks one rule, on one operation or on all: what `breaks` names must fail, and nothing else. */
export const brokenStrangers: readonly Stranger[] = [
  ...brokenPaths,
  ...brokenEnvelopes,
  ...brokenAuthentication,
  ...brokenRefusals,
  ...brokenRecords,
  ...brokenPaging,
];

/** Whatever they do, a run must end in bounded time and memory, with a clear result. No verdict is expected. */
export const hostileStrangers: readonly Stranger[] = [...hostileWires, ...hostileReplies, ...hostileCreations];
