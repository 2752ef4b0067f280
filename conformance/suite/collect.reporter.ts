import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";
import {
  attachmentSchema,
  progressVariable,
  runFiles,
  runFolderVariable,
  type Attachment,
  type Findings,
} from "../run/run.ts";

/**
 * Collects what the checks found and shows progress. A test that fails, or ends without a finding, is a fault
 * of orgkit and never a failure of the target.
 */
export default class CollectReporter implements Reporter {
  readonly #folder = process.env[runFolderVariable] ?? "";
  readonly #showProgress = process.env[progressVariable] === "1";
  readonly #byTarget = new Map<string, Attachment[]>();
  readonly #faults: string[] = [];
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
    const attachment = readAttachment(result);
    if (attachment === undefined || result.status !== "passed") {
      const fault = result.error?.message ?? `it ended as "${result.status}" without findings`;
      this.#faults.push(`${test.title}: ${fault}`);
      return;
    }
    const { name } = attachment.facts;
    this.#byTarget.set(name, [...(this.#byTarget.get(name) ?? []), attachment]);
  }

  onError(error: TestError): void {
    this.#faults.push(error.message ?? "unknown error");
  }

  onEnd(): void {
    this.#progress("");
    if (this.#faults.length === 0 && this.#ended < this.#total) {
      this.#faults.push(`only ${this.#ended} of ${this.#total} parts of the suite ran`);
    }
    const findings: Findings = {
      targets: [...this.#byTarget.values()].map((attachments) => ({
        facts: latestFacts(attachments),
        findings: attachments.flatMap(({ findings: found }) => found),
      })),
      faults: this.#faults,
    };
    writeFileSync(join(this.#folder, runFiles.findings), JSON.stringify(findings), { mode: 0o600 });
  }

  /** One line that writes over itself; an empty text clears it. */
  #progress(text: string): void {
    if (this.#showProgress) process.stderr.write(`\r\u001B[K${text}`);
  }
}

function readAttachment(result: TestResult): Attachment | undefined {
  const body = result.attachments.find(({ name }) => name === "findings")?.body;
  if (body === undefined) return undefined;
  return attachmentSchema.safeParse(JSON.parse(body.toString("utf8"))).data;
}

/** Facts grow while a target is judged, so those of its last finding hold; a restarted worker began later. */
function latestFacts(attachments: readonly Attachment[]): Attachment["facts"] {
  const all = attachments.map(({ facts }) => facts).toSorted((left, right) => left.requests - right.requests);
  const [latest] = all.slice(-1);
  if (latest === undefined) throw new Error("a target without a finding");
  return latest;
}
