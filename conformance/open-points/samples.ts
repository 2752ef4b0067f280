import { hasId, isList, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { credentialKinds, type Credentials } from "../target/credentials.ts";
import type { Call } from "../log/model.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { hasEnvelope } from "../log/exchanges.ts";
import { creating } from "./creations.ts";
import { NotServed, NotShown, type Answer, type Reader } from "./reader.ts";
import { escapePattern, percentDecoded } from "../../fixtures/values/text.ts";

/** The plain request of an operation, and its success. */
interface Sample {
  readonly call: Call;
  readonly exchange: Answer;
}

/** How many ids are read at most. */
const maxIds = 4;

/** The plain request of an operation. @throws NotShown if it does not succeed */
export async function readSample(reader: Reader, operation: OperationId): Promise<Sample> {
  if (operations[operation].shape === "create") {
    const { body, exchange } = (await creating(reader)).first;
    return { call: reader.tries ? { operation, body } : { operation }, exchange };
  }
  return (await readSamples(reader, operation))[0];
}

/** The plain requests of an operation that reads, for all known ids. @throws NotShown if none succeeds */
export const readSamples = memoize(
  async (reader: Reader, operation: OperationId): Promise<readonly [Sample, ...Sample[]]> => {
    const calls = hasId(operation) ? idCalls(reader, operation) : [{ operation }];
    const samples: Sample[] = [];
    let rejection: Answer | undefined;
    for (const call of calls) {
      const exchange = await reader.ask(call);
      if (isSuccess(exchange)) samples.push({ call, exchange });
      else rejection ??= exchange;
    }
    const { record } = operations[operation];
    const [first, ...others] = samples;
    if (first !== undefined) return [first, ...others];
    if (rejection === undefined)
      throw new NotShown(`no ${record} id is known (--id ${record}=ID)`, { lack: `${record}-id` });
    const give = isList(operation) ? "a token that may read it" : `--id ${record}=ID`;
    throw new NotServed(`: it gets ${rejection.response.status}`, { give });
  },
);

/** The successes of an operation in the run. @throws NotShown if there are none */
export async function readSuccesses(reader: Reader, operation: OperationId): Promise<readonly [Answer, ...Answer[]]> {
  if (reader.successes(operation).length === 0) await readSample(reader, operation);
  const [first, ...others] = reader.successes(operation);
  if (first === undefined) throw new NotServed();
  return [first, ...others];
}

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

/**
 * Whether two requests were rejected in the same way: with the same status, content type and body, except for what the
 * client sent and what changes in each response.
 */
export function isSameFailure(one: Answer, other: Answer): boolean {
  const [{ status, headers }, also] = [one.response, other.response];
  const isSameType = headers["content-type"] === also.headers["content-type"];
  return status === also.status && isSameType && normalizeBody(one) === normalizeBody(other);
}

/** The body without echoes of the path, ids, timestamps and indentation. */
function normalizeBody({ request, response }: Answer): string {
  const url = new URL(request.url);
  const echoes = [...url.pathname.split("/").map(percentDecoded), ...url.searchParams.values(), url.pathname].filter(
    (part) => /[\d~]/.test(part),
  );
  return echoes
    .toSorted((left, right) => right.length - left.length)
    .reduce((words, echo) => words.replaceAll(asWord(echo), "…"), response.body)
    .replaceAll(volatile, "…")
    .replaceAll(/\s+/g, "");
}

/** A short text may be a part of another word by chance. */
function asWord(echo: string): RegExp | string {
  return echo.length > 3 ? echo : new RegExp(String.raw`(?<!\w)${escapePattern(echo)}(?!\w)`, "g");
}

/** Timestamps, request ids, and long numbers. */
const volatile =
  /\d{4}-\d{2}-\d{2}[T ][\d:.]+Z?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b|\b\d{9,}\b/gi;
