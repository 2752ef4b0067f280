import { expect, test } from "vitest";
import { nearestTargets } from "./nearest-targets.ts";

const config = { baseUrl: "http://file.example", level: "stated" };
const environment = { ORGKIT_TARGET: "a=http://environment.example", ORGKIT_OUT: "out" };

test("what the command line names is judged, whatever the environment and the file name", () => {
  const flags = { targets: "targets.yaml" };
  expect(nearestTargets({ flags, environment, config })).toStrictEqual({
    flags,
    environment: { ORGKIT_OUT: "out" },
    config: { level: "stated" },
  });
});

test("the environment comes before the file", () => {
  expect(nearestTargets({ flags: {}, environment, config })).toStrictEqual({
    flags: {},
    environment,
    config: { level: "stated" },
  });
});

test("the file holds where nothing else names a target, and two flags stay to be refused", () => {
  const unset = { ORGKIT_TARGETS: "" };
  expect(nearestTargets({ flags: {}, environment: unset, config }).config).toStrictEqual(config);
  const flags = { baseUrl: "http://flag.example", target: ["a=http://a.example"] };
  expect(nearestTargets({ flags, environment: {}, config: {} }).flags).toStrictEqual(flags);
});
