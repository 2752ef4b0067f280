import { expect } from "@playwright/test";
import { parse } from "yaml";
import { test } from "./cli.fixture.ts";

test("the document of a dialect is printed, written as JSON or YAML, and equals that of the mock", async ({
  write,
  read,
  orgkit,
  mock,
}) => {
  const printed = await orgkit(["openapi", "--dialect", "offset"]);
  expect(printed).toMatchObject({ code: 0, err: "" });
  const document: object = JSON.parse(printed.out);
  write({ "orgkit.config.json": '{ "dialect": "offset" }' });
  for (const path of ["api/interface.yaml", "api/interface.json"]) {
    expect(await orgkit(["openapi", "--out", path])).toMatchObject({ code: 0, out: `Wrote ${path}\n` });
    expect(parse(read(path))).toStrictEqual(document);
  }
  const { url } = await mock();
  const interfaceOfMock: object = await (await fetch(`${url}/_orgkit/interface.json`)).json();
  expect(interfaceOfMock).toStrictEqual({ ...document, servers: [{ url }] });
});
