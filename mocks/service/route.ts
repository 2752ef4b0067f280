import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call, Reply } from "./call.ts";
import { Failure } from "./reply.ts";

/** The operation that a request matches, with the decoded `{id}` of its path. */
interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/** Finds the operation of a request (§4, §9). A path with a slash at its end may get a redirect. */
export function routeRequest(
  { method, path, query }: Pick<Call, "method" | "path" | "query">,
  { requests: { trailingSlash } }: Pick<Dialect, "requests">,
): Route | { readonly reply: Reply } | Failure {
  const hasSlash = path.length > 1 && path.endsWith("/") && trailingSlash !== "unknown";
  const plain = hasSlash ? path.slice(0, -1) : path;
  const match = matchPath(plain);
  if (match?.version !== "1") return new Failure("unknownPath", "There is nothing at this path.");
  if (hasSlash && trailingSlash !== "same") {
    const location = plain + (query === "" ? "" : `?${query}`);
    const why = { rule: "requests.trailingSlash" };
    return { reply: { status: trailingSlash, headers: { location }, body: "", why } };
  }
  const id = match.id === undefined ? "" : decodeId(match.id);
  if (id === undefined) {
    return new Failure("badParameter", "The id in the path is not valid percent-encoding.", { parameter: "id" });
  }
  const operation = match.operations.get(method === "HEAD" ? "GET" : method);
  if (operation !== undefined) return { operation, id };
  const allow = [...match.operations.keys(), "HEAD", "OPTIONS"].join(", ");
  return new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function decodeId(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
