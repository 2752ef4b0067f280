/** What a caller asked for in `Prefer` (RFC 7240), as Prism reads it. */
export interface Preference {
  /** The status code the reply is to have: `Prefer: code=503`. */
  readonly code?: number;
  /** Scenarios for this call alone: `Prefer: scenario="latency:ms=800"`. */
  readonly scenarios: readonly string[];
}

const none: Preference = { scenarios: [] };

/** Reads the header; what it does not understand is left alone, as RFC 7240 §2 asks. */
export function readPreference(header: string | undefined): Preference {
  if (header === undefined) return none;
  const preferences = [...header.matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g)].map(
    ([, name = "", quoted, plain = ""]) => ({ name: name.toLowerCase(), value: quoted ?? plain }),
  );
  const code = Number(preferences.find(({ name }) => name === "code")?.value);
  return {
    ...(Number.isInteger(code) && code >= 200 && code <= 599 ? { code } : {}),
    scenarios: preferences.filter(({ name }) => name === "scenario").map(({ value }) => value),
  };
}
