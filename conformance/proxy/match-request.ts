import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";

/** How the interface reads a method and a path. */
export type RequestMatch =
  | { readonly kind: "operation"; readonly operation: OperationId }
  /** With a template, the path does not have the method. */
  | { readonly kind: "misplaced"; readonly template?: string }
  /** Another part of the host, which the document does not mention: a login page, a picture. */
  | { readonly kind: "outside" };

/** Matches a request to the interface (§4, §9). */
export function matchRequest(method: string, path: string): RequestMatch {
  const match = matchPath(path);
  if (match?.version !== "1") {
    return { kind: resemblesInterface(path) ? "misplaced" : "outside" };
  }
  const operation = match.operations.get(method);
  if (operation !== undefined) return { kind: "operation", operation };
  // HTTP defines these methods for every path (RFC 9110 §9.3.2, §9.3.7).
  return /^(?:HEAD|OPTIONS)$/.test(method) ? { kind: "outside" } : { kind: "misplaced", template: match.template };
}

/** Below the interface's prefix, or ends with a path of the interface. */
function resemblesInterface(path: string): boolean {
  if (/^\/api\/v\d+(?:\/|$)/.test(path)) return true;
  const parts = path.replace(/\/$/, "").split("/");
  return [1, 2].some((count) => parts.length > count && matchPath(`/${parts.slice(-count).join("/")}`) !== undefined);
}
