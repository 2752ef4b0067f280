import type { OperationId } from "../../fixtures/contract/operations.ts";
import { InputError, inputError } from "../../fixtures/input/input-error.ts";
import { visible } from "../../fixtures/values/visible.ts";
import type { Reply } from "../service/call.ts";
import type { HandlersSource, RequestHandler, ResolutionContext, Simulation } from "./simulation.ts";

/** What a handler responded. */
interface Handled {
  readonly handler: RequestHandler;
  readonly response: Response;
}

/** The request handlers that stand beside the interface, the newest first. */
export class Handlers {
  #first: readonly RequestHandler[] = [];
  #added: readonly RequestHandler[] = [];

  /** @throws InputError if one is no request handler, or the function that makes them fails */
  start(source: HandlersSource, simulation: Simulation): void {
    this.#first = checked(typeof source === "function" ? makeHandlers(source, simulation) : source);
  }

  /** @throws InputError if one is no request handler */
  add(handlers: readonly RequestHandler[]): void {
    this.#added = [...checked(handlers), ...this.#added];
  }

  reset(): void {
    this.#added = [];
  }

  list(): readonly RequestHandler[] {
    return [...this.#added, ...this.#first];
  }

  /** @param base the base URL of the service for this request, absolute */
  async matches(request: Request, base: string): Promise<boolean> {
    for (const handler of this.list()) {
      const args = seenBy(handler, request, base);
      if (args !== undefined && (await handler.test(args))) return true;
    }
    return false;
  }

  /** Runs the handlers that match until one responds, as MSW does. */
  async respond(request: Request, base: string): Promise<Handled | undefined> {
    for (const handler of this.list()) {
      const args = seenBy(handler, request, base);
      const response = args && (await runHandler(handler, args));
      if (response !== undefined) return { handler, response };
    }
    return undefined;
  }
}

type HandlerArguments = Omit<Parameters<RequestHandler["run"]>[0], "requestId">;

/** As in MSW, a handler may throw a response; any other error is a 500 with the error. */
async function runHandler(handler: RequestHandler, args: HandlerArguments): Promise<Response | undefined> {
  try {
    return (await handler.run({ ...args, requestId: crypto.randomUUID() }))?.response;
  } catch (error) {
    if (error instanceof Response) return error;
    const { name, message, stack } = toError(error);
    console.error(visible(`[orgkit] The handler ${handler.info.header} failed: ${stack ?? message}`));
    return Response.json({ name, message, stack }, { status: 500, statusText: "Unhandled Exception" });
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function makeHandlers(
  source: Exclude<HandlersSource, readonly unknown[]>,
  simulation: Simulation,
): readonly RequestHandler[] {
  let made: unknown;
  try {
    made = source(simulation);
  } catch (error) {
    // The place in the module, without the frames of orgkit.
    const [message, place] = (toError(error).stack ?? "").split("\n");
    throw inputError("the handlers", "the function that makes them failed", `${message}\n${place}`);
  }
  if (Array.isArray(made)) return made;
  const got = made instanceof Promise ? "a promise: it must not be async" : typeof made;
  const problem = `expected a list of MSW's request handlers, got ${got}`;
  throw inputError("the handlers", "the function that makes them", problem);
}

function checked(handlers: readonly RequestHandler[]): readonly RequestHandler[] {
  const mistakes = handlers.flatMap((handler: unknown, index) => {
    const { info, test, run } = Object(handler);
    const isHandler = typeof info?.header === "string" && typeof test === "function" && typeof run === "function";
    return isHandler ? [] : [{ at: `handlers[${index}]`, problem: "expected a request handler of MSW: http.get(…)" }];
  });
  if (mistakes.length > 0) throw new InputError("the handlers", mistakes);
  return handlers;
}

/**
 * A relative path of a handler (`/login`) is below the base URL, on every adapter; any other one is for whole URLs.
 * @returns nothing if the request cannot match
 */
function seenBy(
  { info }: RequestHandler,
  request: Request,
  base: string,
): { readonly request: Request; readonly resolutionContext: ResolutionContext } | undefined {
  const { origin: baseUrl, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, "");
  const resolutionContext = { baseUrl };
  // The handler may read the body, and another one after it.
  if (prefix === "" || typeof info.path !== "string" || !info.path.startsWith("/")) {
    return { request: request.clone(), resolutionContext };
  }
  const url = new URL(request.url);
  if (!url.pathname.startsWith(`${prefix}/`)) return undefined;
  url.pathname = url.pathname.slice(prefix.length);
  return { request: new Request(url, request.clone()), resolutionContext };
}

/** Whether a handler leaves the request to the network (MSW's `passthrough()`). */
export function isPassthrough({ headers }: Response): boolean {
  return headers.get("x-msw-intention") === "passthrough";
}

/** A response as the journal shows it. */
export async function toReply({ handler, response }: Handled, operation: OperationId | undefined): Promise<Reply> {
  const { type, status, headers } = response;
  const why = { rule: `handler ${handler.info.header}`, ...(operation === undefined ? {} : { operation }) };
  if (type === "error") return { status: 0, headers: {}, body: "", why, delivery: { end: "reset" } };
  const contentType = headers.get("content-type") ?? "";
  const isText = /^$|json|xml|^text\/(?!event-stream)|urlencoded|javascript/.test(contentType);
  const body = isText ? await response.clone().text() : `[${contentType}]`;
  return { status, headers: Object.fromEntries(headers), body, why };
}
