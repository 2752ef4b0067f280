import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import { matchPath } from "../../fixtures/contract/operations.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { readHandlerBaseUrl, type HandlerOptions } from "./handler-options.ts";
import { handleRequest, readHeaders, toHandlerRequest } from "./handled.ts";
import { cutBody, wait as realWait, type Wait } from "./delivery.ts";

/**
 * Answers the requests of a page, or of all pages of a context, from a simulation, without a service worker. A page may
 * request the operations of its own origin, too: there, the dev server answers in development (`orgkit/vite`).
 * @returns a function that stops this
 * @throws InputError if the base URL is not absolute
 */
export async function serveRoutes(
  target: Page | BrowserContext,
  simulation: Simulation,
  options: HandlerOptions = {},
): Promise<() => Promise<void>> {
  const { origin: meant, prefix } = readHandlerBaseUrl("serveRoutes", options, simulation);
  const { wait = realWait } = options;
  const isBelow = ({ pathname }: URL): boolean => pathname.startsWith(`${prefix}/api/`);
  // A route sees the URL only, and handlers may be added later.
  const isMeant = (url: URL): boolean => isBelow(url) || simulation.listHandlers().length > 0;
  const answer = async (route: Route, request: Request): Promise<void> => {
    const url = new URL(request.url());
    const call = await toCall(request, url, prefix);
    const isOwn = isOwnOrigin(request, url);
    const base = (meant === "*" || isOwn ? url.origin : meant) + prefix;
    const handled = await handleRequest(simulation, toHandlerRequest(simulation, call, url.href, base));
    if (handled?.type === "error") return route.abort();
    if (handled !== undefined) {
      const body = Buffer.from(await handled.arrayBuffer());
      // Playwright separates several cookies by lines.
      const cookies = handled.headers.getSetCookie().join("\n");
      const headers = {
        ...readHeaders(handled, call, simulation),
        ...(cookies === "" ? {} : { "set-cookie": cookies }),
      };
      return route.fulfill({ status: handled.status, headers, body });
    }
    const isService = meant === "*" || meant === url.origin || (isOwn && isOperation(call.path));
    if (!isService || !isBelow(url)) return route.fallback();
    const reply = await simulation.answer(call);
    const { origin = url.origin } = call.headers;
    return deliver(route, origin === url.origin ? reply : closeToOthers(reply), wait);
  };
  await target.route(isMeant, answer);
  return () => target.unroute(isMeant, answer);
}

/** Not all of `/api/`: a page's own server may have more there. */
function isOperation(path: string): boolean {
  return matchPath(path.replace(/\/$/, ""))?.version === "1";
}

function isOwnOrigin(request: Request, { origin }: URL): boolean {
  // Neither a navigation nor a service worker has a frame yet.
  if (request.isNavigationRequest() || request.serviceWorker() !== null) return false;
  return URL.parse(request.frame().url())?.origin === origin;
}

async function toCall(request: Request, url: URL, prefix: string): Promise<Call> {
  return {
    method: request.method(),
    path: url.pathname.slice(prefix.length),
    baseUrl: url.origin + prefix,
    query: url.search.slice(1),
    headers: await request.allHeaders(),
    body: new Uint8Array(request.postDataBuffer() ?? []),
  };
}

/**
 * Playwright opens a response to every origin, and adds `vary`, unless it names an origin. `null` is the one of no page
 * with an address.
 */
function closeToOthers(reply: Reply): Reply {
  return { ...reply, headers: { "access-control-allow-origin": "null", ...reply.headers } };
}

/** A route can neither cut nor stream a body: a cut body is delivered as a complete half, a slow one late. */
async function deliver(
  route: Route,
  { status, headers, body, delivery: { delayMs = 0, bodyMs = 0, end } = {} }: Reply,
  wait: Wait,
): Promise<void> {
  await wait(delayMs + bodyMs);
  if (end === "never") return;
  if (end === "refused" || end === "reset") return route.abort(`connection${end}`);
  return route.fulfill({ status, headers, body: cutBody(body, end) });
}
