/** A call of the load, all but where it goes. */
export interface LoadCall {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly token: string;
  /** JSON. */
  readonly body?: string;
}

/** The bytes of a call, written once where the same call is made many times. */
export function requestText({ method, path, token, body }: LoadCall): string {
  return [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: Bearer ${token}`,
    "accept: application/json",
    ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
    "",
    body ?? "",
  ].join("\r\n");
}

/** What to send next, asked before each call. */
export type Load = () => string;

/** The same calls again and again. */
export function cycle(calls: readonly LoadCall[]): Load {
  const texts = calls.map(requestText);
  let next = 0;
  return () => {
    const text = texts[next % texts.length];
    next += 1;
    if (text === undefined) throw new Error("a load of no calls");
    return text;
  };
}
