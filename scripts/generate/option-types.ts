import type { z } from "zod";
import { conformOptions, learnOptions } from "../../conformance/options/options.ts";
import { describeSetting, listSettings } from "../../fixtures/settings/settings.ts";
import { capitalize } from "../../fixtures/values/text.ts";

/** The options of the functions as interfaces, whose comments editors show: types of a schema have none. */
export function optionTypes(): string {
  return [
    'import type { z } from "zod";',
    'import type { conformOptions, learnOptions } from "./options.ts";',
    "",
    optionType("ConformOptions", "conformOptions", conformOptions),
    optionType("LearnOptions", "learnOptions", learnOptions),
  ].join("\n");
}

function optionType(name: string, schemaName: string, schema: z.ZodObject): string {
  const settings = new Map(listSettings(schema).map((setting) => [setting.member, setting]));
  const members = Object.entries(schema.shape).map(([member, declared]: [string, z.ZodType]) => {
    const text = describeSetting({ description: declared.description ?? "", ...settings.get(member) });
    const optional = declared.isOptional() ? "?" : "";
    return `  /** ${capitalize(text)} */\n  readonly ${member}${optional}: z.input<typeof ${schemaName}>["${member}"];`;
  });
  return `/** ${capitalize(schema.description ?? "")} */\nexport interface ${name} {\n${members.join("\n")}\n}\n`;
}
