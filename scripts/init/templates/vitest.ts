import { isAbsolute } from "../base-url.ts";
import { sampleToken, type SampleFile, type Setup } from "./setup.ts";

/** vitest's `test` with a service behind it, and a test that shows it. */
export function vitestFiles(setup: Setup): readonly SampleFile[] {
  return [testFile(setup), exampleFile(setup)];
}

function testFile({ mocksFolder, language, baseUrl, importExtension }: Setup): SampleFile {
  const isPath = !isAbsolute(baseUrl);
  const origin = `
/** Where the pages of jsdom and happy-dom are. */
export const pageOrigin = "http://localhost:3000";
`;
  return {
    path: `${mocksFolder}/vitest.${language}`,
    text: `import { createTest } from "orgkit/vitest";
import { baseUrl, world } from "./simulation${importExtension}";
${isPath ? origin : ""}
/** With a service of its own behind each test: \`test("…", async ({ simulation }) => { … })\`. */
export const test = createTest({ ${isPath ? "baseUrl: pageOrigin + baseUrl" : "baseUrl"}, world });
`,
  };
}

function exampleFile({ mocksFolder, language, baseUrl, importExtension }: Setup): SampleFile {
  const [origin, base] = isAbsolute(baseUrl) ? ["", "baseUrl"] : ["pageOrigin, ", baseUrl === "/" ? "" : "baseUrl"];
  const url = [...(origin === "" ? [] : ["${pageOrigin}"]), ...(base === "" ? [] : ["${baseUrl}"])].join("");
  return {
    path: `${mocksFolder}/simulation.test.${language}`,
    text: `import { expect } from "vitest";
${base === "" ? "" : `import { baseUrl } from "./simulation${importExtension}";\n`}import { ${origin}test } from "./vitest${importExtension}";

test("the service answers, and tells what it was asked", async ({ simulation }) => {
  const headers = { authorization: "Bearer ${sampleToken}" };
  const response = await fetch(\`${url}/api/v1/users\`, { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
`,
  };
}
