import { expect, test } from "vitest";
import { keepToken, takeToken } from "./control-token.ts";

function places(hash: string): {
  taken: () => string | undefined;
  addresses: string[];
  storage: Pick<Storage, "getItem" | "setItem">;
} {
  const kept = new Map<string, string>();
  const addresses: string[] = [];
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const location = { hash, pathname: "/_orgkit/", search: "?x" };
  const history = {
    replaceState: (_: unknown, __: string, url?: string | URL | null) => void addresses.push(`${url}`),
  };
  return { taken: () => takeToken({ location, history, storage }), addresses, storage };
}

test("the token is taken out of the address, and kept for the window", () => {
  const { taken, addresses, storage } = places("#token=a%2Fb");
  expect(taken()).toBe("a/b");
  expect(addresses).toStrictEqual(["/_orgkit/?x"]);
  expect(storage.getItem("orgkit-control-token")).toBe("a/b");
});

test("without one in the address, that of an earlier load holds", () => {
  const { taken, addresses, storage } = places("#world");
  expect(taken()).toBeUndefined();
  keepToken("typed", storage);
  expect(taken()).toBe("typed");
  expect(addresses).toStrictEqual([]);
});
