/**
 * `orgkit/browser` outside a browser: modules that import it can still be loaded in Node, for instance by server
 * rendering.
 */
export function setupWorker(): never {
  throw new Error("orgkit/browser runs in a browser only: use orgkit/node here");
}
