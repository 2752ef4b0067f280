import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { readClientUrl, type Call, type Reply } from "./call.ts";
import { Failure } from "./reply.ts";

/** The operation that a request matches, with the decoded `{id}` of its path; empty if the path has none. */
interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/**
 * Finds the operation of a request (§4, §9). A path with a slash at its end may get a redirect.
 * @throws Failure if the path or the method is unknown
 */
export function routeRequest(call: Call, { trailingSlash }: Dialect["requests"]): Route | Reply {
  const { method, path, query } = call;
  const hasSlash = path.length > 1 && path.endsWith("/") && trailingSlash !== "unknown";
  const plainPath = hasSlash ? path.slice(0, -1) : path;
  const match = matchPath(plainPath);
  if (match?.version !== "1") throw new Failure("unknownPath", "There is nothing at this path.");
  if (hasSlash && trailingSlash !== "same") {
    const prefix = readClientUrl(call).replace(/^https?:\/\/[^/]*/i, "");
    const location = prefix + plainPath + (query === "" ? "" : `?${query}`);
    return { status: trailingSlash, headers: { location }, body: "", why: { rule: "requests.trailingSlash" } };
  }
  const id = decodeId(match.id ?? "");
  const operation = match.operations.get(method === "HEAD" ? "GET" : method);
  if (operation !== undefined) return { operation, id };
  const allow = [...match.operations.keys(), "HEAD", "OPTIONS"].join(", ");
  throw new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("badParameter", "The id in the path is not valid percent-encoding.", { parameter: "id" });
  }
}
