import { operations } from "../../../fixtures/contract/operations.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { notArising, observed, skipped, type Check } from "../check.ts";
import { describeElements, describeFields } from "./fields.ts";
import { elementsOf, onSuccessSeen, recordSamples } from "./seen.ts";
import { describeStates } from "./states.ts";

/** One observation of the elements of `data`, wherever there are some. */
function elementsCheck(id: string, describe: (elements: readonly unknown[]) => string): Check {
  return {
    id,
    judge: (session, operation) =>
      onSuccessSeen(session, operation, async (plain) => {
        const samples = await recordSamples(session, operation, plain);
        if (readEnvelope(plain.response).data === undefined) return skipped("`data` is no array (see ENV-02)", plain);
        const elements = elementsOf(samples);
        if (elements.length === 0) {
          // What a creation returns is open too (§4); an empty list only says that there are no records.
          if (operations[operation].shape === "create") return observed("`data` is empty after a creation", plain);
          return notArising("there are no records, so nothing shows it", ...samples);
        }
        return observed(describe(elements), ...samples);
      }),
  };
}

/** OBS-01, -02, -03: the fields of the three resources; -04: their states; -11: what the elements of `data` are. */
export const recordObservations: readonly Check[] = [
  elementsCheck("OBS-01", describeFields),
  elementsCheck("OBS-02", describeFields),
  elementsCheck("OBS-03", describeFields),
  elementsCheck("OBS-04", describeStates),
  elementsCheck("OBS-11", describeElements),
];
