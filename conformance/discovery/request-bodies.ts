import { isSuccess } from "../target/exchange.ts";
import { creation } from "./creation.ts";
import { isSameFailure } from "./failure-text.ts";
import { unreadableBody } from "./limits.ts";
import { Unset, type Answer } from "./observation.ts";
import { ask, type Source } from "./source.ts";

/** Media types that services for JSON reject, if they look at the type at all. */
const otherTypes = ["application/xml", "text/plain", "application/x-www-form-urlencoded"];

/** The rejections of bodies for their media type: unlike those of a body that is not JSON, and of an empty object. */
export async function otherMediaType(source: Source): Promise<readonly Answer[]> {
  const malformed = await unreadableBody(source);
  const { rejections } = await creation(source);
  const known = [malformed, ...rejections];
  const answers: Answer[] = [];
  for (const type of otherTypes) {
    answers.push(await ask(source, { operation: "createUser", text: { type, content: "{" } }));
  }
  const rejected = answers.filter(
    (answer) => !isSuccess(answer.exchange) && !known.some((other) => isSameFailure(answer, other)),
  );
  if (rejected.length === 0) throw new Unset("no content type is rejected as such");
  return rejected;
}
