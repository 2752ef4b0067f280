import { beforeEach, describe, expect, test } from "vitest";
import { Ledger, type User } from "./ledger.ts";

const createdAt = "2026-03-01T12:30:00Z";

function user(name: string, more: object = {}): User {
  return { id: `usr_${name}`, email: `${name}@x.example`, createdAt, note: name, ...more };
}

let ledger: Ledger;

/** Two writers created users and were answered; one more was asked for, and the answer never came. */
beforeEach(() => {
  ledger = new Ledger();
  for (const [writer, name] of [
    [1, "a"],
    [2, "b"],
    [1, "c"],
  ] as const) {
    ledger.create(writer, { email: `${name}@x.example`, note: name });
    ledger.acknowledge(`${name}@x.example`, user(name));
  }
  ledger.create(2, { email: "d@x.example", note: "d" });
});

const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => user(name));

describe("what may be found after a crash", () => {
  test.each([
    ["what was acknowledged", [a, b, c]],
    ["and what a call without an answer would have made", [a, b, c, d]],
    ["in another order of the writers", [b, d, a, c]],
  ])("%s", (_, found) => {
    expect(ledger.settle(found.flatMap((one) => one ?? []))).toStrictEqual([]);
    expect(ledger.acknowledged).toBe(3);
  });

  test("after a change without an answer: one or the other, but no third", () => {
    const next = user("a", { note: "changed" });
    ledger.change(user("a"), next);
    expect(ledger.settle([next, user("b"), user("c")])).toStrictEqual([]);
    expect(ledger.settle([user("a"), user("b"), user("c")])).toStrictEqual([
      expect.stringContaining("a@x.example: not as it was acknowledged"),
    ]);
  });

  test("after a removal without an answer: nothing or all", () => {
    ledger.change(user("a"), "absent");
    expect(ledger.settle([user("b"), user("c")])).toStrictEqual([]);
    expect(ledger.settle([user("a"), user("b"), user("c")])).toStrictEqual(
      expect.arrayContaining(["a@x.example: nobody created it"]),
    );
  });
});

describe("what may not", () => {
  test.each([
    ["a user that is lost", [a, b], "c@x.example: acknowledged and lost"],
    ["a user that differs", [a, b, user("c", { note: "" })], "c@x.example: not as it was acknowledged"],
    ["a half-written user", [a, b, c, { email: "d@x.example", note: "d" }], "d@x.example: not as it was acknowledged"],
    ["a user with half a field", [a, b, c, user("d", { note: "" })], "d@x.example: not as it was acknowledged"],
    ["a user twice", [a, b, c, c], "c@x.example: its email is there twice"],
    ["an id twice", [a, b, c, user("d", { id: "usr_c" })], "d@x.example: its id is there twice"],
    ["a stranger", [a, b, c, user("e")], "e@x.example: nobody created it"],
    ["another order of a writer's users", [c, b, a], "the users of writer 1 are not in the order of their creation"],
  ])("%s", (_, found, fault) => {
    expect(ledger.settle(found.flatMap((one) => one ?? []))).toContainEqual(expect.stringContaining(fault));
  });

  test("a removed user", () => {
    ledger.acknowledge("a@x.example", "absent");
    expect(ledger.settle([user("a"), user("b"), user("c")])).toContainEqual("a@x.example: removed, and there again");
  });

  test("another order than that found before", () => {
    ledger.settle([user("a"), user("b"), user("c")]);
    expect(ledger.settle([user("b"), user("a"), user("c")])).toStrictEqual(["the order of the list has changed"]);
  });
});
