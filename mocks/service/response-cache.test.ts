import { describe, expect, test } from "vitest";
import type { Reply } from "./call.ts";
import { Failure } from "./failure.ts";
import { ResponseCache } from "./response-cache.ts";
import { RecordCollection } from "./record-collection.ts";

function reply(body = "{}"): Reply {
  return { status: 200, headers: {}, body, why: { rule: "AUTH-01" } };
}

const open = (): RecordCollection => new RecordCollection({ kind: "users", newId: () => 1 });

describe("a cached response", () => {
  test("is sent for the same query until the list changes", async () => {
    const list = open();
    const kept = new ResponseCache();
    let made = 0;
    const ask = (query: string): number => {
      kept.of(list, query, () => reply(String((made += 1))));
      return made;
    };
    expect([ask("page=1"), ask("page=1"), ask("page=2"), ask("page=1")]).toStrictEqual([1, 1, 2, 2]);
    await list.create({ id: "a" });
    expect([ask("page=1"), ask("page=1")]).toStrictEqual([3, 3]);
  });

  test("is not of another list, not a failure, and not very long", () => {
    const kept = new ResponseCache();
    const list = open();
    const failure = new Failure("badParameter", "no");
    expect(kept.of(list, "", () => failure)).toBe(failure);
    expect(kept.of(list, "", () => reply("a"))).toMatchObject({ body: "a" });
    expect(kept.of(open(), "", () => reply("b"))).toMatchObject({ body: "b" });
    expect(kept.of(list, "long", () => reply("x".repeat(300_000)))).toMatchObject({ status: 200 });
    expect(kept.of(list, "long", () => reply("short"))).toMatchObject({ body: "short" });
  });
});
