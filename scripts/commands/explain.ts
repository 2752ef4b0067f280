import { Command } from "commander";
import { closestIds } from "../../conformance/explain/explain.ts";
import { explainText } from "../../conformance/explain/explain-text.ts";
import { catalogue } from "../../fixtures/contract/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { paintFor } from "../terminal.ts";

/** `orgkit explain`: one requirement, its text and source, what passes and what fails; without an id, all in a list. */
export function explainCommand(): Command {
  return new Command("explain")
    .summary("explain a requirement: its source, what passes, what fails")
    .description(
      "Explains one requirement: its text and source, what passes, what fails, how to mend it. Without an id, lists them all.",
    )
    .argument("[ID]", "for instance ENV-04")
    .action((id: string | undefined) => {
      const paint = paintFor(process.stdout);
      if (id === undefined) {
        for (const { id: known, level, rule } of catalogue) {
          process.stdout.write(`${paint("bold", known.padEnd(10))} ${paint("dim", level.padEnd(9))} ${rule}\n`);
        }
        return;
      }
      const text = explainText(id, paint);
      if (text === undefined) {
        const near = closestIds(id);
        const hint = near.length === 0 ? "orgkit explain lists them" : `did you mean ${near.join(", ")}?`;
        throw new InputError("Requirement", [{ at: id, problem: `there is none with this id; ${hint}` }]);
      }
      process.stdout.write(text);
    });
}
