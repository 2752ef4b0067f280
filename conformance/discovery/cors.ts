import type { Cors } from "../../fixtures/dialect/requests.ts";
import { certain, likely, type Answer, type Found } from "./observation.ts";
import { ask, type Source } from "./source.ts";

/** An unknown origin, and a usual one for developing frontends. */
const origins = ["https://orgkit.example", "http://localhost:3000"] as const;

function header({ exchange }: Answer, name: string): string | undefined {
  return exchange.response.headers[`access-control-${name}`];
}

/** A browser asks first whether a page may send a token. */
function askPreflight(source: Source, origin: string): Promise<Answer> {
  const wanted = { "access-control-request-method": "GET", "access-control-request-headers": "authorization" };
  return ask(source, { operation: "listUsers", method: "OPTIONS", as: "none", headers: { origin, ...wanted } });
}

/** Which pages of other origins may read, by the first of the tried ones that may. */
export async function cors(source: Source): Promise<Found> {
  const asked: Answer[] = [];
  for (const origin of origins) {
    const read = await ask(source, { operation: "listUsers", headers: { origin } });
    asked.push(read);
    const named = header(read, "allow-origin");
    if (named !== "*" && named !== origin) continue;
    const preflight = await askPreflight(source, origin);
    if (header(preflight, "allow-origin") === undefined) {
      return likely(null, [read, preflight], "browsers may read responses, but not ask with a token");
    }
    const allowed: Cors["origins"] = named === "*" ? "*" : origin === origins[0] ? "echo" : [origin];
    const isWithCredentials = allowed !== "*" && header(read, "allow-credentials") === "true";
    return certain({ origins: allowed, ...(isWithCredentials && { credentials: true }) }, [read, preflight]);
  }
  return likely(null, asked, `no page of ${origins.join(" or ")} may read`);
}
