import { InputError } from "../../fixtures/input-error.ts";

/** No target was named. */
export function noBaseUrl(): InputError {
  const problem = "expected the base URL of the target, for instance https://staging.example/x";
  return new InputError("Settings", [{ at: "BASE_URL", problem }]);
}

/** @param variable the one that was to hold the token */
export function noToken(variable: string): InputError {
  const problem = "is not set; expected a token that the target accepts (orgkit mock prints its own)";
  return new InputError("Settings", [{ at: variable, problem }]);
}
