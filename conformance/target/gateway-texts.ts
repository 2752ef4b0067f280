import { visibleLine } from "../../fixtures/values/visible.ts";
import { firewallHeaders, type HttpExchange } from "./exchange.ts";

/** What gateways write instead of a service's response, and what to do then. */
const advice: readonly (readonly [text: RegExp, advice: string])[] = [
  [
    /HTTP request .*to (?:an )?HTTPS|plain HTTP to an SSL/i,
    "The target speaks HTTPS there: give https:// in the base URL.",
  ],
  [/SSL certificate/i, "The target demands a client certificate: give one with --cert FILE and --key FILE."],
  [
    /attention required|just a moment|human verification|request (?:is |was )?(?:blocked|rejected|forbidden by)|not acceptable|cf-mitigated|x-amzn-waf-action/i,
    "It reads as if a firewall blocked this client: let it through, or run from where it is allowed.",
  ],
  [/maintenance|be right back/i, "It reads like maintenance: run again when it is over."],
  [
    /missing authentication token/i,
    "API Gateway says this where it has no such path: does the base URL include its stage?",
  ],
  [/api key|subscription key|x-[a-z-]+/i, "It reads as if a header were missing: add it with --header."],
  [/misdirected/i, "The host in the base URL is not one that this gateway serves: check the base URL."],
  [/header .*too large/i, "The gateway accepts shorter headers only: are the token and --header right?"],
];

/** What to do about a response, by what it says. */
export function adviceFor(exchange: HttpExchange): string | undefined {
  const { headers = {} } = exchange.response ?? {};
  const text = [describeBody(exchange), ...firewallHeaders.filter((name) => name in headers)].join("\n");
  return advice.find(([pattern]) => pattern.test(text))?.[1];
}

/** The text of a response on one line, without the tags of a page. */
export function describeBody({ response }: HttpExchange): string {
  const body = response?.body ?? "";
  const isPage = /^\s*</.test(body);
  return visibleLine(isPage ? body.replaceAll(/<(?:style|script).*?<\/(?:style|script)>|<[^>]*>/gis, " ") : body, 300);
}
