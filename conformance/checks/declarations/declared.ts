import type { Requirement } from "../requirement.ts";
import { declaredAnswers } from "./created.check.ts";
import { declaredCreations } from "./creation.check.ts";
import { declaredOrder } from "./order.check.ts";
import { declaredPaging } from "./paging.check.ts";
import { declaredRecords } from "./records.check.ts";
import { declaredRejections } from "./rejections.check.ts";
import { declaredStatuses } from "./statuses.check.ts";

/** The rules of a declared dialect, judged only if one is given. Each key of a dialect names its check. */
export const declaredRequirements: readonly Requirement[] = [
  ...declaredPaging,
  ...declaredOrder,
  ...declaredStatuses,
  ...declaredRejections,
  ...declaredCreations,
  ...declaredAnswers,
  ...declaredRecords,
].toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1));
