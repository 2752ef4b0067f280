import type { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";

/**
 * Makes undici, and with it `fetch`, write each request in the async context in which it was created. By itself it
 * writes in the context of whoever opened the connection: a request that waits for one, or whose connection was just
 * closed, gets into that of an earlier request.
 */
export function keepRequestContext<Context>(storage: AsyncLocalStorage<Context | undefined>): void {
  const created = new WeakMap<object, { readonly context: Context | undefined }>();
  diagnostics.subscribe("undici:request:create", (event) => {
    if (hasRequest(event)) created.set(event.request, { context: storage.getStore() });
  });
  // Is published synchronously right before the request is written.
  diagnostics.subscribe("undici:client:sendHeaders", (event) => {
    const own = hasRequest(event) ? created.get(event.request) : undefined;
    if (own !== undefined && own.context !== storage.getStore()) storage.enterWith(own.context);
  });
}

const hasRequest = (event: unknown): event is { request: object } =>
  typeof event === "object" &&
  event !== null &&
  "request" in event &&
  typeof event.request === "object" &&
  event.request !== null;
