import type { Exchange } from "../../target/exchange.ts";
import { isSuccess } from "../../target/exchange.ts";
import { notArising, observed, type Check } from "../check.ts";
import { entriesOf, onSample } from "./seen.ts";

const rateHeader = /^(x-)?rate-?limit/;

/** Headers whose value says what the limit is, and not how far the caller has come. */
const boundHeader = /(limit|policy)$/;

/** OBS-16: whether replies tell of a rate limit, and whether the run met one. */
const rateLimit: Check = {
  id: "OBS-16",
  judge: (session, operation) =>
    onSample(session, operation, (sample) => {
      const entries = entriesOf(session, operation);
      const limited = entries.filter(({ exchange, waited }) => waited > 0 || exchange.response?.status === 429);
      const headers = describeHeaders(entries.map(({ exchange }) => exchange).filter(isSuccess));
      const seen = [
        ...(headers.length === 0 ? [] : [`replies carry ${headers.join(", ")}`]),
        ...(limited.length === 0 ? [] : ["too many calls are answered with 429"]),
      ];
      if (seen.length === 0) return observed("no limit shows: no header of one, and no call answered with 429", sample);
      return observed(seen.join(", "), sample, ...limited.slice(0, 1).map(({ exchange }) => exchange));
    }),
};

/** The rate limit headers of replies by name, with the values that say what the limit is. */
function describeHeaders(replies: readonly Exchange[]): readonly string[] {
  const headers = replies.map(({ response }) => response?.headers ?? {});
  const names = [...new Set(headers.flatMap((one) => Object.keys(one)))].filter((name) => rateHeader.test(name));
  return names.toSorted().map((name) => {
    const values = new Set(headers.map((one) => one[name]).filter((value) => value !== undefined));
    const [value = ""] = values;
    const isBound = boundHeader.test(name) && values.size === 1 && /^\d{1,9}(;w=\d{1,9})?$/.test(value);
    return isBound ? `${name} (${value})` : name;
  });
}

/** OBS-18: a payload of growing size would be a burden on the target, so no call asks for it. */
const payloadSize: Check = {
  id: "OBS-18",
  judge: (session, operation) =>
    onSample(session, operation, () => {
      const tooLarge = entriesOf(session, operation).find(({ exchange }) => exchange.response?.status === 413);
      if (tooLarge === undefined) return notArising("not probed");
      return observed("a payload too large is answered with 413", tooLarge.exchange);
    }),
};

export const limitObservations: readonly Check[] = [rateLimit, payloadSize];
