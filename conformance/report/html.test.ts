import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exampleReport, exampleResult, hostile, mendedReport } from "./example-report.fixture.ts";
import { markup, prose } from "./markup.ts";
import { reportText } from "./text.ts";
import { reportHtml } from "./html.ts";
import { indentedJson } from "./html-exchanges.ts";

const page = reportHtml(exampleReport());

describe("the page", () => {
  test("loads nothing, and lets only its own style and script act", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toContain("unsafe");
    for (const [tag, directive] of [
      ["style", "style-src"],
      ["script", "script-src"],
    ]) {
      const blocks = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))];
      expect(blocks).toHaveLength(1);
      const hash = createHash("sha256")
        .update(blocks[0]?.[1] ?? "")
        .digest("base64");
      expect(policy).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(page).not.toMatch(/<[^>]+\s(?:src|on\w+|style)=/);
    expect(page.match(/<(?:link|a)[^>]+href="(?!#)[^"]*"/g)).toStrictEqual([
      expect.stringContaining('<link rel="icon" href="data:image/svg+xml,'),
    ]);
  });

  test("says the verdict with its extent, and what to give to complete it", () => {
    const mended = reportHtml(mendedReport());
    expect(mended).toContain("<title>staging: conforming in what was verified: 13 of 20; writes off");
    expect(mended).toContain('<p class="word">conforming in what was verified</p>');
    expect(mended).toContain("<code>--allow-writes</code>");
    expect(mended).not.toContain('id="failures"');
  });

  test("shows a failure with its rule, what was found, the document's sentence, and how to repeat it", () => {
    expect(page).toContain("<code>meta.page</code> is the string &quot;1&quot;; §2 says integer");
    expect(page).toContain("“| meta.page | integer | Page number of the result |” (§2)");
    expect(page).toContain("curl -sS -i -H &quot;accept: application/json&quot;");
  });

  test("shows each exchange once below the results that link to it", () => {
    const ids = [...page.matchAll(/id="(exchange-\d+)"/g)].map(([, id]) => id);
    expect(ids).toStrictEqual(["exchange-1", "exchange-2", "exchange-3", "exchange-4", "exchange-5", "exchange-6"]);
    const links = [...page.matchAll(/href="#(exchange-\d+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toStrictEqual([]);
  });

  test("hands over the users created, and says what it waited for", () => {
    const created = [{ sent: '{"name":"orgkit7f3a9c-1b2c3d4e"}', received: "[]" }];
    expect(reportHtml(exampleReport({ created }))).toContain("{&quot;name&quot;:&quot;orgkit7f3a9c-1b2c3d4e&quot;}");
    expect(page).toContain("Waited 2.4 s");
  });

  test("says of a user whom no response told of what shows it", () => {
    const created = [
      { sent: "{}", received: "", shownBy: "list" as const },
      { sent: "{}", received: "", shownBy: "nothing" as const },
    ];
    for (const shown of [
      reportHtml(exampleReport({ created })),
      reportText(exampleReport({ created }), (_, text) => text),
    ]) {
      expect(shown).toContain("the list of users shows one more");
      expect(shown).toContain("possibly");
    }
  });

  test("is a page also where nothing could be judged", () => {
    const empty = reportHtml(exampleReport({ results: [], choices: [], missing: [], problem: "No <answer>." }));
    expect(empty).toContain("<strong>Could not be judged.</strong> No &lt;answer&gt;.");
    expect(empty).not.toContain('id="results"');
  });

  test("stays small enough to mail, however much evidence there is", () => {
    const body = JSON.stringify({ data: Array.from({ length: 400 }, (_, id) => ({ id, name: hostile })) });
    const results = Array.from({ length: 190 }, (_, index) =>
      exampleResult("ENV-01", "listUsers", "passed", "an object", [
        {
          request: { method: "GET", url: `https://x/${index}`, headers: {} },
          response: { status: 200, headers: {}, body, ms: 1 },
        },
      ]),
    );
    expect(reportHtml(exampleReport({ results })).length).toBeLessThan(2_000_000);
  });
});

test("markup escapes what is put into it, and keeps what is markup", () => {
  expect(markup`<b title="${`"'<>&`}">${markup`<i>${1}</i>`}${[markup`<u>`, markup`</u>`]}</b>`.safe).toBe(
    '<b title="&quot;&#39;&lt;&gt;&amp;"><i>1</i><u></u></b>',
  );
  expect(markup`${prose("`a<b>` is <c>")}`.safe).toBe("<code>a&lt;b&gt;</code> is &lt;c&gt;");
  expect(markup`${prose("an odd ` one")}${false}`.safe).toBe("an odd ` one");
});

describe("JSON as evidence", () => {
  test("gets indents, and every value as it was sent", () => {
    expect(indentedJson('{"meta":{"page":1.0,"page":"1"},"data":[],"x":"a,{b\\"}","y":{}}', 1000)).toBe(
      '{\n  "meta": {\n    "page": 1.0,\n    "page": "1"\n  },\n  "data": [],\n  "x": "a,{b\\"}",\n  "y": {}\n}',
    );
  });

  test("is left as it is where it is none", () => {
    for (const text of ["<p>no</p>", '{"cut":', "12", ""]) expect(indentedJson(text, 1000)).toBe(text);
  });

  test("is bounded in depth and length", () => {
    expect(indentedJson("[".repeat(50_000) + "]".repeat(50_000), 1000).length).toBeLessThan(200_000);
    expect(indentedJson(JSON.stringify(Array.from({ length: 50_000 }, () => 1)), 1000).length).toBeLessThan(1100);
  });
});
