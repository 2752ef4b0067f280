import { expect, test } from "vitest";
import { openTestControl } from "../control/test-control.ts";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import { parseScenario } from "../scenarios/parse.ts";
import { scenariosSchema, type ScenarioKind } from "./control-schemas.ts";
import { fieldsOf, nameIn, optionsIn, scenarioText } from "./scenario-text.ts";

async function readKinds(): Promise<readonly ScenarioKind[]> {
  const { ask } = await openTestControl();
  return scenariosSchema.parse((await ask("GET scenarios")).json).available;
}

test("what is written out is read, and the other way round", async () => {
  const kinds = await readKinds();
  expect(kinds.map(({ name }) => name)).toStrictEqual(scenarioKinds.map(({ name }) => name));
  for (const kind of kinds) {
    for (const example of kind.examples) {
      expect(nameIn(example)).toBe(kind.name);
      const written = scenarioText(kind, optionsIn(example));
      expect(optionsIn(written)).toStrictEqual(optionsIn(example));
      expect(() => parseScenario(written)).not.toThrow();
    }
  }
});

test("an option that is left empty is left out", async () => {
  const [kind] = await readKinds();
  if (kind === undefined) throw new Error("There is no scenario.");
  expect(scenarioText(kind, { ms: "", rate: "0.5", on: "listUsers" })).toBe(`${kind.name}:on=listUsers,rate=0.5`);
});

test("a form has a field for each option, of its kind", () => {
  const properties = {
    ms: { type: "integer", minimum: 0, maximum: 600_000, description: "So many." },
    spread: { type: "number", default: 0.5 },
    body: { type: "string", enum: ["html", "text"] },
    served: { type: "boolean", default: false },
    path: { type: "string" },
    times: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  };
  const { own, which } = fieldsOf({ name: "x", summary: "", examples: [], options: { properties } });
  expect(own).toStrictEqual([
    { name: "ms", label: "So many.", input: "number", choices: [], preset: "", min: 0, max: 600_000, isWhole: true },
    { name: "spread", label: "", input: "number", choices: [], preset: "0.5", isWhole: false },
    { name: "body", label: "", input: "choice", choices: ["html", "text"], preset: "", isWhole: false },
    { name: "served", label: "", input: "choice", choices: ["true", "false"], preset: "false", isWhole: false },
    { name: "path", label: "", input: "text", choices: [], preset: "", isWhole: false },
  ]);
  expect(which).toStrictEqual([
    { name: "times", label: "", input: "number", choices: [], preset: "", min: 1, isWhole: true },
  ]);
});
