import { expect, test } from "vitest";
import { composeReport } from "../../conformance/report/report.ts";
import { commandFor } from "./conform.ts";
import { readTarget, targetOptions } from "./target-options.ts";

const report = composeReport("1.0.0", {
  run: {
    target: { name: "target", baseUrl: "https://t.example/x", dialect: null },
    runId: "orgkit000000",
    startedAt: new Date(0).toISOString(),
    durationMs: 1,
    requests: 0,
    waitedMs: 0,
    created: [],
  },
  findings: [],
});
test("the shortest command has only the target", () => {
  expect(commandFor(report, { id: [], har: [], allowWrites: false, level: "declared" })).toBe(
    "orgkit conform https://t.example/x",
  );
});

test("everything that affects the verdict is in it, quoted for a shell", () => {
  const all = {
    id: ["user=a b"],
    subscriptionId: ["c"],
    allowWrites: true,
    quick: true,
    createBody: { name: "it's {{unique}}" },
    dialect: "./d.yaml",
    level: "stated" as const,
    grep: "ENV",
  };
  expect(commandFor(report, all)).toBe(
    String.raw`orgkit conform https://t.example/x --id 'user=a b' --id subscription=c --allow-writes --quick --create-body '{"name":"it'\''s {{unique}}"}' --dialect ./d.yaml --level stated --grep ENV`,
  );
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
