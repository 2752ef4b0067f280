import { expect, test } from "vitest";
import { envelope, scriptedSession } from "../checks/scripted-session.fixture.ts";
import { settled } from "./observation.ts";
import { position } from "./page-parameters.ts";
import { pagingParameters, pagingStyle } from "./paging.ts";
import { openSource } from "./source.ts";

test("a parameter that counts pages from another number than `meta.page` is found, and not declared", async () => {
  const users = Array.from({ length: 90 }, (_, index) => ({ id: `u${index}` }));
  const session = scriptedSession(
    {},
    {
      answer: ({ query: { page = "0", size = "20" } = {} }) => {
        const start = Number(page) * Number(size);
        return envelope(users.slice(start, start + Number(size)), Number(page) + 1, users.length);
      },
    },
  );
  const source = openSource(session);
  expect((await position(source, "users")).first).toBe(0);
  for (const infer of [pagingStyle, pagingParameters]) {
    expect(await settled(infer(source, "users"))).toMatchObject({
      unset: expect.stringContaining("one number for both"),
    });
  }
});
