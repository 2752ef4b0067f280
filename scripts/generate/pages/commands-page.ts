import type { Command, Option } from "commander";
import { commands } from "../../commands/commands.ts";
import { sectionNames } from "../../settings/config-file.ts";
import { fillPage } from "../rewrite.ts";
import { code, fence, linkTo, prose, table } from "./markdown.ts";

/** `scripts/commands/commands.md`: every command with its flags, from its `--help`. */
export async function commandsPage(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map(async (load) => (await load()).default("")));
  const rows = all.map((command) => [linkTo(code(`orgkit ${command.name()}`)), prose(command.summary())]);
  const list = table(["command", ""], rows);
  return fillPage("scripts/commands/commands.md", { list, commands: all.map(sectionText).join("\n") });
}

function sectionText(command: Command): string {
  const name = command.name();
  const usage = fence("sh", `orgkit ${name} ${command.usage()}`);
  const isInFile = sectionNames.some((section) => section === name);
  const argumentRows = command.registeredArguments.map((argument) => [
    code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
    prose(argument.description),
  ]);
  const tables = [
    argumentRows.length === 0 ? "" : table(["argument", ""], argumentRows),
    optionTable(command.options, isInFile),
  ].filter(Boolean);
  return [`## orgkit ${name}\n`, `${prose(command.description())}\n`, usage, ...tables].join("\n");
}

/** The end of a flag's help, as `flagOf` writes it. */
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
  // A column without values only takes room.
  const used = head.map((_, index) => index < 2 || rows.some((row) => row[index] !== ""));
  const kept = (row: readonly string[]): readonly string[] => row.filter((__, index) => used[index]);
  return table(kept(head), rows.map(kept));
}
