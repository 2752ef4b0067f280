import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";
import { obligationsAnnotation, type SuiteLine } from "../run/run.ts";

/**
 * Tells the process that started the suite what the checks find, and how far they are. A test that fails, or ends
 * without findings, is a fault of orgkit and never a failure of the target.
 */
export default class CollectReporter implements Reporter {
  #total = 0;
  #ended = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    // Whoever started this is gone, and nobody is left to tell: nothing more is sent to the targets either.
    process.once("disconnect", () => process.exit(1));
    const tests = suite.allTests();
    this.#total = tests.length;
    void tell({ obligations: tests.reduce((sum, test) => sum + obligationsOf(test), 0) });
  }

  onStepBegin(test: TestCase, _: TestResult, step: TestStep): void {
    if (step.category !== "test.step") return;
    void tell({ judging: { target: test.parent.project()?.name ?? "", obligation: step.title } });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#ended += 1;
    const body = result.attachments.find(({ name }) => name === "findings")?.body;
    if (body !== undefined && result.status === "passed") {
      void tell({ attachment: JSON.parse(body.toString("utf8")) });
      return;
    }
    const fault = result.error?.message ?? `it ended as "${result.status}" without findings`;
    void tell({ fault: `${test.title}: ${fault}`, target: test.parent.project()?.name });
  }

  onError(error: TestError): void {
    void tell({ fault: error.message ?? "unknown error" });
  }

  async onEnd(): Promise<void> {
    const left = this.#total - this.#ended;
    if (left > 0) void tell({ fault: `${left} of ${this.#total} parts of the suite did not run` });
    await tell({ ended: this.#ended });
  }
}

function obligationsOf({ annotations }: TestCase): number {
  return Number(annotations.find(({ type }) => type === obligationsAnnotation)?.description ?? 0);
}

/** @returns when it is on its way, and with it all that was told before: a process that ends loses what is not */
function tell(line: SuiteLine): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(line, () => resolve());
  });
}
