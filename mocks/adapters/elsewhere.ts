/**
 * Entry points where they cannot run. Modules that import them can still be loaded, for instance by server rendering;
 * a call says what to use instead.
 */
function refuse(entry: string, place: string, advice: string): () => never {
  return () => {
    throw new Error(`${entry} runs in ${place} only: ${advice}`);
  };
}

/** Of `orgkit/browser`, in Node. */
export const setupWorker: () => never = refuse("orgkit/browser", "a browser", "use orgkit/node here");

/** Of `orgkit/node`, in a browser. */
export const setupServer: () => never = refuse("orgkit/node", "Node", "use orgkit/browser here");

/** Of `orgkit/vitest`, in Vitest's browser mode, where the dev server itself can be the mock. */
export const createTest: () => never = refuse(
  "orgkit/vitest",
  "Node",
  "in a browser, use the plugin of orgkit/vite in your Vite config",
);
