/** `orgkit/node` where there is no Node: instead of requests that no one answers, a message. */
export function setupServer(): never {
  throw new Error("orgkit/node answers the requests of a Node process, and this is a browser: use orgkit/browser here");
}
