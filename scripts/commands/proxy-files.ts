import { join } from "node:path";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { proxyJunit } from "../../conformance/proxy/proxy-junit.ts";
import type { ProxyReport } from "../../conformance/proxy/proxy-report.ts";
import { proxySummary } from "../../conformance/proxy/proxy-summary.ts";
import { stableJson } from "../../conformance/report/stable-json.ts";
import { writeWholeFile } from "../../fixtures/write-file.ts";

/** What is written of a run; JSON pointers of the report lead into `openapi.json`. */
export const proxyFiles = ["proxy.json", "summary.md", "junit.xml", "openapi.json"] as const;

/** @returns the paths of what was written */
export function writeProxyReports(folder: string, report: ProxyReport, document: OpenApiDocument): readonly string[] {
  const texts: Readonly<Record<(typeof proxyFiles)[number], string>> = {
    "proxy.json": stableJson(report),
    "summary.md": proxySummary(report),
    "junit.xml": proxyJunit(report),
    "openapi.json": stableJson(document),
  };
  return proxyFiles.map((name) => {
    const path = join(folder, name);
    writeWholeFile(path, texts[name]);
    return path;
  });
}
