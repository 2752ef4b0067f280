import { signal } from "@preact/signals";
import { createControlClient } from "../control-client.ts";

/** The control token, where the mock is open to other machines. */
export const token = signal<string | undefined>(undefined);

/** The sandbox that is looked at and acted on; the main simulation where there is none. */
export const sandbox = signal<string | undefined>(undefined);

const base = typeof document === "undefined" ? "http://127.0.0.1/_orgkit/" : document.baseURI;

export const client = createControlClient({
  base,
  token: () => token.value,
  sandbox: () => sandbox.value,
});
