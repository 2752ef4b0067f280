import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isServed } from "../../fixtures/dialect/versions.ts";
import { Failure } from "./failure.ts";

/** The operation a call means, with the `{id}` of its path, decoded. */
export interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/** Finds the operation behind a method and a path (§4, §9). */
export function findRoute(method: string, path: string, versions: Dialect["versions"]): Route | Failure {
  const match = matchPath(path);
  if (match === undefined || !isServed(match.version, versions)) {
    return new Failure("unknownPath", `There is nothing at this path.`);
  }
  const id = match.id === undefined ? "" : decode(match.id);
  if (id === undefined) return new Failure("badParameter", "The id in the path is not valid percent-encoding.");
  const operation = match.operations.get(method);
  if (operation !== undefined) return { operation, id };
  const allow = [...match.operations.keys(), "HEAD", "OPTIONS"].join(", ");
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
