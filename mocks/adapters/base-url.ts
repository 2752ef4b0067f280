import { InputError } from "../../fixtures/input/input-error.ts";

/** The base URL of the service, as the application has it. */
export interface BaseUrl {
  /** `*` for any. */
  readonly origin: string;
  /** The path prefix of the interface, without a trailing slash; empty if there is none. */
  readonly prefix: string;
}

/**
 * @param text absolute, with a path prefix if there is one: `https://api.example/tenant/x`; a path, or `*`, for any
 * origin
 * @throws InputError if it is none of them
 */
export function readBaseUrl(text = "*"): BaseUrl {
  const base = text.replace(/\/+$/, "");
  if (/^\*?(?:$|\/)/.test(base)) return { origin: "*", prefix: base.replace("*", "") };
  const url = URL.parse(base);
  if (url !== null) return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
  const problem = `expected an absolute URL, or a path for any origin, got "${text}"`;
  throw new InputError("the mock", [{ at: "baseUrl", problem }]);
}
