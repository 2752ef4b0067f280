import { expect, test } from "@playwright/test";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { fuzzServer } from "./fuzz-server.ts";

for (const name of ["reference", "login-page", "plaintext"]) {
  test(`over HTTP the dialect ${name} answers in its own words, whatever is called`, async () => {
    const { failure, runs } = await fuzzServer(loadDialect(name), { runs: 150 });
    expect(failure).toBeUndefined();
    expect(runs).toBe(150);
  });
}
