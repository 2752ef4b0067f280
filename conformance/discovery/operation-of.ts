import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";

/** The operation of a call; `undefined` for another path or method, or an id that cannot be decoded. */
export function operationOf({ operation, method, path }: Call): OperationId | undefined {
  if (method !== undefined) return undefined;
  if (path === undefined) return operation;
  const { version, operations, id } = matchPath(path) ?? {};
  const isReadable = id === undefined || /^(?:[^/%]|%[0-9a-f]{2})+$/i.test(id);
  return version === "1" && isReadable ? operations?.get("GET") : undefined;
}
