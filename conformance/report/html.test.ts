import { describe, expect, test } from "vitest";
import { exampleExchange, exampleReport, exampleResult, fixedReport, hostile } from "./example-report.fixture.ts";
import { distinctExchanges } from "./exchanges.ts";
import { indentedJson } from "./html-exchanges.ts";
import { reportHtml, runHtml } from "./html.ts";
import { markup, prose } from "./markup.ts";
import { reportText } from "./text.ts";

const page = reportHtml(exampleReport());

describe("the page", () => {
  // That its own style and script may act, html.spec.ts shows.
  test("loads nothing, and lets nothing else act", () => {
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/<[^>]+\s(?:src|on\w+|style)=|<a[^>]+href="(?!#)/);
  });

  test("says the verdict with its extent, and what to give to complete it", () => {
    const fixed = reportHtml(fixedReport());
    expect(fixed).toContain("<title>staging: conforming in what was verified: 13 of 20; writes off");
    expect(fixed).toContain('<p class="word">conforming in what was verified</p>');
    expect(fixed).toContain("<code>--allow-writes</code>");
    expect(fixed).not.toContain('id="failures"');
  });

  test("shows a failure with its rule, what was found, the document's sentence, and how to repeat it", () => {
    expect(page).toContain("<code>meta.page</code> is the string &quot;1&quot;; §2 says integer");
    expect(page).toContain("“| meta.page | integer | Page number of the result |” (§2)");
    expect(page).toContain("curl -sS -i -H &quot;accept: application/json&quot;");
    expect(page).toContain("the query parameters for paging");
    expect(page).toContain("Waited 2.4 s");
  });

  test("shows each exchange once below the results that link to it", () => {
    const all = (pattern: RegExp): ReadonlySet<string | undefined> =>
      new Set([...page.matchAll(pattern)].map(([, number]) => number));
    expect(all(/id="exchange-(\d+)"/g)).toStrictEqual(all(/href="#exchange-(\d+)"/g));
  });

  test("hands over the users created, and says what shows each, as the terminal does", () => {
    const created = [
      { sent: '{"name":"orgkit7f3a9c"}', received: "[]" },
      { sent: "{}", received: "", shownBy: "list" as const },
      { sent: "{}", received: "", shownBy: "nothing" as const },
    ];
    const report = exampleReport({ created });
    for (const shown of [reportHtml(report), reportText(report, (_, text) => text)]) {
      expect(shown.replaceAll("&quot;", '"')).toContain('{"name":"orgkit7f3a9c"}');
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
    const results = Array.from({ length: 190 }, (_, index) => {
      const { request, response } = exampleExchange("listUsers", 200, body);
      const exchange = { request: { ...request, url: `https://x/${index}` }, ...(response && { response }) };
      return { ...exampleResult("ENV-01", "listUsers", "passed", "an object"), evidence: [exchange] };
    });
    expect(reportHtml(exampleReport({ results })).length).toBeLessThan(2_000_000);
  });
});

test("the page of a run leads to the report of each target, and says why one could not be judged", () => {
  const target = (name: string, baseUrl = "https://x") => ({ name, baseUrl, dialect: null });
  const reports = [
    exampleReport({ target: target("one"), problem: hostile }),
    fixedReport({ target: target("two", hostile) }),
  ];
  const run = runHtml(reports, (name) => `${name}/report.html`);
  expect(run).toContain('<a href="one/report.html"><b>one</b></a>');
  expect(run).toContain('<a href="two/report.html"><b>two</b></a>');
  expect(run).toContain("1 conforming, 1 non-conforming, 0 inconclusive");
  expect(run).toContain('<div class="verdict non-conforming">');
  expect(run).toContain("of 20: &lt;/script&gt;");
  expect(run.match(/<script>/g)).toHaveLength(1);
});

test("markup escapes what is put into it, and keeps what is markup", () => {
  expect(markup`<b title="${`"'<>&`}">${markup`<i>${1}</i>`}${[markup`<u>`, false, markup`</u>`]}</b>`.safe).toBe(
    '<b title="&quot;&#39;&lt;&gt;&amp;"><i>1</i><u></u></b>',
  );
  expect(markup`${prose("`a<b>` is <c>")}`.safe).toBe("<code>a&lt;b&gt;</code> is &lt;c&gt;");
  expect(markup`${prose("an odd ` one")}`.safe).toBe("an odd ` one");
});

test.each([
  [
    '{"meta":{"page":1.0,"page":"1"},"data":[ ],"x":"a,{b\\"}","y":{}}',
    '{\n  "meta": {\n    "page": 1.0,\n    "page": "1"\n  },\n  "data": [],\n  "x": "a,{b\\"}",\n  "y": {}\n}',
  ],
  ["<p>no</p>", "<p>no</p>"],
  ['{"cut":', '{"cut":'],
  ["12", "12"],
])("JSON as evidence gets indents, and every value as it was sent: %s", (body, shown) => {
  expect(indentedJson(body, 1000)).toBe(shown);
});

test("JSON as evidence is bounded in depth and length", () => {
  expect(indentedJson("[".repeat(50_000) + "]".repeat(50_000), 1000).length).toBeLessThan(200_000);
  expect(indentedJson(JSON.stringify(Array.from({ length: 50_000 }, () => 1)), 1000).length).toBeLessThan(1100);
});

test("an exchange is one, however much of its body a result shows, and the most of it is kept", () => {
  const [whole, start] = [3000, 1000].map((length) => exampleExchange("listUsers", 200, "x".repeat(length)));
  const other = exampleExchange("listUsers", 401, "no", null);
  if (whole === undefined || start === undefined) throw new Error("no exchange");
  const result = exampleResult("ENV-01", "listUsers", "passed", "an object");
  const results = [[start], [other, whole], [start]].map((evidence) => ({ ...result, evidence }));
  const { all, numberOf } = distinctExchanges(results);
  expect(all).toStrictEqual([whole, other]);
  expect([start, whole, other].map(numberOf)).toStrictEqual([1, 1, 2]);
});
