import { defineConfig } from "@playwright/test";
import "orgkit/suite";

/**
 * The conformance tests as a Playwright project has them: `npx playwright test -c conformance`. They judge the target at
 * `ORGKIT_BASE_URL`, with the tokens in `ORGKIT_TOKEN` and `ORGKIT_TOKEN_B`; without it the mock, started for the run.
 */
const { ORGKIT_BASE_URL, ORGKIT_SUBSCRIPTION_ID, ORGKIT_ALLOW_WRITES, ORGKIT_DIALECT, MOCK_URL } = process.env;
const isMock = ORGKIT_BASE_URL === undefined;
if (isMock) {
  process.env["ORGKIT_TOKEN"] = "aurora-token-4f7a91";
  process.env["ORGKIT_TOKEN_B"] = "brightwater-token-c83d20";
}
const dialect = isMock ? "reference" : ORGKIT_DIALECT;

export default defineConfig({
  testMatch: "suite/interface.conformance.ts",
  outputDir: "../test-results",
  reporter: [["list"], ["html", { open: "never", outputFolder: "../playwright-report" }]],
  use: {
    conformance: {
      baseUrl: isMock ? MOCK_URL : ORGKIT_BASE_URL,
      subscriptionIds: isMock ? ["sub_k9p34y6n", "sub_3wd25rq4"] : ORGKIT_SUBSCRIPTION_ID?.split(","),
      allowWrites: isMock || ORGKIT_ALLOW_WRITES === "true",
      dialect,
    },
  },
  ...(isMock
    ? {
        webServer: { command: "node ../scripts/cli.ts mock --port 0", wait: { stdout: /Base URL\s+(?<mock_url>\S+)/ } },
      }
    : {}),
});
