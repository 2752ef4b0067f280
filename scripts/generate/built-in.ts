import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { readDataFile } from "../../fixtures/data-file.ts";

/**
 * A module that holds what a YAML file of a built-in world or dialect says, for a browser: no file to read there, and
 * nothing that reads YAML.
 * @param type of the data: its name and the module it comes from
 */
export function builtInModule(source: URL, type: { readonly name: string; readonly from: string }): string {
  const path = fileURLToPath(source);
  const { value } = readDataFile(path, type.name);
  return [
    `// Generated from ${basename(path)} by npm run generate.`,
    "// oxlint-disable max-lines -- data has no better length",
    `import type { ${type.name} } from "${type.from}";`,
    "",
    `export default ${visible(JSON.stringify(value))} satisfies ${type.name};`,
    "",
  ].join("\n");
}

/** Characters that a reader of the source could not see, as escapes. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
