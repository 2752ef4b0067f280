import { expect, test } from "vitest";
import { idsOf, preferTraffic } from "./target-options.ts";

const config = { baseUrl: "http://file.example", level: "stated" };
const environment = { ORGKIT_BASE_URL: "http://environment.example", ORGKIT_OUT: "out" };

test("recorded traffic on the command line overrides a target in the environment and the config file", () => {
  const flags = { har: ["visit.har"] };
  expect(preferTraffic({ flags, environment, config })).toStrictEqual({
    flags,
    environment: { ORGKIT_OUT: "out" },
    config: { level: "stated" },
  });
  expect(preferTraffic({ flags: {}, environment, config })).toStrictEqual({ flags: {}, environment, config });
});

test("an id may belong to the second account", () => {
  const id = ["subscription=sub_1", "second:subscription=sub_9", "user=u=1"];
  expect(idsOf({ id, subscriptionId: ["sub_2"] })).toStrictEqual({
    ids: { subscription: ["sub_1"], user: ["u=1"] },
    secondIds: { subscription: ["sub_9"] },
    subscriptionIds: ["sub_2"],
  });
});
