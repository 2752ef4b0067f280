import type { Secret } from "../../fixtures/secrets/redactor.ts";
import { alterToken } from "./altered-token.ts";
import { expiredTokenVariable, type Secrets, type Target } from "./target.ts";

/** All secrets that reports must not contain, and the shell expressions to show instead. */
export function listSecrets(secrets: Secrets, target: Pick<Target, "tokenVariables">): readonly Secret[] {
  const { first, second, expired, headers } = secrets;
  const { tokenVariables } = target;
  // Secrets are found in any letter case.
  const altered = [...alterToken(secrets, target)]
    .filter(([kind]) => kind !== "other-case-token")
    .map(([, secret]) => secret);
  return [
    { value: first, name: `$${tokenVariables.first}` },
    ...(second === undefined ? [] : [{ value: second, name: `$${tokenVariables.second}` }]),
    ...(expired === undefined ? [] : [{ value: expired, name: `$${expiredTokenVariable}` }]),
    ...altered,
    ...Object.entries(headers)
      .filter(([name]) => !publicHeader.test(name))
      .map(([name, value]) => ({ value, name: `$${headerVariable(name)}` })),
  ];
}

/** Headers that describe the client and its preferences: not secret, and often in the response, too. */
const publicHeader = /^(?:accept(?:-.*)?|user-agent|content-type|cache-control|prefer|origin|referer)$/i;

/** The shell variable for the value of an additional header: `$ORGKIT_HEADER_X_API_KEY`. */
export function headerVariable(name: string): string {
  return `ORGKIT_HEADER_${name.toUpperCase().replaceAll(/\W/g, "_")}`;
}
