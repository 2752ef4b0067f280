import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { parse } from "yaml";
import { test } from "./cli.fixture.ts";

test("the document of a dialect is printed, written as JSON or YAML, and equals that of the mock", async ({
  directory,
  orgkit,
  mock,
}) => {
  const printed = await orgkit(["openapi", "--dialect", "offset"]);
  expect(printed).toMatchObject({ code: 0, err: "" });
  const document: object = JSON.parse(printed.out);
  writeFileSync(join(directory, "orgkit.config.json"), '{ "mock": { "dialect": "offset" } }');
  expect(await orgkit(["openapi", "--out", "api/interface.yaml"])).toMatchObject({
    code: 0,
    out: "Wrote api/interface.yaml\n",
  });
  expect(parse(readFileSync(join(directory, "api/interface.yaml"), "utf8"))).toStrictEqual(document);
  expect(await orgkit(["openapi", "--out", "api/interface.json"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(directory, "api/interface.json"), "utf8")).toBe(printed.out);
  const { url } = await mock();
  const served: object = await (await fetch(`${url}/_orgkit/interface.json`)).json();
  expect(served).toStrictEqual({ ...document, servers: [{ url }] });
});
