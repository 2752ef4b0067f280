import { describe, expect, test } from "vitest";
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

describe.each(["empty", "last", "reject"])("a list of two, whose pages beyond the last are: %s", (beyond) => {
  test.each([
    ["page", 1, 1, 20],
    ["page", 0, 1, 20],
    ["page", 0, 1, 1],
    ["page", 0, 0, 20],
    ["page", 0, 0, 1],
    ["offset", 0, 1, 20],
    ["offset", 0, 0, 20],
    ["offset", 0, 0, 1],
  ])("%s counts from %i, `meta.page` from %i, with %i on a page", async (style, first, shown, usual) => {
    const users = [{ id: "u0" }, { id: "u1" }];
    const session = scriptedSession(
      {},
      {
        answer: ({ query = {} }) => {
          const size = Number(query["size"] ?? usual);
          const value = Math.max(Number(query[style] ?? first) - first, 0);
          const start = style === "page" ? value * size : value;
          const isBeyond = start >= users.length;
          if (isBeyond && beyond === "reject") return { status: 400, json: {} };
          const from = isBeyond && beyond === "last" ? Math.floor(1 / size) * size : start;
          return envelope(users.slice(from, from + size), Math.floor(from / size) + shown, users.length);
        },
      },
    );
    expect(await position(openSource(session), "users")).toMatchObject({ name: style, style, first });
  });
});
