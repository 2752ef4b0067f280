import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import metadata from "../package.json" with { type: "json" };

const entry = stripTypeScriptTypes(readFileSync(new URL("orgkit.ts", import.meta.url), "utf8"));

// As a script, without `import` and top-level `await`: so every Node with modules can parse it, and links no missing
// one. All of them know `import.meta`.
const script = new Script(entry.replace(/^#!.*/, "").replaceAll("import.meta", "({})"));

test.each(["12.22.12", "22.18.0"])("Node %s gets a message with the required version", (node) => {
  let printed = "";
  const process = {
    versions: { node },
    stderr: { write: (text: string) => void (printed += text) },
    exitCode: 0,
  };
  script.runInNewContext({ process });
  expect(printed).toBe(`orgkit needs Node ${metadata.engines.node.replace(">=", ">= ")}; this is Node ${node}\n`);
  expect(process.exitCode).toBe(2);
});
