import { hasId, operationIds, operations } from "../../fixtures/contract/operations.ts";
import type { Requests } from "../../fixtures/dialect/requests.ts";
import { hasEnvelope } from "./answer-to.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { otherMethod } from "./cors.ts";
import { isSameFailure } from "./failure-text.ts";
import { anyKnown, certain, ifKnown, Unset, type Answer, type Found } from "./observation.ts";
import { unknownPath } from "./rejections.ts";
import { readById } from "./one-record.ts";
import { ask, type Source } from "./source.ts";

type Paths = Requests["otherMethods"];

/** The response of a path to a method that it does not have, and what that shows. */
interface OtherMethod {
  readonly path: keyof Paths;
  readonly answer: Answer;
  readonly handling: Paths["users"] | undefined;
}

/** One operation of each kind of record, whose paths a dialect handles alike. */
const ofKinds = [...Map.groupBy(operationIds, (id) => operations[id].record).values()].flatMap(([one]) => one ?? []);

export const otherMethods = memoize(async (source: Source): Promise<readonly OtherMethod[]> => {
  const method = await otherMethod(source);
  const answers = await anyKnown(
    ofKinds.map((operation) => async () => ({
      path: `${operations[operation].record}s` as const,
      answer: await ask(source, {
        ...(hasId(operation) ? (await readById(source, operation))[0].call : { operation }),
        method,
      }),
    })),
    "no request got a response",
  );
  const unknown = await ifKnown(unknownPath(source));
  const isUnknown = (answer: Answer): boolean =>
    unknown !== undefined && isSameFailure(unknown, asRead(answer, method));
  const areAllUnknown = answers.every(({ answer }) => isSuccess(answer.exchange) || isUnknown(answer));
  return answers.map(({ path, answer }) => {
    if (!isSuccess(answer.exchange)) {
      return { path, answer, handling: isUnknown(answer) && !areAllUnknown ? "unknownPath" : "method" };
    }
    return { path, answer, handling: hasEnvelope(answer.exchange) ? "get" : undefined };
  });
});

/** The response, with the method that it repeats replaced. */
function asRead({ call, exchange }: Answer, method: string): Answer {
  const { response } = exchange;
  return { call, exchange: { ...exchange, response: { ...response, body: response.body.replaceAll(method, "GET") } } };
}

export async function methodHandling(source: Source): Promise<Found> {
  const seen = (await otherMethods(source)).filter(({ handling }) => handling !== undefined);
  if (seen.length === 0) throw new Unset("other methods get a success without an envelope");
  const value = seen.flatMap(({ path, handling }) => (handling === "method" ? [] : [[path, handling ?? null]]));
  return certain(
    Object.fromEntries(value),
    seen.map(({ answer }) => answer),
  );
}
