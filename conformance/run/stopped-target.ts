import { summarize, type Exchange } from "../target/exchange.ts";
import { requestsOf } from "../target/recorder.ts";
import { Unavailable, type Session } from "../target/session.ts";

/** This many requests in a row without a response are a reason to look whether the target still runs. */
const minSilent = 2;

/** The label of the request that looks whether a target still runs, which is not a request of any check. */
const label = "whether the target still responds";

/**
 * Whether a target stopped responding in the middle of a run: the last requests got no connection, and a plain one gets
 * none either.
 * @returns the problem, with the request that came last; `undefined` if it still responds
 */
export async function stoppedResponding(session: Session): Promise<string | undefined> {
  const { entries } = session;
  const last = entries.findLastIndex(({ exchange }) => !isDisconnected(exchange));
  const silent = entries.slice(last + 1);
  const [first] = silent;
  if (last < 0 || first === undefined || silent.length < minSilent) return undefined;
  const again = await session.call({ operation: "listUsers", label: `${label}, after ${entries.length}` });
  if (again instanceof Unavailable || !isDisconnected(again)) return undefined;
  const count = requestsOf(entries.slice(0, last + 1));
  const { authorization } = first.exchange.request.headers;
  const credentials = authorization === undefined ? "without Authorization" : `with Authorization: ${authorization}`;
  return [
    `${session.target.baseUrl} stopped responding after ${count} requests, so the rest cannot be judged.`,
    `  First without a response: ${summarize(first.exchange)} (${credentials})`,
    "  If it crashed, see its log: a request that a client may send must not end a service.",
  ].join("\n");
}

/** Nothing listens there, or it closes every connection. */
function isDisconnected({ noReply }: Exchange): boolean {
  return noReply?.kind === "refused" || noReply?.kind === "unknown-host" || noReply?.kind === "broken";
}
