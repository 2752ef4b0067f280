import { expect, test } from "vitest";
import { exampleReport } from "../../conformance/report/example-report.fixture.ts";
import { commandFor } from "./conform.ts";
import { groupIds } from "./shared-options.ts";

type Settings = Parameters<typeof commandFor>[1];

const report = exampleReport({ target: { name: "target", baseUrl: "https://t.example/x", dialect: null } });
const usual: Settings = { id: [], allowWrites: false, level: "declared" };
const all: Settings = {
  id: ["user=a b"],
  subscriptionIds: ["c"],
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
    String.raw` --id 'user=a b' --id subscription=c --allow-writes --create-body '{"name":"it'\''s {{unique}}"}' --quick --dialect ./d.yaml --level stated --grep ENV`,
  ],
])("the command to repeat a run has all that affects the verdict, quoted for a shell: %j", (settings, flags) => {
  expect(commandFor(report, settings)).toBe(`orgkit conform https://t.example/x${flags}`);
});

test("an id may belong to the second account", () => {
  expect(groupIds(["subscription=sub_1", "second:subscription=sub_9", "user=u=1"])).toEqual({
    ids: { subscription: ["sub_1"], user: ["u=1"] },
    secondIds: { subscription: ["sub_9"] },
  });
});
