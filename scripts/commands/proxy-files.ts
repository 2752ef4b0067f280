import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { proxyJunit } from "../../conformance/proxy/proxy-junit.ts";
import type { ProxyReport } from "../../conformance/proxy/proxy-report.ts";
import { proxySummary } from "../../conformance/proxy/proxy-summary.ts";
import { stableJson } from "../../conformance/report/stable-json.ts";

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
