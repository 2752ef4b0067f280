import { expect, test } from "vitest";
import { reasonPhrase } from "./reason-phrases.ts";

test.each([
  [201, "Created"],
  [207, "Success"],
  [302, "Found"],
  [307, "Temporary Redirect"],
  [399, "Redirection"],
  [401, "Unauthorized"],
  [413, "Content Too Large"],
  [422, "Unprocessable Content"],
  [429, "Too Many Requests"],
  [419, "Client Error"],
  [503, "Service Unavailable"],
  [599, "Server Error"],
])("%d is %s", (status, phrase) => {
  expect(reasonPhrase(status)).toBe(phrase);
});
