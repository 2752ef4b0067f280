import { isAbsolute } from "../base-url.ts";
import type { SampleFile, Setup } from "./setup.ts";

/** The config file, with completion in an editor. */
export function configFile({ isModule, language, baseUrl }: Setup): SampleFile {
  // What `npm run conform` judges: the API, or `orgkit mock` if only the application knows how to reach it.
  const target = isAbsolute(baseUrl) ? baseUrl : "http://127.0.0.1:4010";
  // Node would warn at each start of a module it takes for CommonJS at first.
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
  // One section a command, one key a flag: see orgkit mock --help.
  mock: { world: "demo" },
  // What is judged: name your staging here, and give its token in ORGKIT_TOKEN.
  conform: { baseUrl: ${JSON.stringify(target)} },
}${tail};
`,
  };
}
