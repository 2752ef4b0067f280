import type { Rule } from "../log/rule.ts";
import { judgeCommonInvoices, judgeForeignRecords, judgeFurtherPages, judgeTags } from "./accounts.ts";
import { judgeCredentials, judgeRejectedCreations, judgeRejections, judgeSpellings } from "./authentication.ts";
import { judgeGrowthByOne, judgeInvalid, judgeOlderUsers, judgeOwnIds } from "./creation-counted.ts";
import { judgeChanges, judgeEarlierUsers, judgeListed } from "./creation-listed.ts";
import { judgeOwners, judgeReturned, judgeValues } from "./creation-values.ts";
import { judgeEnvelopes, judgeFirstPages } from "./envelope.ts";
import { judgeLinks, judgePages } from "./paging.ts";
import { judgeCrashes, judgePaths, judgeUnreliable } from "./path.ts";
import { judgeAddedUsers, judgeGrowth, judgeKinds } from "./reading.ts";
import { judgeKnownIds, judgePairs, judgeReturnedIds, judgeTotalsOfOne, judgeUnknownIds } from "./subscriptions.ts";
import { judgeRepeatedLists, judgeStickyFilters, judgeTotals } from "./totals.ts";

/** All rules. */
export const rules: readonly Rule[] = [
  judgePaths,
  judgeUnreliable,
  judgeCrashes,
  judgeEnvelopes,
  judgeFirstPages,
  judgeCredentials,
  judgeRejections,
  judgeRejectedCreations,
  judgeSpellings,
  judgeKnownIds,
  judgePairs,
  judgeReturnedIds,
  judgeUnknownIds,
  judgeTotalsOfOne,
  judgePages,
  judgeLinks,
  judgeTotals,
  judgeRepeatedLists,
  judgeStickyFilters,
  judgeForeignRecords,
  judgeFurtherPages,
  judgeCommonInvoices,
  judgeTags,
  judgeGrowth,
  judgeAddedUsers,
  judgeKinds,
  judgeListed,
  judgeEarlierUsers,
  judgeChanges,
  judgeGrowthByOne,
  judgeOlderUsers,
  judgeOwnIds,
  judgeInvalid,
  judgeOwners,
  judgeReturned,
  judgeValues,
];
