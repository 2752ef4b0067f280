import { corsSchema, type Cors } from "../../fixtures/dialect/requests.ts";
import type { Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { certain, ifKnown, likely, type Answer, type Found } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type AsGood, type Source } from "./source.ts";

/** An origin that no service knows, and where frontends are developed. */
const origins = ["https://orgkit.example", "http://localhost:3000"] as const;

interface Allowed {
  readonly origins: Cors["origins"];
  readonly read: Answer;
  readonly preflight: Answer;
  readonly origin: string;
}

/** What pages of these origins are allowed, by the first that is; `undefined` where none is. */
const allowed = memoize(async (source: Source): Promise<readonly [Allowed | undefined, readonly Answer[]]> => {
  const asked: Answer[] = [];
  for (const origin of origins) {
    const read = await ask(source, { operation: "listUsers", headers: { origin } });
    const preflight = await ask(source, { ...options, as: "none", headers: { origin, ...wanted } });
    asked.push(read, preflight);
    const named = header(read, "allow-origin") ?? header(preflight, "allow-origin");
    if (named === "*" || named === origin) {
      const other = named === "*" ? "*" : origin === origins[0] ? "echo" : [origin];
      return [{ origins: other, read, preflight, origin }, asked];
    }
  }
  return [undefined, asked];
});

const options: Call = { operation: "listUsers", method: "OPTIONS" };
const requested = "authorization,x-orgkit-probe";
const wanted = { "access-control-request-method": "GET", "access-control-request-headers": requested };

function header({ exchange }: Answer, name: string): string | undefined {
  return exchange.response.headers[`access-control-${name}`];
}

/** What a browser is told of other origins. */
export async function cors(source: Source): Promise<Found> {
  const [found, asked] = await allowed(source);
  if (found === undefined) {
    return likely(null, asked, `no page of ${origins.join(" or ")} may read`);
  }
  const { read, preflight } = found;
  const isTold = ["allow-methods", "allow-headers"].some((name) => header(preflight, name) !== undefined);
  const isAnswered = isTold && isSuccess(preflight.exchange) && header(preflight, "allow-origin") !== undefined;
  const age = Number(header(preflight, "max-age") ?? Number.NaN);
  const named = header(preflight, "allow-headers")?.replaceAll(" ", "");
  const value = {
    origins: found.origins,
    credentials: header(read, "allow-credentials") === "true",
    expose: header(read, "expose-headers") || null,
    preflight: isAnswered ? preflight.exchange.response.status : null,
    ...(isAnswered && {
      methods: header(preflight, "allow-methods") || "GET",
      headers: named?.toLowerCase() === requested ? "{{requested}}" : header(preflight, "allow-headers") || "Accept",
      maxAge: Number.isInteger(age) && age >= 0 ? age : null,
    }),
  };
  const usual: Readonly<Record<string, unknown>> = corsSchema.parse({});
  const own = Object.entries(value).filter(([name, member]) => member !== usual[name]);
  return certain({ origins: value.origins, ...Object.fromEntries(own) }, [read, preflight]);
}

/** What an `OPTIONS` request gets that is not a preflight. */
export async function optionsReply(source: Source): Promise<Found> {
  const answer = await ask(source, options, ({ call }) => call.method === "OPTIONS" && call.as === undefined);
  if (!isSuccess(answer.exchange)) return certain("method", [answer]);
  const [found] = (await ifKnown(allowed(source))) ?? [];
  const { status, headers, body } = answer.exchange.response;
  if (found !== undefined && header(answer, "allow-methods") !== undefined) return certain("preflight", [answer]);
  const allow = headers["allow"];
  const text = allow === undefined || allow === "" ? body : body.replaceAll(allow, "{{allow}}");
  return certain({ status, contentType: headers["content-type"] || null, body: text }, [answer]);
}

/** What a `HEAD` request gets. */
export async function head(source: Source): Promise<Found> {
  const isAsGood: AsGood = ({ call }) => call.method === "HEAD" && call.as === undefined;
  const answer = await ask(source, { operation: "listUsers", method: "HEAD" }, isAsGood);
  return certain(isSuccess(answer.exchange) ? "get" : "method", [answer]);
}
