import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isServed } from "../../fixtures/dialect/versions.ts";
import type { Reply } from "./call.ts";
import { Failure } from "./failure.ts";
import { fillText } from "./template.ts";

/** The operation a call means, with the `{id}` of its path, decoded. */
export interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/** Finds the operation behind a method and a path (§4, §9); an `OPTIONS` request may be answered without one. */
export function findRoute(
  method: string,
  path: string,
  { versions, requests }: Pick<Dialect, "versions" | "requests">,
): Route | { readonly reply: Reply } | Failure {
  const match = matchPath(path);
  if (match === undefined || !isServed(match.version, versions)) {
    return new Failure("unknownPath", `There is nothing at this path.`);
  }
  const id = match.id === undefined ? "" : decode(match.id);
  if (id === undefined) return new Failure("badParameter", "The id in the path is not valid percent-encoding.");
  const operation = match.operations.get(method === "HEAD" && requests.head === "get" ? "GET" : method);
  if (operation !== undefined) return { operation, id };
  const allow = [
    ...match.operations.keys(),
    ...(requests.head === "get" ? ["HEAD"] : []),
    ...(requests.options === "method" ? [] : ["OPTIONS"]),
  ].join(", ");
  if (method === "OPTIONS" && typeof requests.options === "object") {
    const { status, contentType, body } = requests.options;
    const headers = { allow, ...(contentType === null ? {} : { "content-type": contentType }) };
    return { reply: { status, headers, body: fillText(body, { allow }), why: { rule: "requests.options" } } };
  }
  return new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
