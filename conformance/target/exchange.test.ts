import { expect, test } from "vitest";
import { asEvidence, type HttpExchange } from "./exchange.ts";

function replied(status: number, body = ""): HttpExchange {
  return {
    request: { method: "GET", url: "https://t.example/x", headers: {} },
    response: { status, headers: {}, body, ms: 1 },
  };
}

test("evidence shows the start of a long body and how much is left out", () => {
  expect(asEvidence(replied(200, "x".repeat(20_000)))).toEqual(replied(200, "x".repeat(20_000)));
  expect(asEvidence(replied(200, "x".repeat(20_005)))).toEqual(
    replied(200, `${"x".repeat(20_000)}… (5 more characters)`),
  );
});

test("evidence shows no credentials of the target, and variables instead of ours", () => {
  const body = '{"data":[{"id":1,"apiKey":"k-17"}],"token":"$ORGKIT_TOKEN"}';
  const { request, response } = asEvidence({
    request: { method: "POST", url: "https://t.example/x", headers: {}, body: '{"password":"hunter2"}' },
    response: { status: 200, headers: { "set-cookie": "sid=1; Path=/", "x-a": "b" }, body, ms: 1 },
  });
  expect(request.body).toBe('{"password":"(hidden)"}');
  expect(response?.headers).toStrictEqual({ "set-cookie": "(hidden)", "x-a": "b" });
  expect(response?.body).toBe('{"data":[{"id":1,"apiKey":"(hidden)"}],"token":"$ORGKIT_TOKEN"}');
});

test.each([
  ["$ORGKIT_TOKEN", true],
  ["$ORGKIT_HEADER_X_KEY", true],
  ["Bearer ${ORGKIT_TOKEN_B%?}", true],
  ["${ORGKIT_TOKEN:0:9}", true],
  ["$ORGKIT_hunter2", false],
  ["$ORGKIT_TOKENhunter2", false],
  ["${ORGKIT_TOKEN}hunter2", false],
  ["${ORGKIT_HUNTER2}", false],
])("a secret member %s is shown as a variable of ours: %s", (token, isShown) => {
  const { response } = asEvidence(replied(200, JSON.stringify({ token })));
  expect(response?.body).toBe(JSON.stringify({ token: isShown ? token : "(hidden)" }));
});

test.each(["s".repeat(50_000), `${"s".repeat(24_080)}\\\\${"s".repeat(50)}`])(
  "evidence masks a secret that is cut with the body",
  (secret) => {
    const body = `{"data":[],"filler":"${"x".repeat(19_900)}","password":"${secret}"}`;
    const shown = asEvidence(replied(200, body)).response?.body;
    expect(shown).toContain('"password":"(hidden)"');
    expect(shown).not.toContain("sss");
    expect(shown).toContain("more characters)");
  },
);
