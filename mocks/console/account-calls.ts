import { operationIds, operations } from "../../fixtures/contract/operations.ts";
import type { Account } from "./control-schemas.ts";
import { curlCommand } from "./curl-command.ts";

/** A call of one operation, to be copied. */
export interface AccountCall {
  readonly operation: string;
  readonly purpose: string;
  readonly command: string;
}

const newUser = JSON.stringify({ email: "ada@example.org", name: "Ada Example" });

/** Each operation as a command line, with a token of the account. */
export function accountCalls({ subscriptionIds }: Account, token: string, baseUrl: string): readonly AccountCall[] {
  return operationIds.map((operation) => {
    const { method, path, purpose } = operations[operation];
    const isWrite = method === "POST";
    const headers = { authorization: `Bearer ${token}`, ...(isWrite ? { "content-type": "application/json" } : {}) };
    const ownPath = path.replace("{id}", () => encodeURIComponent(subscriptionIds[0] ?? "none"));
    const body = isWrite ? newUser : "";
    return { operation, purpose, command: curlCommand(baseUrl, { method, path: ownPath, query: "", headers, body }) };
  });
}
