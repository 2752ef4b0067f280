import { expect, test } from "vitest";
import { envelope, scriptedSession } from "../checks/scripted-session.fixture.ts";
import { position } from "./page-parameters.ts";
import { pagingParameters, pagingStyle } from "./paging.ts";
import { openSource } from "./source.ts";

test.each(["page", "seite"])(
  "%s: a parameter that counts pages from another number than `meta.page` is declared with its own first page",
  async (name) => {
    const users = Array.from({ length: 90 }, (_, index) => ({ id: `u${index}` }));
    const session = scriptedSession(
      {},
      {
        answer: ({ query = {} }) => {
          const [page, size] = [Number(query[name] ?? 0), Number(query["size"] ?? 20)];
          return envelope(users.slice(page * size, (page + 1) * size), page + 1, users.length);
        },
      },
    );
    const source = openSource(session);
    expect((await position(source, "users")).first).toBe(0);
    expect((await pagingStyle(source, "users")).value).toBe("page");
    expect((await pagingParameters(source, "users")).value).toEqual({ page: name, size: "size", first: 0 });
  },
);
