import { expect, test, vi } from "vitest";
import { openTestControl } from "../../control/control.fixture.ts";
import { keepUp, paced, readState, displayedTime } from "./mock.ts";

test("a throttled task runs at once, and once more after the pause", async () => {
  vi.useFakeTimers();
  const task = vi.fn(() => Promise.resolve());
  const ask = paced(250, task);
  for (let index = 0; index < 100; index += 1) ask();
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  ask();
  await vi.advanceTimersByTimeAsync(249);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(task).toHaveBeenCalledTimes(2);
  ask();
  expect(task).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test("the clock runs from when it was read, unless it is frozen", async () => {
  vi.useFakeTimers();
  const { ask } = await openTestControl();
  vi.stubGlobal("fetch", async (path: string) => Response.json((await ask(`GET ${path}`)).json));
  keepUp();
  await readState();
  await vi.advanceTimersByTimeAsync(2000);
  expect(displayedTime.value).toBe("2026-03-01T12:30:02.000Z");
  await ask("POST clock", { freeze: "2026-03-02T00:00:00Z" });
  await readState();
  await vi.advanceTimersByTimeAsync(2000);
  expect(displayedTime.value).toBe("2026-03-02T00:00:00.000Z");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
