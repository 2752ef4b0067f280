import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { conformOptions } from "./conform-options.ts";
import { readTargets } from "./conform-targets.ts";

const directory = openTemporaryDirectory();
const environment = { ORGKIT_TOKEN: "token-1234" };

/** The settings of a single target, as a section of a config file. */
const own = {
  baseUrl: "https://one.example",
  id: ["user=usr=1", "subscription=sub_1", "user=usr_2"],
  subscriptionId: ["sub_2"],
  allowWrites: true,
  createBody: { name: "Ada {{unique}}" },
  dialect: "reference",
  header: ["X-Tenant: acme"],
};

test("an entry of targets.yaml has the keys of the config file, with the same meaning", () => {
  const file = directory.write("targets.yaml", JSON.stringify({ targets: { target: own } }));
  const fromFile = readTargets(conformOptions.parse({ targets: file }), environment);
  expect(fromFile).toEqual(readTargets(conformOptions.parse(own), environment));
  expect(fromFile).toMatchObject([
    {
      ids: { user: ["usr=1", "usr_2"], subscription: ["sub_1"] },
      subscriptionIds: ["sub_2"],
      headers: { "x-tenant": "acme" },
    },
  ]);
});

test("missing keys of an entry come from the settings", () => {
  const file = directory.write("bare.yaml", "targets: { one: { baseUrl: 'https://one.example' } }");
  const { baseUrl: _, ...settings } = own;
  const targets = readTargets(conformOptions.parse({ ...settings, targets: file }), environment);
  expect(targets).toEqual([{ ...readTargets(conformOptions.parse(own), environment)[0], name: "one" }]);
});

test("a target that is listed twice is a mistake", () => {
  const named = (...target: readonly string[]): boolean => conformOptions.safeParse({ target }).success;
  expect([named("a=http://x", "b=http://x"), named("a=http://x", "a=http://y")]).toStrictEqual([true, false]);
});
