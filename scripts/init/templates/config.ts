import { isAbsolute } from "../base-url.ts";
import type { SampleFile, Setup } from "./setup.ts";

/** The config file, with completion in an editor. */
export function configFile({ isModule, language, baseUrl }: Setup): SampleFile {
  // The target of `npm run conform`: the API, or `orgkit mock` if only the application can reach it.
  const target = isAbsolute(baseUrl) ? baseUrl : "http://127.0.0.1:4010";
  // Otherwise Node warns at each start about a module that looks like CommonJS.
  if (!isModule) {
    const $schema = "./node_modules/orgkit/scripts/settings/config.schema.json";
    const config = { $schema, mock: { world: "demo" }, conform: { baseUrl: target } };
    return { path: "orgkit.config.json", text: `${JSON.stringify(config, null, 2)}\n` };
  }
  const [head, tail] =
    language === "ts"
      ? ['import type { OrgkitConfig } from "orgkit";\n\n', " satisfies OrgkitConfig"]
      : ['/** @type {import("orgkit").OrgkitConfig} */\n', ""];
  return {
    path: `orgkit.config.${language}`,
    text: `${head}export default {
  // One section per command, one key per flag: see orgkit mock --help.
  mock: { world: "demo" },
  // The service to judge, for instance staging. Set its token in ORGKIT_TOKEN.
  conform: { baseUrl: ${JSON.stringify(target)} },
}${tail};
`,
  };
}
