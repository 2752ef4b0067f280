import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { plainList, readList } from "./list.ts";
import { cursor, nextPage } from "./next-page.ts";
import { settled } from "./observation.ts";
import { openSource, type Source } from "./source.ts";

const users = Array.from({ length: 90 }, (_, index) => ({ id: `u${index}` }));

describe("the next page", () => {
  const after = (start: number): string => Buffer.from(`after ${start}`).toString("base64url");
  /** Pages of ten, each with a way to the next. */
  const leading = (name: string, next: (start: number) => object): Source =>
    openSource(
      scriptedSession(
        {},
        {
          answer: ({ query = {} }) => {
            const given = query[name];
            const start = given === undefined ? 0 : Number(Buffer.from(given, "base64url").toString().slice(6));
            const { json } = envelope(users.slice(start, start + 10), start / 10 + 1, users.length);
            const more = start + 10 < users.length ? next(start + 10) : {};
            const { headers, meta, ...body } = { headers: {}, meta: {}, ...more };
            const { data, meta: own } = Object(json);
            return { headers, json: { data, meta: { ...own, ...meta }, ...body } };
          },
        },
      ),
    );

  test.each<readonly [string, string, (start: number) => object]>([
    ["meta.next", "cursor", (start) => ({ meta: { next: after(start) } })],
    ["nextCursor", "cursor", (start) => ({ nextCursor: after(start) })],
    ["paging.cursors.after", "after", (start) => ({ paging: { cursors: { after: after(start) } } })],
    ["meta.next_page_token", "page_token", (start) => ({ meta: { next_page_token: after(start) } })],
    ["links.next", "c", (start) => ({ links: { next: `/api/v1/users?c=${after(start)}` } })],
    ["links.next.href", "c", (start) => ({ links: { next: { href: `?c=${after(start)}` } } })],
    [
      "the header",
      "c",
      (start) => ({
        headers: {
          link: `</api/v1/users>; rel="first", <https://target.example/api/v1/users?c=${after(start)}>; rel="next"`,
        },
      }),
    ],
  ])("is found by %s", async (_, name, next) => {
    const source = leading(name, next);
    const found = await nextPage(source, "users");
    const { answer } = await plainList(source, "users");
    expect(found.after(answer.exchange)).toEqual({ [name]: after(10) });
    const last = await readList(source, "users", { [name]: after(80) });
    expect(found.after(last.answer.exchange)).toBeUndefined();
  });

  test("is found by a page of one record, if the whole list is on the first", async () => {
    const paged = (shows: boolean): Source => {
      const answer = ({ query = {} }: Call): ScriptedResponse => {
        const start = Number((query["cursor"] ?? "c0").slice(1));
        const end = start + Number(query["limit"] ?? 100);
        const next =
          end < users.length ? { next: `/api/v1/users?cursor=c${end}&limit=${end - start}` } : { next: null };
        const { json } = envelope(users.slice(start, end), 1, users.length);
        return { json: { ...Object(json), ...(shows ? { links: next } : {}) } };
      };
      return openSource(scriptedSession({}, { answer }));
    };
    expect(await settled(cursor(paged(true), "users"))).toMatchObject({ name: "cursor" });
    const silent = paged(false);
    expect(await settled(cursor(silent, "users"))).toHaveProperty("unset");
    expect(silent.entries.length).toBe(1);
  });

  /** Pages of ten users, each of which links a page N records later. */
  const inclusive = (list: (nth: number) => readonly object[], step: number, isLinked = false): Source => {
    let nth = 0;
    return openSource(
      scriptedSession(
        {},
        {
          answer: ({ query = {} }) => {
            nth += 1;
            const start = Number((query["cursor"] ?? "k0").slice(1));
            const next = `${isLinked ? "/api/v1/users?cursor=" : ""}k${start + step}`;
            return { json: { data: list(nth).slice(start, start + 10), meta: { page: 1, total: 90, next } } };
          },
        },
      ),
    );
  };

  test.each([false, true])("may begin with a record of the previous page (by a link: %s)", async (isLinked) => {
    const source = inclusive(() => users, 9, isLinked);
    const found = await nextPage(source, "users");
    const { answer } = await plainList(source, "users");
    expect(found.after(answer.exchange)).toEqual({ cursor: "k9" });
  });

  test("is not the same page again, nor one that differs only because others write", async () => {
    expect(
      await settled(
        nextPage(
          inclusive(() => users, 0),
          "users",
        ),
      ),
    ).toHaveProperty("unset");
    const removed = inclusive((nth) => users.slice(nth > 1 ? 1 : 0), 0);
    expect(await settled(nextPage(removed, "users"))).toHaveProperty("unset");
  });

  test("is not followed to another host or path", async () => {
    const links = ["https://elsewhere.example/api/v1/users?c=", "/api/v1/people?c="];
    for (const link of links) {
      const source = leading("c", (start) => ({ links: { next: link + after(start) } }));
      expect(await settled(nextPage(source, "users"))).toHaveProperty("unset");
    }
  });
});
