import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import type { Call } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { readBaseUrl, type BaseUrl } from "./base-url.ts";
import type { HandlerOptions } from "./msw-handlers.ts";
import { isServedPath } from "./served-path.ts";
import { wait as realWait, type Wait } from "./wait.ts";

/**
 * The simulation for requests made by a page, or by every page of a context, without a worker.
 * @returns what ends it
 * @throws InputError where the base URL is not absolute
 */
export async function serveRoutes(
  target: Page | BrowserContext,
  simulation: Simulation,
  options: HandlerOptions = {},
): Promise<() => Promise<void>> {
  const base = readBaseUrl(options.baseUrl);
  const { wait = realWait } = options;
  const isMeant = (url: URL): boolean => isServed(url, base, simulation);
  const answer = async (route: Route, request: Request): Promise<void> =>
    deliver(route, await simulation.answer(await toCall(request, base.prefix)), wait);
  await target.route(isMeant, answer);
  return () => target.unroute(isMeant, answer);
}

function isServed(url: URL, { text, prefix }: BaseUrl, { dialect }: Simulation): boolean {
  if (text !== "*" && url.origin !== new URL(text).origin) return false;
  if (!url.pathname.startsWith(`${prefix}/`)) return false;
  return isServedPath(url.pathname.slice(prefix.length), dialect);
}

async function toCall(request: Request, prefix: string): Promise<Call> {
  const url = new URL(request.url());
  return {
    method: request.method(),
    path: url.pathname.slice(prefix.length),
    query: url.search.slice(1),
    headers: await request.allHeaders(),
    body: new Uint8Array(request.postDataBuffer() ?? []),
  };
}

/** A route can neither cut a body nor spread it: half of it comes whole, and a slow one comes late. */
async function deliver(
  route: Route,
  { status, headers, body, delivery = {} }: Awaited<ReturnType<Simulation["answer"]>>,
  wait: Wait,
): Promise<void> {
  await wait((delivery.delayMs ?? 0) + (delivery.bodyMs ?? 0));
  switch (delivery.end) {
    case "never":
      return;
    case "refused":
      return route.abort("connectionrefused");
    case "reset":
      return route.abort("connectionreset");
    case "cut":
      return route.fulfill({ status, headers, body: body.slice(0, Math.floor(body.length / 2)) });
    case undefined:
      return route.fulfill({ status, headers, body });
  }
}
