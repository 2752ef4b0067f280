import { InputError } from "../../fixtures/input-error.ts";

/**
 * The part of the targets to judge: `1/3`. `N` alone takes the part from
 * `JOB_COMPLETION_INDEX`, which counts from 0 in a Kubernetes Indexed Job.
 * @throws InputError where there is no such part
 */
export function readShard(
  text: string | undefined,
  targets: number,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (text === undefined) return undefined;
  const [index, count] = text.includes("/") ? text.split("/").map(Number) : [fromJob(environment), Number(text)];
  if (index === undefined || count === undefined || index > count) {
    throw new InputError("Settings", [
      {
        at: "--shard",
        problem: "expected I/N with I from 1 to N, for instance 1/3; or N, where JOB_COMPLETION_INDEX says which",
      },
    ]);
  }
  if (count > targets) {
    const problem = `there are ${targets} targets, so ${count} shards would leave some with nothing to judge`;
    throw new InputError("Settings", [{ at: "--shard", problem }]);
  }
  return `${index}/${count}`;
}

function fromJob(environment: NodeJS.ProcessEnv): number | undefined {
  const index = environment["JOB_COMPLETION_INDEX"] ?? "";
  return /^\d{1,6}$/.test(index) ? Number(index) + 1 : undefined;
}
