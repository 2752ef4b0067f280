/** `orgkit/node` outside Node: throws a message instead of leaving requests unanswered. */
export function setupServer(): never {
  throw new Error("orgkit/node runs in Node only: use orgkit/browser here");
}
