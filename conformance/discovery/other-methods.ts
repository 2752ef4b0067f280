import { hasId, operationIds, operations } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { anyKnown, ifKnown, Unset, type Answer } from "./observation.ts";
import { readById } from "./one-record.ts";
import { ask, type Source } from "./source.ts";

/** One operation of each kind of record, whose paths services handle alike. */
const ofKinds = [...Map.groupBy(operationIds, (id) => operations[id].record).values()].flatMap(([one]) => one ?? []);

/** Methods that no path has and that change nothing; without writes, only `OPTIONS` may be sent. */
const otherMethods = ["PROPFIND", "OPTIONS"] as const;

/** The rejections of a method that a path does not have. @throws Unset if it is not rejected */
export const rejectedMethods = memoize(async (source: Source): Promise<readonly Answer[]> => {
  for (const method of otherMethods) {
    const answers = await ifKnown(askAll(source, method));
    const rejected = answers?.filter(({ exchange }) => !isSuccess(exchange)) ?? [];
    if (rejected.length > 0) return rejected;
  }
  throw new Unset("other methods are not rejected");
});

function askAll(source: Source, method: (typeof otherMethods)[number]): Promise<readonly Answer[]> {
  const calls = ofKinds.map((operation) => async () => {
    const call = hasId(operation) ? (await readById(source, operation))[0].call : { operation };
    return ask(source, { ...call, method });
  });
  return anyKnown(calls, "no request got a response");
}
