import { isSuccess } from "../../target/exchange.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { certain, isUnset, unset, type Finding } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";
import { plainList } from "../facts/list.ts";
import { unknownPath } from "../facts/unknown-path.ts";

/** `versions`: what paths without the prefix `/api/v1` get (§9). */
export const versions = {
  "versions.unversioned": (learning) => alias(learning, "/users"),
  "versions.others": (learning) => alias(learning, "/api/v2/users"),
} satisfies Partial<Inferences>;

async function alias(learning: Learning, path: string): Promise<Finding> {
  const plain = await plainList(learning, "users");
  const answer = await learning.ask({ operation: "listUsers", path });
  if (isUnset(answer)) return answer;
  const { data, meta } = readEnvelope(answer.exchange.response);
  const evidence = isUnset(plain) ? [answer] : [answer, plain.answer];
  if (isSuccess(answer.exchange) && data !== undefined && meta !== undefined) return certain("alias", evidence);
  const unknown = await unknownPath(learning);
  const { status } = answer.exchange.response;
  const isUnknown = isUnset(unknown) ? status >= 400 : status === unknown.exchange.response.status;
  if (isUnknown) return certain("notFound", evidence);
  return unset(`\`${path}\` is answered with ${status}, neither as another name nor as an unknown path`);
}
