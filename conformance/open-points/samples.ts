import { hasId, isList, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { credentialKinds, type Credentials } from "../target/credentials.ts";
import type { Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { hasEnvelope } from "../rules/selection.ts";
import { creating } from "./creations.ts";
import { NotServed, NotShown, type Answer, type Reader } from "./reader.ts";

/** The plain request of an operation, and its success. */
export interface Sample {
  readonly call: Call;
  readonly exchange: Answer;
}

/** How many ids are read at most. */
const maxIds = 4;

/** The plain request of an operation. @throws NotShown if it does not succeed */
export async function readSample(reader: Reader, operation: OperationId): Promise<Sample> {
  if (operations[operation].shape === "create") {
    const { first, body } = await creating(reader);
    return { call: reader.tries ? { operation, body } : { operation }, exchange: first.exchange };
  }
  const [sample] = await readSamples(reader, operation);
  if (sample === undefined) throw new Error("readSamples returns at least one");
  return sample;
}

/** The plain requests of an operation that reads, for all known ids. @throws NotShown if none succeeds */
export const readSamples = memoize(async (reader: Reader, operation: OperationId): Promise<readonly Sample[]> => {
  const calls = hasId(operation) ? idCalls(reader, operation) : [{ operation }];
  const samples: Sample[] = [];
  let rejection: Answer | undefined;
  for (const call of calls) {
    const exchange = await reader.ask(call);
    if (isSuccess(exchange)) samples.push({ call, exchange });
    else rejection ??= exchange;
  }
  const { record } = operations[operation];
  if (samples.length > 0) return samples;
  if (rejection === undefined)
    throw new NotShown(`no ${record} id is known (--id ${record}=ID)`, { lack: `${record}-id` });
  const give = isList(operation) ? "a token that may read it" : `--id ${record}=ID`;
  throw new NotServed(`: it gets ${rejection.response.status}`, { give });
});

/** Given ids, and those that records of lists name. */
function idCalls({ facts }: Reader, operation: OperationId): readonly Call[] {
  const configured = facts.ids(operation);
  const ids = [...configured, ...(configured.length < 2 ? facts.candidateIds(operation) : [])];
  return ids.slice(0, maxIds).map((id) => ({ operation, id }));
}

/** The rejection of a request that must not succeed. */
export async function askRejected(reader: Reader, call: Call, what: string): Promise<Answer> {
  const exchange = await reader.ask(call);
  if (!isSuccess(exchange)) return exchange;
  throw new NotShown(`${what} is not rejected: it gets ${exchange.response.status}`);
}

/** The rejection of credentials on an operation. @throws NotShown if they are accepted, which AUTH-02 to AUTH-07 judge */
export async function rejectedWith(reader: Reader, operation: OperationId, as: Credentials): Promise<Answer> {
  const sample = await readSample(reader, operation);
  const exchange = await reader.ask({ ...sample.call, as });
  if (!isSuccess(exchange) || (hasEnvelope(sample.exchange) && !hasEnvelope(exchange))) return exchange;
  throw new NotShown(`a request with ${credentialKinds[as].words} is not rejected (see AUTH-02 to AUTH-07)`);
}
