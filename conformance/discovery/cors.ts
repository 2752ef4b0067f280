import { corsSchema, type Cors } from "../../fixtures/dialect/requests.ts";
import type { Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { certain, ifKnown, likely, type Answer, type Found } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type Source } from "./source.ts";

/** An unknown origin, and a usual one for developing frontends. */
const origins = ["https://orgkit.example", "http://localhost:3000"] as const;

/** What pages of other origins may do. */
interface Allowed {
  readonly origins: Cors["origins"];
  readonly read: Answer;
  readonly preflight: Answer | undefined;
  /** Whether a preflight for an unknown header is rejected. */
  readonly isStrict?: boolean;
  /** Why it is uncertain. */
  readonly doubt?: string;
}

interface AllowedOrigins {
  /** `undefined` if none is allowed. */
  readonly found: Allowed | undefined;
  readonly asked: readonly Answer[];
  readonly others: string;
}

/** What pages of these origins may do, by the first one allowed. */
const allowed = memoize(async (source: Source): Promise<AllowedOrigins> => {
  const asked: Answer[] = [];
  for (const origin of origins) {
    const read = await ask(source, { operation: "listUsers", headers: { origin } });
    asked.push(read);
    // Services that allow only some origins send it in every response.
    if (origin !== origins[0] && header(read, "allow-origin") === undefined) break;
    let preflight = await askPreflight(source, origin, "authorization,x-orgkit-probe");
    asked.push(preflight);
    const named = header(read, "allow-origin") ?? header(preflight, "allow-origin");
    // Some services reject a preflight with an unknown header.
    const isStrict = named !== undefined && !isTold(preflight);
    if (isStrict) {
      preflight = await askPreflight(source, origin, "authorization");
      asked.push(preflight);
    }
    if (named === "*" || named === origin) {
      const other = named === "*" ? "*" : origin === origins[0] ? "echo" : [origin];
      return { found: { origins: other, read, preflight, isStrict }, asked, others: "" };
    }
  }
  return { found: undefined, asked, others: origins.join(" or ") };
});

const options: Call = { operation: "listUsers", method: "OPTIONS" };

function askPreflight(source: Source, origin: string, requested: string): Promise<Answer> {
  const wanted = { "access-control-request-method": "GET", "access-control-request-headers": requested };
  return ask(source, { ...options, as: "none", headers: { origin, ...wanted } });
}

function isTold(preflight: Answer): boolean {
  const isAllowing = ["allow-methods", "allow-headers"].some((name) => header(preflight, name) !== undefined);
  return isAllowing && isSuccess(preflight.exchange) && header(preflight, "allow-origin") !== undefined;
}

function header({ exchange }: Answer, name: string): string | undefined {
  return exchange.response.headers[`access-control-${name}`];
}

/** The CORS headers. */
export async function cors(source: Source): Promise<Found> {
  const { found, asked, others } = await allowed(source);
  if (found === undefined) return likely(null, asked, `no page of ${others} may read`);
  const { read, preflight, isStrict = false, doubt } = found;
  const value = {
    origins: found.origins,
    credentials: header(read, "allow-credentials") === "true",
    expose: header(read, "expose-headers") || null,
    ...(preflight && toldBefore(preflight, isStrict)),
  };
  const usual: Readonly<Record<string, unknown>> = corsSchema.parse({});
  const own = Object.entries(value).filter(([name, member]) => member !== usual[name]);
  const whole = { origins: value.origins, ...Object.fromEntries(own) };
  const evidence = preflight === undefined || preflight === read ? [read] : [read, preflight];
  return doubt === undefined ? certain(whole, evidence) : likely(whole, evidence, doubt);
}

/** The response to a preflight. */
function toldBefore(preflight: Answer, isStrict: boolean): Partial<Cors> {
  if (!isTold(preflight)) return { preflight: null };
  const age = Number(header(preflight, "max-age") ?? Number.NaN);
  const named = header(preflight, "allow-headers");
  const asked = preflight.call.headers?.["access-control-request-headers"];
  return {
    preflight: preflight.exchange.response.status,
    methods: header(preflight, "allow-methods") || "GET",
    headers:
      named !== undefined && !isStrict && spaceless(named) === spaceless(asked) ? "{{requested}}" : named || "Accept",
    maxAge: Number.isInteger(age) && age >= 0 ? age : null,
  };
}

function spaceless(text = ""): string {
  return text.replaceAll(" ", "").toLowerCase();
}

/** The response to an `OPTIONS` request that is not a preflight. */
export async function optionsReply(source: Source): Promise<Found> {
  const answer = await ask(source, options);
  if (!isSuccess(answer.exchange)) return certain("method", [answer]);
  if (pageIn(answer.exchange) !== undefined) return certain("get", [answer]);
  const { found } = (await ifKnown(allowed(source))) ?? {};
  const { status, headers, body } = answer.exchange.response;
  if (found !== undefined && header(answer, "allow-methods") !== undefined) return certain("preflight", [answer]);
  const allow = headers["allow"];
  const text = allow === undefined || allow === "" ? body : body.replaceAll(allow, "{{allow}}");
  return certain({ status, contentType: headers["content-type"] || null, body: text }, [answer]);
}

/** A method without an operation or an effect: servers know `OPTIONS` best, unless it succeeds. */
export const otherMethod = memoize(async (source: Source): Promise<"OPTIONS" | "PROPFIND"> => {
  return (await ifKnown(optionsReply(source)))?.value === "method" ? "OPTIONS" : "PROPFIND";
});

/** The response to a `HEAD` request. */
export async function head(source: Source): Promise<Found> {
  const answer = await ask(source, { operation: "listUsers", method: "HEAD" });
  return certain(isSuccess(answer.exchange) ? "get" : "method", [answer]);
}
