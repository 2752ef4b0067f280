import { expect, test } from "vitest";
import { scriptedSession } from "./scripted-session.fixture.ts";
import { openSource } from "./source.ts";
import { plainList } from "./list.ts";

test.each([
  ["https://staging.example/x", 403, "a token that may read it"],
  ["https://staging.example/x", 404, "the base URL of the interface, or a token that may read it"],
  ["https://staging.example/x/api/v1", 404, "the base URL without /api/v1"],
])("if %s responds to a list with %i, the message suggests %s", async (baseUrl, status, give) => {
  const session = scriptedSession({}, { answer: () => ({ status }) });
  const learning = openSource({ ...session, target: { ...session.target, baseUrl } });
  await expect(plainList(learning, "users")).rejects.toMatchObject({
    unset: `the list of users is rejected with ${status}`,
    give,
  });
});
