import { InputError } from "../../fixtures/input-error.ts";

/** Where the application believes the service to be. */
export interface BaseUrl {
  /** Without a slash at its end; `*` for any origin and no prefix. */
  readonly text: string;
  /** The path below which the interface begins; empty where there is none. */
  readonly prefix: string;
}

/**
 * @param text absolute, with a path prefix if there is one: `https://api.example/tenant/x`; `*` by default
 * @throws InputError where it is neither
 */
export function readBaseUrl(text = "*"): BaseUrl {
  const base = text.replace(/\/+$/, "");
  if (base === "*") return { text: base, prefix: "" };
  if (URL.canParse(base)) return { text: base, prefix: new URL(base).pathname.replace(/\/+$/, "") };
  throw new InputError("Mock", [{ at: "baseUrl", problem: `expected an absolute URL or "*", got "${text}"` }]);
}
