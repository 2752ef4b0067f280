/** A request to write as a command line. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What curl sends by itself, or a browser adds of its own. */
const left =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests)$/;

/** The same request again, for a POSIX shell. */
export function curlCommand(baseUrl: string, { method, path, query, headers, body }: Request): string {
  const url = `${baseUrl}${path}${query === "" ? "" : `?${query}`}`;
  const sent = Object.entries(headers).filter(
    ([name, value]) => !left.test(name) && !(name === "accept" && value === "*/*"),
  );
  const impliesMethod = method === "GET" || (method === "POST" && body !== "");
  return [
    "curl",
    ...(method === "HEAD" ? ["--head"] : impliesMethod ? [] : ["-X", method]),
    quote(url),
    ...sent.flatMap(([name, value]) => ["-H", quote(`${name}: ${value}`)]),
    ...(body === "" ? [] : ["--data-raw", quote(body)]),
  ].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
