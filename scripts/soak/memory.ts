import { median } from "../bench/report.ts";

/** What was resident at one moment. */
export interface Sample {
  /** Since the start. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** How memory went once the mock was warm. Megabytes. */
export interface Course {
  readonly first: number;
  readonly last: number;
  readonly most: number;
  /** Megabytes a minute. */
  readonly slope: number;
}

/** The course of the samples from a second on. @throws RangeError where there are fewer than two */
export function courseOf(samples: readonly Sample[], fromSecond: number): Course {
  const warm = samples.filter(({ seconds }) => seconds >= fromSecond);
  const [first] = warm;
  const last = warm.at(-1);
  if (first === undefined || last === undefined || first === last) throw new RangeError("there are too few samples");
  return {
    first: first.megabytes,
    last: last.megabytes,
    most: Math.max(...warm.map(({ megabytes }) => megabytes)),
    slope: slopeOf(warm) * 60,
  };
}

/** The median of the slopes between any two samples: one jump, or a saw, is no growth. */
function slopeOf(samples: readonly Sample[]): number {
  return median(
    samples.flatMap((earlier, index) =>
      samples
        .slice(index + 1)
        .map((later) => (later.megabytes - earlier.megabytes) / (later.seconds - earlier.seconds)),
    ),
  );
}
