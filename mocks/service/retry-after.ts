/** How a caller is told to come back: seconds to wait, a date, or not at all (RFC 9110 §10.2.3). */
export type RetryAfterForm = "seconds" | "date" | "none";

/**
 * The header `Retry-After`, rounded up to whole seconds, so that who keeps to it is never too early.
 * @param moment when to come back, milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function retryAfter(form: RetryAfterForm, moment: number, now: number): Readonly<Record<string, string>> {
  switch (form) {
    case "none":
      return {};
    case "seconds":
      return { "retry-after": String(Math.ceil((moment - now) / 1000)) };
    case "date":
      return { "retry-after": new Date(moment + 999).toUTCString() };
  }
}
