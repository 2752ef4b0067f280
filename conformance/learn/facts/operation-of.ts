import { operationPath, type OperationId } from "../../../fixtures/contract/operations.ts";
import type { Call } from "../../target/call.ts";

const subscriptionPath = operationPath("getSubscription", "");

/** The operation that a call is made to; `undefined` for another path, another method, or an id that cannot be decoded. */
export function operationOf({ operation, method, path }: Call): OperationId | undefined {
  if (method !== undefined) return undefined;
  if (path === undefined) return operation;
  const id = path.startsWith(subscriptionPath) ? path.slice(subscriptionPath.length) : "";
  return /^(?:[^/%]|%[0-9a-f]{2})+$/i.test(id) ? "getSubscription" : undefined;
}
