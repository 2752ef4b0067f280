import type { Argument, Command, Option } from "commander";
import { commands } from "../../commands/commands.ts";
import { sectionNames } from "../../settings/config-file.ts";
import { code, fence, notice, prose, table } from "./markdown.ts";

/** `scripts/commands/commands.md`: every command with its flags, as `--help` tells them. */
export async function commandsPage(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map(async (load) => (await load()).default("")));
  return `${notice("the help of each command")}

# The commands

${table(
  ["command", ""],
  all.map((command) => [`[${code(`orgkit ${command.name()}`)}](#orgkit-${command.name()})`, prose(command.summary())]),
)}
A flag wins over the environment, the environment over \`orgkit.config.{ts,js,json,yaml}\` in the folder where the command runs. In the file a command has a section of its name, and each flag the key that is given here; where no key is given, the file has no say. A list in the environment is separated by commas, scenarios by spaces. A switch is on in the environment with 1, true, yes or on. The tokens of a target are given in the environment or the file, and are no flags: others could read them in a list of processes.

| exit code | meaning |
| --- | --- |
| 0 | done; conforming, or alike |
| 1 | non-conforming, different, edited, or a violation where that is asked for |
| 2 | wrong usage or config |
| 3 | could not judge, or \`--complete\` and something was not verified |

${all.map((command) => sectionText(command)).join("\n")}`;
}

function sectionText(command: Command): string {
  const name = command.name();
  return `## orgkit ${name}

${prose(command.description())}

${fence("sh", `orgkit ${name} ${command.usage()}`)}
${[
  argumentTable(command.registeredArguments),
  optionTable(
    command.options,
    sectionNames.some((section) => section === name),
  ),
]
  .filter(Boolean)
  .join("\n")}`;
}

function argumentTable(all: readonly Argument[]): string {
  if (all.length === 0) return "";
  return table(
    ["argument", ""],
    all.map((argument) => [
      code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
      prose(argument.description),
    ]),
  );
}

/** What the help of a flag ends with, as `addSettings` writes it. */
const notes = / \((?:default: (?<standard>.*?); )?env: (?<variables>[A-Z_]+(?:, [A-Z_]+)*)\)$/;

function optionTable(options: readonly Option[], isInFile: boolean): string {
  if (options.length === 0) return "";
  const rows = options.map((option) => {
    const { standard = "", variables = "" } = notes.exec(option.description)?.groups ?? {};
    return [
      code(option.flags),
      prose(option.description.replace(notes, "")),
      standard === "" ? "" : code(standard),
      variables.split(", ").filter(Boolean).map(code).join(", "),
      isInFile && variables !== "" ? code(option.attributeName()) : "",
    ];
  });
  const head = ["flag", "", "default", "environment", "key"];
  // Where no flag has any, a column only takes room.
  const used = head.map((_, index) => index < 2 || rows.some((row) => row[index] !== ""));
  const kept = (row: readonly string[]): readonly string[] => row.filter((__, index) => used[index]);
  return table(kept(head), rows.map(kept));
}
