import { existsSync, rmSync } from "node:fs";
import { readText } from "../../fixtures/read-text.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { writeWholeFile } from "../../fixtures/write-file.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { z } from "zod";

/** As the recorder writes them; only members that decide whether an entry is usable are read. */
const entrySchema = z.looseObject({ exchange: exchangeSchema });

/**
 * Opens the journal of a run. It keeps the exchanges of an interrupted run, so that only missing ones are sent; reads
 * without a conclusive response are repeated.
 * @returns how many exchanges are kept
 * @throws InputError if it is of another target, or not a journal
 */
export function openJournal(file: string, baseUrl: string): number {
  if (!existsSync(file)) return 0;
  const lines = readText(file, "journal", 512e6).split("\n");
  const entries = lines.slice(0, -1).map((line) => ({ line, exchange: parse(line, file) }));
  if (entries.some(({ exchange }) => !exchange.request.url.startsWith(`${baseUrl}/`))) {
    throw mistake(file, "is of another target");
  }
  const kept = entries.filter(({ exchange: { request, response } }) => {
    const isAnswered = response !== undefined && response.status < 500 && response.status !== 429;
    return isAnswered || request.method === "POST";
  });
  writeWholeFile(file, kept.map(({ line }) => `${line}\n`).join(""), 0o600);
  return kept.length;
}

/** Removes the journal of a run whose output is saved, or that could not start. */
export function removeJournal(file: string): void {
  rmSync(file, { force: true });
}

/** An interrupted last line has no line break: it is not among these. */
function parse(line: string, file: string): z.infer<typeof exchangeSchema> {
  try {
    return entrySchema.parse(JSON.parse(line)).exchange;
  } catch {
    throw mistake(file, "is not a journal of orgkit learn");
  }
}

function mistake(file: string, problem: string): InputError {
  return new InputError(`journal "${file}"`, [{ at: file, problem: `${problem}; choose another file, or remove it` }]);
}
