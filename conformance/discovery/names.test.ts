import { expect, test } from "vitest";
import { findAlone, findName, offsetNames, orderNames, pageNames, sizeNames, sortNames, type Sent } from "./names.ts";

const names = Array.from({ length: 40 }, (_, index) => `name${index}`);

/** A target that supports one name, and the number of its requests. */
function target(name: string): { followed: (sent: Sent) => Promise<number | undefined>; asked: () => number } {
  let asked = 0;
  return {
    followed: (sent) => {
      asked += 1;
      return Promise.resolve(sent.get(name));
    },
    asked: () => asked,
  };
}

test.each([
  [19, 3],
  [3, 6],
  [1, 10],
])("with %i distinguishable values, any of 40 names is found in at most %i requests", async (values, most) => {
  for (const name of names) {
    const { followed, asked } = target(name);
    expect(await findName(names, values, followed)).toBe(name);
    expect(asked()).toBeLessThanOrEqual(most);
  }
});

test.each([sizeNames, pageNames, offsetNames, sortNames, orderNames])("no name is listed twice: %s, …", (...listed) => {
  expect(new Set(listed).size).toBe(listed.length);
});

test("if none is supported, two requests show it", async () => {
  const { followed, asked } = target("another");
  expect(await findName(names, 1, followed)).toBeUndefined();
  expect(asked()).toBeLessThanOrEqual(2);
});

test("a name that works only beside others does not count", async () => {
  expect(
    await findName(names, 5, (sent) => Promise.resolve(sent.size > 1 ? sent.get("name7") : undefined)),
  ).toBeUndefined();
});

test("names are tried one by one if a target rejects unknown ones", async () => {
  const strict = (sent: Sent): Promise<number | undefined> =>
    Promise.resolve(sent.size === 1 ? sent.get("name2") : undefined);
  expect(await findAlone(names, strict)).toBe("name2");
});
