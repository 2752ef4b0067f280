import { expect, test } from "vitest";
import { preferTraffic } from "./target-options.ts";

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
