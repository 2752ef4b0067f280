import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { applicationWithMock, everyExport, pageSize } from "./page-size.ts";

const folder = fileURLToPath(new URL("../../mocks/example", import.meta.url));

describe("what a page loads of orgkit, gzipped, beside msw", () => {
  test("an application that can run on a mock carries 4 kB for it, and loads 97 kB when it does", async () => {
    const { atOnce, inAll } = await pageSize(applicationWithMock, folder);
    expect(atOnce).toBeGreaterThan(1000);
    expect(atOnce).toBeLessThan(4000);
    expect(inAll).toBeGreaterThan(75_000);
    expect(inAll).toBeLessThan(98_000);
  });

  test("all that the two entries export is less than 40 kB", async () => {
    const { atOnce } = await pageSize(everyExport, folder);
    expect(atOnce).toBeGreaterThan(20_000);
    expect(atOnce).toBeLessThan(40_000);
  });
});
