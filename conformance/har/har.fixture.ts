export const baseUrl = "https://api.example/x";
export const token = "a-token-of-tests-0123456789";

/** Overrides for an entry. */
export interface EntryChanges {
  readonly url?: string;
  /** `null`: no `Authorization`. */
  readonly authorization?: string | null;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly status?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
  readonly content?: object;
  readonly json?: unknown;
  /** Additional members of the response. */
  readonly more?: object;
}

/** An entry as Chromium writes it. */
export function entry(changes: EntryChanges = {}): object {
  const { url = `${baseUrl}/api/v1/users`, authorization = `Bearer ${token}`, headers = [] } = changes;
  const text = JSON.stringify(changes.json ?? { data: [{ id: "u1" }], meta: { page: 1, total: 1 } });
  return {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 12.5,
    request: {
      method: "GET",
      url,
      httpVersion: "http/2.0",
      headers: [
        { name: ":authority", value: "api.example" },
        { name: ":path", value: "/x" },
        ...(authorization === null ? [] : [{ name: "Authorization", value: authorization }]),
        ...headers,
      ],
    },
    response: {
      status: changes.status ?? 200,
      headers: changes.responseHeaders ?? [{ name: "Content-Type", value: "application/json" }],
      content: changes.content ?? { size: Buffer.byteLength(text), mimeType: "application/json", text },
      ...changes.more,
    },
  };
}

/** The text of a HAR file. */
export function harOf(...entries: readonly object[]): string {
  return JSON.stringify({ log: { version: "1.2", pages: [{ id: "entries", entries: [1] }], creator: {}, entries } });
}
