import { expect, test } from "vitest";
import { anchorOf } from "./anchor.ts";

test.each([
  ["ENV-04", "env-04"],
  ["The file itself", "the-file-itself"],
  ["createUser", "createuser"],
  ["`PUT snapshots/{name}`", "put-snapshotsname"],
  ["What is protected, from whom, and how", "what-is-protected-from-whom-and-how"],
  ["See [the page](other.md#x)", "see-the-page"],
  ["snake_case é", "snake_case-é"],
])("%s has the anchor %s", (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
