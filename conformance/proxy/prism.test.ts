import { expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { judgingDocument } from "./judging-document.ts";
import { openPrism } from "./prism.ts";

function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /somewhere`), {
    code: "ERR_MODULE_NOT_FOUND",
  });
}

test("where Prism is missing, its package and the command that adds it are named", async () => {
  const opened = openPrism(judgingDocument(), () => Promise.reject(missing("@stoplight/prism-http")));
  await expect(opened).rejects.toThrow(InputError);
  await expect(opened).rejects.toThrow("npm i -D @stoplight/prism-http");
});

test("where something else is missing, that is no mistake of the user's", async () => {
  const other = missing("something-it-needs");
  await expect(openPrism(judgingDocument(), () => Promise.reject(other))).rejects.toBe(other);
});
