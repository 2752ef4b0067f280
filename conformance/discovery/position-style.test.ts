import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { isUnset, settled } from "./observation.ts";
import { position } from "./page-parameters.ts";
import { pagingParameters, pagingStyle } from "./paging.ts";
import { shownPosition } from "./short-lists.ts";
import { openSource, type Source } from "./source.ts";

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

describe.each(["empty", "reject", "last"])("short lists, %s beyond the last page", (beyond) => {
  /** Pages of users, counted from `first` in requests and from `numbered` in `meta.page`. */
  function paged(total: number, usual: number, first: number, numbered: number, size?: string): Source {
    const users = Array.from({ length: total }, (_, index) => ({ id: `u${index}` }));
    const answer = ({ query = {} }: Call): ScriptedResponse => {
      const length = Number(query[size ?? ""] ?? usual);
      const index = Number(query["page"] ?? first) - first;
      const isBeyond = index * length >= total;
      if (!Number.isInteger(index) || index < 0 || (isBeyond && beyond === "reject")) return { status: 400 };
      const page = isBeyond && beyond === "last" ? Math.ceil(total / length) - 1 : index;
      return envelope(users.slice(page * length, (page + 1) * length), page + numbered, total);
    };
    return openSource(scriptedSession({}, { answer }));
  }

  test.each([
    [2, 2],
    [3, 2],
    [5, 2],
  ])("pages of %s records, usually %s, count from 0 or from 1", async (total, usual) => {
    for (const size of ["size", undefined]) {
      for (const [first, numbered] of [
        [0, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const found = await settled(position(paged(total, usual, first, numbered, size), "users"));
        // Pages beyond the last may not show the parameter.
        const isShown = beyond !== "reject" && (size !== undefined || usual < total);
        if (isShown || !isUnset(found)) expect(found).toMatchObject({ name: "page", style: "page", first });
      }
    }
  });
});

test("pages of one record count from 0 if page 1 is beyond it", async () => {
  const answer = ({ query: { page = "0" } = {} }: Call): ScriptedResponse =>
    page === "0" ? envelope([{ id: "u1" }], 1, 1) : { status: 404 };
  const source = openSource(scriptedSession({}, { answer }));
  expect(await settled(shownPosition(source, "users"))).toMatchObject({ name: "page", first: 0 });
});
