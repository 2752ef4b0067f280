import { hasEnvelope } from "./answer-to.ts";
import { isSuccess } from "../target/exchange.ts";
import { noSuchParameter, readList } from "./list.ts";
import { certain, ifKnown, likely, Unset, type Found } from "./observation.ts";
import { ask, type Source } from "./source.ts";
import { subscriptions } from "./subscriptions.ts";

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** The response to another spelling of a path. */
export async function spelling(source: Source, path: string): Promise<Found> {
  const answer = await ask(source, { operation: "listUsers", path });
  const { status, headers } = answer.exchange.response;
  if (hasEnvelope(answer.exchange)) return certain("same", [answer]);
  if (redirects.has(status) && /\/api\/v1\/users(?:\?|$)/.test(headers["location"] ?? ""))
    return certain(status, [answer]);
  if (status >= 400) return certain("unknown", [answer]);
  throw new Unset(`\`${path}\` responds with ${status}, which a dialect cannot express`);
}

/** The response to an unknown parameter. */
export async function unknownParameters(source: Source): Promise<Found> {
  const { page, answer } = await readList(source, "users", { [noSuchParameter]: "1" });
  if (page !== undefined) return certain("ignore", [answer]);
  const readable = (await ifKnown(subscriptions(source)))?.answers[0].call;
  const path = readable?.path === undefined ? undefined : `${readable.path}?${noSuchParameter}=1`;
  const other = path === undefined ? undefined : await ifKnown(ask(source, { operation: "listUsers", path }));
  if (other === undefined) return likely("reject", [answer], "it was tried with a list alone");
  return certain(isSuccess(other.exchange) ? "rejectInLists" : "reject", [answer, other]);
}
