import { describe, readEnvelope, type EnvelopeParts, type Members } from "../target/envelope.ts";
import type { Success } from "../target/exchange.ts";
import { failed, passed, skipped, type Outcome } from "./check.ts";
import { everywhere, type Compared, type IsPlace } from "./everywhere.ts";

export type Everywhere = ReturnType<typeof everywhere>;

/** Judges the envelope (§2) in every success. */
export function onEnvelope(
  judge: (parts: EnvelopeParts, sample: Success) => Outcome,
  isPlace?: IsPlace,
  compared?: Compared,
): Everywhere {
  return everywhere((sample) => judge(readEnvelope(sample.response), sample), isPlace, compared);
}

/** `onEnvelope` for `data` and `meta`: a body that can have neither belongs to ENV-01. */
export function onMember(
  name: "data" | "meta",
  type: "array" | "object",
  more: (parts: EnvelopeParts, sample: Success) => Outcome | undefined = () => undefined,
): Everywhere {
  return onEnvelope((parts, sample) => {
    if (parts.object === undefined) return skipped("the body is not a JSON object (see ENV-01)", sample);
    if (parts[name] === undefined) {
      return failed(`\`${name}\` is ${describe(parts.object[name])}; §2 says ${type}`, sample);
    }
    const other = more(parts, sample);
    if (other !== undefined) return other;
    return passed(
      `\`${name}\` is an ${type}${parts.data && name === "data" ? ` of ${parts.data.length}` : ""}`,
      sample,
    );
  });
}

/** `onEnvelope` for rules about `meta`: a body without it belongs to ENV-03. */
export function onMeta(
  judge: (meta: Members, sample: Success) => Outcome,
  isPlace?: IsPlace,
  compared?: Compared,
): Everywhere {
  return onEnvelope(
    ({ meta }, sample) =>
      meta === undefined ? skipped("`meta` is not an object (see ENV-03)", sample) : judge(meta, sample),
    isPlace,
    compared,
  );
}
