/** `orgkit/node` where there is no Node: instead of requests that no one answers, a message. */
export function setupServer(): never {
  throw new Error("orgkit/node runs in Node only: use orgkit/browser here");
}
