import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "../../conformance/proxy/openapi-document.ts";
import { proxyJunit } from "../../conformance/proxy/proxy-junit.ts";
import type { ProxyReport } from "../../conformance/proxy/proxy-report.ts";
import { proxySummary } from "../../conformance/proxy/proxy-summary.ts";
import { stableJson } from "../../conformance/report/stable-json.ts";
import { InputError } from "../../fixtures/input-error.ts";

/**
 * Before anything passes, so that no finding is lost to a folder that cannot be written.
 * @throws InputError where it cannot be
 */
export function prepareProxyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "proxy.json"), "", { flag: "a" });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`Folder "${folder}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

/** @returns the paths of what was written */
export function writeProxyReports(folder: string, report: ProxyReport, document: OpenApiDocument): readonly string[] {
  const files = {
    "proxy.json": stableJson(report),
    "summary.md": proxySummary(report),
    "junit.xml": proxyJunit(report),
    // What the JSON pointers of the report lead into.
    "openapi.json": stableJson(document),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
}
