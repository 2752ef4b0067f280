import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { Failure } from "./failure.ts";

/** The operation a call means, with the `{id}` of its path, decoded. */
export interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

const pattern = /^(?:\/api\/v(\d+))?\/(users|invoices|subscriptions\/([^/]+))$/;

/** Finds the operation behind a method and a path (§4, §9). */
export function findRoute(method: string, path: string, versions: Dialect["versions"]): Route | Failure {
  const match = pattern.exec(path);
  if (match === null || !isServed(match[1], versions))
    return new Failure("unknownPath", `There is nothing at this path.`);
  const id = match[3] === undefined ? "" : decode(match[3]);
  if (id === undefined) return new Failure("badParameter", "The id in the path is not valid percent-encoding.");
  const found = operationsAt(match[2] ?? "").find((operation) => operations[operation].method === method);
  if (found !== undefined) return { operation: found, id };
  const allow = [...allowedMethods(match[2] ?? "")].join(", ");
  return new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function isServed(version: string | undefined, versions: Dialect["versions"]): boolean {
  if (version === "1") return true;
  return (version === undefined ? versions.unversioned : versions.others) === "alias";
}

function operationsAt(resource: string): readonly OperationId[] {
  if (resource === "users") return ["listUsers", "createUser"];
  return resource === "invoices" ? ["listInvoices"] : ["getSubscription"];
}

function allowedMethods(resource: string): readonly string[] {
  return [...operationsAt(resource).map((operation) => operations[operation].method), "HEAD", "OPTIONS"];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
