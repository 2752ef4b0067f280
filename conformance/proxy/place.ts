import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isServed } from "../../fixtures/dialect/versions.ts";

/** What a method and a path mean to the interface. */
export type Place =
  | { readonly kind: "operation"; readonly operation: OperationId }
  /** With a template it is the method that the path does not have. */
  | { readonly kind: "misplaced"; readonly template?: string }
  /** Another part of the host: a login page, a picture. The document says nothing of it. */
  | { readonly kind: "outside" };

/** Finds what a request means (§4, §9); a declared alias of a path means the same. */
export function findPlace(method: string, path: string, dialect: Dialect | undefined): Place {
  const match = matchPath(path);
  if (match === undefined || !isServed(match.version, dialect?.versions)) {
    return { kind: isMeant(path) ? "misplaced" : "outside" };
  }
  const operation = match.operations.get(method);
  if (operation !== undefined) return { kind: "operation", operation };
  // HTTP itself gives every path these methods (RFC 9110 §9.3.2, §9.3.7); the document need not.
  return /^(?:HEAD|OPTIONS)$/.test(method) ? { kind: "outside" } : { kind: "misplaced", template: match.template };
}

/** Below the interface's prefix, or the end of it is a path of the interface. */
function isMeant(path: string): boolean {
  if (/^\/api\/v\d+(?:\/|$)/.test(path)) return true;
  const parts = path.replace(/\/$/, "").split("/");
  return [1, 2].some((count) => parts.length > count && matchPath(`/${parts.slice(-count).join("/")}`) !== undefined);
}
