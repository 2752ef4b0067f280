import type { Check } from "../check.ts";
import { declaredCreationChecks } from "./creation.check.ts";
import { declaredOrderChecks } from "./order.check.ts";
import { declaredPagingChecks } from "./paging.check.ts";
import { declaredRecordChecks } from "./records.check.ts";
import { declaredRefusalChecks } from "./refusals.check.ts";
import { declaredStatusChecks } from "./statuses.check.ts";

/** The checks of what a dialect declares. */
export const declarations: readonly Check[] = [
  ...declaredPagingChecks,
  ...declaredOrderChecks,
  ...declaredStatusChecks,
  ...declaredRefusalChecks,
  ...declaredCreationChecks,
  ...declaredRecordChecks,
];
