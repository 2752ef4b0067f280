import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";

/** What a method and a path mean to the interface. */
export type Place =
  | { readonly kind: "operation"; readonly operation: OperationId }
  | { readonly kind: "no method"; readonly path: string }
  | { readonly kind: "no path" }
  /** Another part of the host: a login page, a picture. The document says nothing of it. */
  | { readonly kind: "outside" };

const resource = /^(?:\/api\/v(\d+))?\/(users|invoices|subscriptions\/[^/]+)$/;

/** Below the interface's prefix, or a path of it without the prefix or with another. */
const meant = /^\/api\/v\d+(?:\/|$)|\/(?:users|invoices|subscriptions\/[^/]+)\/?$/;

/** HTTP itself gives every path these methods (RFC 9110 §9.3.2, §9.3.7); the document need not. */
const methodsOfHttp: ReadonlySet<string> = new Set(["HEAD", "OPTIONS"]);

/** Finds what a call means (§4, §9); a declared alias of a path means the same. */
export function findPlace(method: string, path: string, dialect: Dialect | undefined): Place {
  const match = resource.exec(path);
  if (match === null || !isServed(match[1], dialect)) return { kind: meant.test(path) ? "no path" : "outside" };
  const template = templateOf(match[2] ?? "");
  const found = operationIds.find((id) => operations[id].path === template && operations[id].method === method);
  if (found !== undefined) return { kind: "operation", operation: found };
  return methodsOfHttp.has(method) ? { kind: "outside" } : { kind: "no method", path: template };
}

function isServed(version: string | undefined, dialect: Dialect | undefined): boolean {
  if (version === "1") return true;
  return (version === undefined ? dialect?.versions.unversioned : dialect?.versions.others) === "alias";
}

function templateOf(name: string): string {
  return name.startsWith("subscriptions/") ? operations.getSubscription.path : `/api/v1/${name}`;
}
