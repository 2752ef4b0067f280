import { Failure } from "./failure.ts";

/** Why an `Accept` header is rejected (RFC 9110 §12.5.1): it lists nothing that JSON matches. */
export function acceptFault(accept: string | undefined): Failure | undefined {
  const ranges = (accept ?? "*/*").split(",").map((range) => range.trim().toLowerCase());
  const isJson = ranges.some(
    (range) =>
      /^(?:\*\/\*|application\/(?:\*|(?:[\w.-]+\+)?json))(?:;|$)/.test(range) && !/;\s*q=0(?:\.0*)?$/.test(range),
  );
  return isJson
    ? undefined
    : new Failure("notAcceptable", `The response is JSON, which "${accept}" does not accept.`, {
        rule: "requests.accept",
      });
}
