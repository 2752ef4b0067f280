import { Command } from "commander";
import { closestNames } from "../../conformance/explain/explain.ts";
import { explainText } from "../../conformance/explain/explain.ts";
import { catalogue } from "../../conformance/checks/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { paintFor } from "../terminal.ts";
import { mockNames, mockText } from "./explain-mock.ts";

/** `orgkit explain`: a requirement, a key of the dialect or a scenario; without a name, all requirements in a list. */
export function explainCommand(): Command {
  return new Command("explain")
    .summary("explain a requirement, a key of the dialect, or a scenario")
    .description(
      "Explains what reports and the mock's log name: a requirement (its text and source, what passes, what fails, how to fix it), a key of the dialect, or a scenario. Without a name, lists the requirements.",
    )
    .argument("[NAME]", "for instance ENV-04, paging.users.oversize, latency")
    .action((name: string | undefined) => {
      const paint = paintFor(process.stdout);
      if (name === undefined) {
        for (const { id: known, level, rule } of catalogue) {
          process.stdout.write(`${paint("bold", known.padEnd(10))} ${paint("dim", level.padEnd(9))} ${rule}\n`);
        }
        return;
      }
      const text = explainText(name, paint) ?? mockText(name.trim(), paint);
      if (text === undefined) {
        const near = closestNames(name, [...catalogue.map(({ id }) => id), ...mockNames()]);
        const hint = near.length === 0 ? "orgkit explain lists the requirements" : `did you mean ${near.join(", ")}?`;
        const problem = `expected a requirement, a key of the dialect or a scenario; ${hint}`;
        throw new InputError("Name", [{ at: name, problem }]);
      }
      process.stdout.write(text);
    });
}
