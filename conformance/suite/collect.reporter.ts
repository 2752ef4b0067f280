import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";
import { progressVariable, runFiles, runFolderVariable } from "../run/run.ts";

/**
 * Collects what the checks found and shows progress. A test that fails, or ends without findings, is a fault of
 * orgkit and never a failure of the target.
 */
export default class CollectReporter implements Reporter {
  readonly #file = join(process.env[runFolderVariable] ?? "", runFiles.findings);
  readonly #showProgress = process.env[progressVariable] === "1";
  #total = 0;
  #ended = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
  }

  onStepBegin(test: TestCase, _: TestResult, step: TestStep): void {
    if (step.category !== "test.step") return;
    this.#progress(`${this.#ended + 1}/${this.#total} ${test.parent.project()?.name ?? ""} ${step.title}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#ended += 1;
    const body = result.attachments.find(({ name }) => name === "findings")?.body;
    if (body !== undefined && result.status === "passed") {
      this.#write(`{"attachment":${body.toString("utf8")}}`);
      return;
    }
    const fault = result.error?.message ?? `it ended as "${result.status}" without findings`;
    this.#write(JSON.stringify({ fault: `${test.title}: ${fault}` }));
  }

  onError(error: TestError): void {
    this.#write(JSON.stringify({ fault: error.message ?? "unknown error" }));
  }

  onEnd(): void {
    this.#progress("");
    const left = this.#total - this.#ended;
    if (left > 0) this.#write(JSON.stringify({ fault: `${left} of ${this.#total} parts of the suite did not run` }));
    this.#write(JSON.stringify({ ended: this.#ended }));
  }

  /** Line by line: a run over many targets has more to say than one text can hold. */
  #write(line: string): void {
    appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
  }

  /** One line that writes over itself; an empty text clears it. */
  #progress(text: string): void {
    if (this.#showProgress) process.stderr.write(`\r\u001B[K${text}`);
  }
}
