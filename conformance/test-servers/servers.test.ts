import { expect, test } from "vitest";
import { obligationName, obligations } from "../requirements/catalogue.ts";
import { awkwardMocks } from "./mock-server.ts";
import { hostileServers } from "./hostile.ts";
import { brokenServers, conformingServers, misdeclaredServers } from "./servers.ts";

const broken = [...brokenServers, ...misdeclaredServers];
const brokenObligations = new Set(broken.flatMap(({ breaks }) => breaks));
const names = obligations(["stated", "implied", "declared"]).map(obligationName);

test("each server has a unique id, and breaks obligations that exist", () => {
  const ids = [...conformingServers, ...awkwardMocks, ...broken, ...hostileServers].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect([...brokenObligations].filter((name) => !names.includes(name))).toEqual([]);
});

test("each obligation that decides a verdict is broken by a server", () => {
  expect(names.filter((name) => !brokenObligations.has(name))).toEqual([]);
});
