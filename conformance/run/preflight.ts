import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { summarize, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Target } from "../target/target.ts";

/**
 * Can this target be judged at all? Sends the authorized calls that only read (the checks use them again).
 * @returns what to mend first, or `undefined` where judging can begin
 */
export async function preflight(session: Session): Promise<string | undefined> {
  const calls = operationIds.filter(onlyReads).map((operation) => session.call({ operation }));
  const samples = (await Promise.all(calls)).filter((sample): sample is Exchange => !(sample instanceof Unavailable));
  if (samples.every(({ response }) => response === undefined)) return unreachable(session.target.baseUrl, samples[0]);
  if (samples.every(({ response }) => isRefusal(response?.status))) return nowhereAccepted(session.target, samples);
  return undefined;
}

function onlyReads(operation: OperationId): boolean {
  return operations[operation].method === "GET";
}

function isRefusal(status: number | undefined): boolean {
  return (
    status !== undefined && (status === 401 || status === 403 || status === 407 || (status >= 300 && status <= 399))
  );
}

const advice: Readonly<Record<NonNullable<Exchange["noReply"]>["kind"], string>> = {
  "unknown-host": "Is the host name right, and does this machine reach it?",
  refused: "Is the server running, and is the port right?",
  tls: "Is its certificate valid for this name, and issued by an authority this machine trusts?",
  timeout: "Is the address right, and does a firewall let this machine through?",
  broken: "Does it speak HTTP there, and not HTTPS?",
  "too-large": "Is this the base URL of the interface?",
};

function unreachable(baseUrl: string, sample: Exchange | undefined): string {
  const noReply = sample?.noReply;
  if (noReply === undefined) return `${baseUrl} could not be asked.`;
  return `${baseUrl} cannot be reached: ${noReply.message}. ${advice[noReply.kind]}`;
}

function nowhereAccepted({ tokenVariables }: Target, samples: readonly Exchange[]): string {
  const answers = samples.map((sample) => `  ${summarize(sample)}`).join("\n");
  const redirected = samples.every(({ response }) => (response?.status ?? 0) < 400);
  const found = redirected
    ? `Every call is redirected, as to a login page (${samples[0]?.response?.headers["location"] ?? "without Location"})`
    : `The token in ${tokenVariables.first} is accepted by no operation`;
  return `${found}, so nothing can be judged:\n${answers}\nGive a valid token, and check that the base URL is the interface's.`;
}
