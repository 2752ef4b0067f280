import { expect, test } from "vitest";
import { exampleReport } from "../../conformance/report/example-report.fixture.ts";
import { commandFor } from "./conform.ts";
import { readTarget, targetOptions } from "./target-options.ts";

type Settings = Parameters<typeof commandFor>[1];

const report = exampleReport({ target: { name: "target", baseUrl: "https://t.example/x", dialect: null } });
const usual: Settings = { id: [], allowWrites: false, level: "declared" };
const all: Settings = {
  id: ["user=a b"],
  subscriptionId: ["c"],
  allowWrites: true,
  quick: true,
  createBody: { name: "it's {{unique}}" },
  dialect: "./d.yaml",
  level: "stated",
  grep: "ENV",
};

test.each([
  [usual, ""],
  [
    all,
    String.raw` --id 'user=a b' --id subscription=c --allow-writes --quick --create-body '{"name":"it'\''s {{unique}}"}' --dialect ./d.yaml --level stated --grep ENV`,
  ],
])("the command to repeat a run has all that affects the verdict, quoted for a shell: %j", (settings, flags) => {
  expect(commandFor(report, settings)).toBe(`orgkit conform https://t.example/x${flags}`);
});

test("an id may belong to the second account", () => {
  const id = ["subscription=sub_1", "second:subscription=sub_9", "user=u=1"];
  const given = { baseUrl: "https://t.example/x", token: "token-0001", id, subscriptionId: ["sub_2"] };
  expect(readTarget(targetOptions.parse(given))).toMatchObject({
    ids: { subscription: ["sub_1"], user: ["u=1"] },
    secondIds: { subscription: ["sub_9"] },
    subscriptionIds: ["sub_2"],
  });
});
