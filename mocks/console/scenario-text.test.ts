import { expect, test } from "vitest";
import { scenariosReply, type ScenarioKind } from "../control/replies.ts";
import { openTestControl } from "../control/control.fixture.ts";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import { parseScenario } from "../scenarios/parse.ts";
import { fieldsOf, nameIn, optionsIn, scenarioText } from "./scenario-text.ts";

async function readKinds(): Promise<readonly ScenarioKind[]> {
  const { ask } = await openTestControl();
  return scenariosReply.parse((await ask("GET scenarios")).json).available;
}

test("a scenario text is parsed and formatted; empty options are left out", async () => {
  const kinds = await readKinds();
  expect(kinds.map(({ name }) => name)).toStrictEqual(scenarioKinds.map(({ name }) => name));
  for (const kind of kinds) {
    for (const example of kind.examples) {
      expect(nameIn(example)).toBe(kind.name);
      const written = scenarioText(kind, optionsIn(example));
      expect(optionsIn(written)).toStrictEqual(optionsIn(example));
      expect(() => parseScenario(written)).not.toThrow();
    }
    expect(scenarioText(kind, { ms: "", rate: "0.5", on: "listUsers" })).toBe(`${kind.name}:on=listUsers,rate=0.5`);
  }
});

test("a form has a field for each option, of its type", () => {
  const properties = {
    ms: { type: "integer", minimum: 0, maximum: 600_000, description: "A delay." },
    spread: { type: "number", default: 0.5 },
    body: { type: "string", enum: ["html", "text"] },
    served: { type: "boolean", default: false },
    times: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  };
  const any = { description: "", type: "text", choices: [], preset: "", min: undefined, max: undefined, step: "any" };
  expect(fieldsOf({ name: "x", summary: "", examples: [], options: { type: "object", properties } })).toStrictEqual([
    { ...any, name: "ms", description: "A delay.", type: "number", min: 0, max: 600_000, step: 1 },
    { ...any, name: "spread", type: "number", preset: "0.5" },
    { ...any, name: "body", choices: ["html", "text"] },
    { ...any, name: "served", choices: ["true", "false"], preset: "false" },
    { ...any, name: "times", type: "number", min: 1, step: 1 },
  ]);
});
