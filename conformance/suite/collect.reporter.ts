import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { findingSchema, readRun, runFiles, runFolderVariable, type Finding, type Findings } from "../run/run.ts";

/**
 * Collects what the checks found and shows progress. A test that ends without a finding, whatever Playwright
 * makes of it, is a fault of orgkit and never a failure of the target.
 */
export default class CollectReporter implements Reporter {
  readonly #folder = process.env[runFolderVariable] ?? "";
  readonly #findings: Finding[] = [];
  readonly #faults: string[] = [];
  #total = 0;
  #showProgress = false;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
    this.#showProgress = readRun(this.#folder).showProgress;
  }

  onTestBegin(test: TestCase): void {
    this.#progress(`${this.#findings.length + 1}/${this.#total} ${test.title.replace(/:.*/s, "")}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const body = result.attachments.find(({ name }) => name === "finding")?.body;
    const parsed = body === undefined ? undefined : findingSchema.safeParse(JSON.parse(body.toString("utf8")));
    if (parsed?.success === true) this.#findings.push(parsed.data);
    else
      this.#faults.push(
        `${test.title}: ${result.error?.message ?? `the check ended as "${result.status}" without a finding`}`,
      );
  }

  onError(error: TestError): void {
    this.#faults.push(error.message ?? "unknown error");
  }

  onEnd(): void {
    this.#progress("");
    const findings: Findings = { findings: this.#findings, faults: this.#faults };
    writeFileSync(join(this.#folder, runFiles.findings), JSON.stringify(findings), { mode: 0o600 });
  }

  /** One line that writes over itself; an empty text clears it. */
  #progress(text: string): void {
    if (this.#showProgress) process.stderr.write(`\r\u001B[K${text}`);
  }
}
