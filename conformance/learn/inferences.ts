import type { Inferences } from "./inference.ts";
import { auth } from "./inferences/auth.ts";
import { createdUsers, createUser } from "./inferences/create-user.ts";
import { errors } from "./inferences/errors.ts";
import { conflict, failureStatuses } from "./inferences/failure-statuses.ts";
import { filtering } from "./inferences/filtering.ts";
import { bodyBytes, rate } from "./inferences/limits.ts";
import { pagingRange } from "./inferences/paging-range.ts";
import { pagingSize } from "./inferences/paging-size.ts";
import { pagingStyle } from "./inferences/paging-style.ts";
import { records } from "./inferences/records.ts";
import { sorting } from "./inferences/sorting.ts";
import { subscriptionId } from "./inferences/subscription-id.ts";
import { successStatuses } from "./inferences/success-statuses.ts";
import { versions } from "./inferences/versions.ts";

/**
 * Every inference, in the order in which they ask: what others build on first, what may take the last user late. Those
 * at the end look at all that was answered before.
 */
export const inferences: Inferences = {
  ...pagingStyle("users"),
  ...pagingSize("users"),
  ...pagingRange("users"),
  ...pagingStyle("invoices"),
  ...pagingSize("invoices"),
  ...pagingRange("invoices"),
  ...subscriptionId,
  ...versions,
  ...filtering,
  ...sorting,
  ...createUser,
  ...records,
  ...auth,
  ...successStatuses,
  ...failureStatuses,
  "limits.bodyBytes": bodyBytes,
  ...createdUsers,
  "statuses.failure.conflict": conflict,
  errors,
  "limits.rate": rate,
};
