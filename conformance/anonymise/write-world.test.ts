import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.fixture.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { writeWorld } from "./anonymise.ts";

const folder = openTemporaryFolder();

test.each(["demo", "edge", "empty"])("the world %s is written so that it loads as it was", (name) => {
  const world = loadWorld(name, 1);
  const path = folder.write(`${name}.yaml`, writeWorld(world));
  expect(loadWorld(path, 1)).toStrictEqual(world);
});
