import { expect } from "vitest";
import type { StateFile } from "./state-file.ts";

/** A disk that does nothing before it is told to. */
export class TestDisk implements StateFile {
  /** What was written, a base as its first word. */
  readonly written: string[] = [];
  isLong = false;
  isUnsettled = false;
  isClosed = false;
  /** What the disk says to the writes to come. */
  refusal: string | undefined;
  #turns: (() => void)[] = [];

  append(text: string): Promise<void> {
    return this.#write(text.slice(9));
  }

  replace(lines: Iterable<string>): Promise<void> {
    return this.#write(`base of ${[...lines].length} lines`);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  /** Resolves once a write waits. */
  async isAsked(): Promise<void> {
    await expect.poll(() => this.#turns.length, { interval: 1 }).toBe(1);
  }

  /** Does the write that waits, once there is one. */
  async turn(): Promise<void> {
    await this.isAsked();
    this.#turns.shift()?.();
  }

  async #write(text: string): Promise<void> {
    await new Promise<void>((resolve) => this.#turns.push(resolve));
    if (this.refusal !== undefined) {
      throw Object.assign(new Error(this.refusal), { code: this.refusal, syscall: "write" });
    }
    this.written.push(text);
  }
}
