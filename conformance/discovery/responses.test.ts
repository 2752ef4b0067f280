import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import { createdLocation } from "./created-users.ts";
import { openSource, type Source } from "./source.ts";
import { furtherHeaders } from "./response-headers.ts";
import { furtherMembers } from "./responses.ts";

type Query = Readonly<Record<string, string>>;

/** A service with 45 users and as many invoices, whose responses have these additional headers. */
function service(list: (query: Query) => ScriptedResponse): Source {
  let created = 45;
  return openSource(
    scriptedSession(
      {},
      {
        ids: ["sub-1"],
        answer: ({ operation, query = {}, path = "", as }) => {
          if (as !== undefined)
            return { status: 401, json: { message: "no" }, headers: { etag: '"e"', vary: "Origin" } };
          if (operation === "createUser") {
            created += 1;
            const location = `/users/${created}`;
            return { ...envelope([{ uuid: `a${created}b`, email: "x" }]), status: 201, headers: { location } };
          }
          return path.includes("/subscriptions/") ? envelope([{ uuid: "sub-1" }]) : list(query);
        },
      },
    ),
  );
}

const users = Array.from({ length: 45 }, (_, index) => ({ uuid: `a${index}c`, email: `u${index}@x.example` }));

function paged({ page: asked = "1", per_page: size = "20" }: Query): ScriptedResponse {
  const [page, length] = [Number(asked), Math.min(Number(size), 40)];
  const start = (page - 1) * length;
  const next = start + length < users.length ? { next: `/api/v1/users?page=${page + 1}` } : {};
  return {
    json: { data: users.slice(start, start + length), meta: { page, total: 45, perPage: length }, ...next },
    headers: { "x-total": "45", etag: 'W/"1"', vary: "Origin, Accept" },
  };
}

test("members beside the envelope are a template of the position in the list", async () => {
  expect(await furtherMembers(service(paged))).toMatchObject({
    value: { listUsers: { meta: { perPage: "{{size}}" }, next: expect.stringContaining("page={{next}}") } },
  });
});

test("an address of a page is a template, too, if a list is shorter than the maximum of its pages", async () => {
  const source = service(({ offset: asked = "0", limit: size = "10" }) => {
    const [offset, limit] = [Number(asked), Number(size)];
    const before = `/api/v1/users?limit=${limit}&offset=${Math.max(offset - limit, 0)}`;
    const data = users.slice(offset, offset + limit);
    const meta = { page: Math.floor(offset / limit) + 1, total: users.length };
    return { json: { data, meta, previous: offset > 0 ? before : null } };
  });
  expect((await furtherMembers(source)).value).toMatchObject({
    listUsers: { previous: "{{path}}?limit={{size}}&offset={{prev or null}}" },
  });
});

test("headers belong to the operation, except CORS headers", async () => {
  const source = service(paged);
  await furtherMembers(source);
  expect((await furtherHeaders(source)).value).toMatchObject({ listUsers: { "x-total": "{{total}}", vary: "Accept" } });
});

test("a `Location` without the id of the user counts users", async () => {
  expect(await createdLocation(service(paged))).toMatchObject({ value: "/users/{{count}}", confidence: "likely" });
});
