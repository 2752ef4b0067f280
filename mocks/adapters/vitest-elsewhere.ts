/** `orgkit/vitest` in Vitest's browser mode, where the dev server itself can be the mock. */
export function createTest(): never {
  throw new Error("orgkit/vitest runs in Node only: in a browser, use the plugin of orgkit/vite in your Vite config");
}
