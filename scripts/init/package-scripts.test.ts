import { expect, test } from "vitest";
import { withScripts } from "./package-scripts.ts";

const added = '"mock": "orgkit mock", "conform": "orgkit conform"';

test.each([
  [
    "spaces, and lists on one line",
    '{\n  "scripts": {\n    "dev": "vite"\n  },\n  "files": ["a", "b"]\n}\n',
    '{\n  "scripts": {\n    "dev": "vite",\n    $\n  },\n  "files": ["a", "b"]\n}\n',
  ],
  [
    "tabs, CRLF",
    '{\r\n\t"scripts": {\r\n\t\t"dev": "vite"\r\n\t}\r\n}',
    '{\r\n\t"scripts": {\r\n\t\t"dev": "vite",\r\n\t\t$\r\n\t}\r\n}',
  ],
  [
    "no scripts yet",
    '\uFEFF{\n    "name": "x"\n}\n',
    '\uFEFF{\n    "name": "x",\n    "scripts": {\n        $\n    }\n}\n',
  ],
  [
    "none among the scripts",
    '{\n  "scripts": {},\n  "name": "x"\n}\n',
    '{\n  "scripts": {\n    $\n  },\n  "name": "x"\n}\n',
  ],
  ["an empty package", "{}", '{\n  "scripts": {\n    $\n  }\n}'],
])("scripts are added, and everything else stays: %s", (_, before, after) => {
  const { scripts = {} }: { scripts?: Record<string, unknown> } = JSON.parse(before.replace("\uFEFF", ""));
  const space = /\s+(?=\$)/.exec(after)?.[0] ?? "";
  expect(withScripts({ text: before, scripts }).text).toBe(after.replace("$", added.replace(", ", `,${space}`)));
});

test("a script with the same name and other content stays, and is listed", () => {
  const text = '{"scripts":{"mock":"msw serve","conform":"orgkit conform"}}';
  const scripts = { mock: "msw serve", conform: "orgkit conform" };
  expect(withScripts({ text, scripts })).toStrictEqual({ text, added: [], others: ["mock"] });
});
