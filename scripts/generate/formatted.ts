import { readFileSync } from "node:fs";
import { format } from "oxfmt";
import { z } from "zod";

const options = z
  .object({ printWidth: z.int() })
  .parse(JSON.parse(readFileSync(new URL("../../.oxfmtrc.json", import.meta.url), "utf8")));

/**
 * TypeScript as `npm run format` would leave it.
 * @throws Error where it is none
 */
export async function formatted(source: string): Promise<string> {
  const { code, errors } = await format("generated.ts", source, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}
