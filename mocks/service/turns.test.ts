import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTurns } from "./turns.ts";

describe("createTurns", () => {
  test("runs tasks in the order they were given, one at a time, however long each waits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 10 }), async (waits) => {
        const takeTurn = createTurns();
        const events: string[] = [];
        await Promise.all(
          waits.map((wait, index) =>
            takeTurn(async () => {
              events.push(`begin ${index}`);
              for (let left = wait; left > 0; left -= 1) await Promise.resolve();
              events.push(`end ${index}`);
            }),
          ),
        );
        expect(events).toStrictEqual(waits.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
      }),
    );
  });

  test("gives each caller the result of its own task", async () => {
    const takeTurn = createTurns();
    const results = [takeTurn(() => Promise.resolve("a")), takeTurn(() => Promise.resolve(2))];
    expect(await Promise.all(results)).toStrictEqual(["a", 2]);
  });

  test("goes on after a task that fails, and tells only its caller", async () => {
    const takeTurn = createTurns();
    const failing = takeTurn(() => Promise.reject(new Error("broken")));
    const next = takeTurn(() => Promise.resolve("still here"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("still here");
  });
});
