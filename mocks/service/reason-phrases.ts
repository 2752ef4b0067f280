/** The usual ones of RFC 9110 §15. RFC 9457 §4.2.1 uses the phrase as the title of a problem of type `about:blank`. */
const phrases: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const classes = ["", "Information", "Success", "Redirection", "Client Error", "Server Error"] as const;

/** The standard phrase of a status code; for an unknown code, that of its class. */
export function reasonPhrase(status: number): string {
  return phrases[status] ?? classes[Math.floor(status / 100)] ?? "Server Error";
}
