import { describe, expect, test } from "vitest";
import { withScripts } from "./package-scripts.ts";

function added(text: string): string {
  const json: { scripts?: Record<string, unknown> } = JSON.parse(text);
  return withScripts({ text, scripts: json.scripts ?? {} }).text;
}

describe("only the scripts are added, and all else stays", () => {
  test.each([
    [
      "spaces, and lists on one line",
      '{\n  "name": "x",\n  "scripts": {\n    "dev": "vite"\n  },\n  "files": ["a", "b"]\n}\n',
      '{\n  "name": "x",\n  "scripts": {\n    "dev": "vite",\n    "mock": "orgkit mock",\n    "conform": "orgkit conform"\n  },\n  "files": ["a", "b"]\n}\n',
    ],
    [
      "tabs and CRLF, no break at the end",
      '{\r\n\t"scripts": {\r\n\t\t"dev": "vite"\r\n\t}\r\n}',
      '{\r\n\t"scripts": {\r\n\t\t"dev": "vite",\r\n\t\t"mock": "orgkit mock",\r\n\t\t"conform": "orgkit conform"\r\n\t}\r\n}',
    ],
    [
      "no scripts yet",
      '{\n    "name": "x"\n}\n',
      '{\n    "name": "x",\n    "scripts": {\n        "mock": "orgkit mock",\n        "conform": "orgkit conform"\n    }\n}\n',
    ],
    [
      "none among the scripts",
      '{\n  "scripts": {},\n  "name": "x"\n}\n',
      '{\n  "scripts": {\n    "mock": "orgkit mock",\n    "conform": "orgkit conform"\n  },\n  "name": "x"\n}\n',
    ],
    [
      "one of them is there",
      '{\n  "scripts": {\n    "mock": "orgkit mock",\n    "dev": "vite"\n  }\n}\n',
      '{\n  "scripts": {\n    "mock": "orgkit mock",\n    "dev": "vite",\n    "conform": "orgkit conform"\n  }\n}\n',
    ],
  ])("%s", (_, before, after) => {
    expect(added(before)).toBe(after);
    expect(JSON.parse(after)).toMatchObject({ scripts: { mock: "orgkit mock", conform: "orgkit conform" } });
  });

  test("an empty package, and one with a byte order mark", () => {
    expect(JSON.parse(added("{}"))).toStrictEqual({ scripts: { mock: "orgkit mock", conform: "orgkit conform" } });
    const { text } = withScripts({ text: '\uFEFF{\n  "name": "x"\n}\n', scripts: {} });
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(JSON.parse(text.slice(1))).toMatchObject({ name: "x", scripts: { mock: "orgkit mock" } });
  });
});

test("a script of the same name with other content stays, and is told", () => {
  const text = '{"scripts":{"mock":"msw serve","conform":"orgkit conform"}}';
  const scripts = { mock: "msw serve", conform: "orgkit conform" };
  expect(withScripts({ text, scripts })).toStrictEqual({ text, added: [], others: ["mock"] });
});
