import { InputError } from "../../fixtures/input/input-error.ts";

/** The base URL of the service, as the application has it. */
export interface BaseUrl {
  /** Without a trailing slash; `*` for any origin and no prefix. */
  readonly text: string;
  /** The path prefix of the interface; empty if there is none. */
  readonly prefix: string;
}

/**
 * @param text absolute, with a path prefix if there is one: `https://api.example/tenant/x`; `*` by default
 * @throws InputError if it is neither
 */
export function readBaseUrl(text = "*"): BaseUrl {
  const base = text.replace(/\/+$/, "");
  if (base === "*") return { text: base, prefix: "" };
  if (URL.canParse(base)) return { text: base, prefix: new URL(base).pathname.replace(/\/+$/, "") };
  throw new InputError("the mock", [{ at: "baseUrl", problem: `expected an absolute URL or "*", got "${text}"` }]);
}
