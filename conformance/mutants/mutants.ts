import { authMutants } from "./auth.mutants.ts";
import { declaredFailureMutants } from "./declared-failures.mutants.ts";
import { declaredListMutants } from "./declared-lists.mutants.ts";
import { declaredRecordMutants } from "./declared-records.mutants.ts";
import { envelopeMutants } from "./envelope.mutants.ts";
import type { Mutant } from "./mutant.ts";
import { recordMutants } from "./records.mutants.ts";

/** Every mutant there is. */
export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...authMutants,
  ...recordMutants,
  ...declaredListMutants,
  ...declaredFailureMutants,
  ...declaredRecordMutants,
];
