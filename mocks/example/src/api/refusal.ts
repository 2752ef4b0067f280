import { ApiError, type ErrorKind, type FieldProblem } from "./api-error.ts";

/** Reads a reply other than 2xx; its body is problem details (RFC 9457), or anything at all. */
export function refusal(response: Response, body: unknown): ApiError {
  const problem = isObject(body) ? body : {};
  return new ApiError(kindOf(response.status), {
    message: typeof problem["detail"] === "string" ? problem["detail"] : `${response.status} ${response.statusText}`,
    fields: Array.isArray(problem["errors"]) ? problem["errors"].filter(isFieldProblem) : [],
    retryAfter: readRetryAfter(response.headers.get("retry-after")),
  });
}

function kindOf(status: number): ErrorKind {
  switch (status) {
    case 401:
      return "unauthorized";
    case 404:
      return "notFound";
    case 429:
      return "tooManyRequests";
    case 503:
      return "unavailable";
    default:
      return status >= 500 ? "fault" : "refused";
  }
}

/** The header is a number of seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
