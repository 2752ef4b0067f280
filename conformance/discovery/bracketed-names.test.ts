import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { settled } from "./observation.ts";
import { position, sizeName } from "./page-parameters.ts";
import { sortingOrderParameter, sortingStyle } from "./sorting.ts";
import { openSource, type Source } from "./source.ts";

const names = ["mo", "al", "ze", "di"];
const users = Array.from({ length: 90 }, (_, index) => ({ id: index + 1, name: `${names[index % 4]}${index}` }));

/** Pages by `page`. Rejects names that Rack or qs would read as parts of one parameter. */
function nesting({ size = "none", isNumber = true, sort = "none" }): Source {
  const answer = ({ query = {} }: Call): ScriptedResponse => {
    const sent = Object.keys(query);
    const isMixed = sent.some((name) => sent.some((other) => other.startsWith(`${name}[`)));
    const isObject = isNumber && sent.some((name) => name.startsWith("page["));
    if (isMixed || isObject) return { status: 400, json: { error: "expected a string" } };
    const sorted = users.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const list = query["sort"] === sort ? (query["dir"] === "desc" ? sorted.toReversed() : sorted) : users;
    const [page, length] = [Number(query["page"] ?? 1), Number(query[size] ?? 10)];
    return envelope(list.slice((page - 1) * length, page * length), page, list.length);
  };
  return openSource(scriptedSession({}, { answer }));
}

test("a page is found where the name in brackets is rejected beside it", async () => {
  const source = nesting({ isNumber: false });
  expect(await settled(position(source, "users"))).toMatchObject({ name: "page", style: "page", first: 1 });
});

test("a size is found, or none, in few requests", async () => {
  const sized = nesting({ size: "count" });
  expect(await settled(sizeName(sized, "users"))).toBe("count");
  expect(sized.entries.length).toBeLessThanOrEqual(5);
  const none = nesting({});
  expect(await settled(sizeName(none, "users"))).toHaveProperty("unset");
  expect(none.entries.length).toBeLessThanOrEqual(8);
});

test("the size of pages that hold a record less than requested is found", async () => {
  const answer = ({ operation, query = {} }: Call): ScriptedResponse => {
    const length = Number(query["count"] ?? 10) - 1;
    return operation === "listUsers" ? envelope(users.slice(0, length), 1, users.length) : envelope([{ id: "i" }]);
  };
  expect(await settled(sizeName(openSource(scriptedSession({}, { answer })), "users"))).toBe("count");
});

test("a sort field and a direction are found, or none, in few requests", async () => {
  const paired = nesting({ sort: "name" });
  expect((await sortingStyle(paired)).value).toBe("pair");
  expect((await sortingOrderParameter(paired)).value).toBe("dir");
  const none = nesting({});
  expect((await sortingStyle(none)).value).toBe("none");
  expect(none.entries.length).toBeLessThanOrEqual(50);
});
