/** `orgkit/browser` where there is no browser: a module that mentions it may be loaded in Node, as by a server render. */
export function setupWorker(): never {
  throw new Error("orgkit/browser runs in a browser only: use orgkit/node here");
}
