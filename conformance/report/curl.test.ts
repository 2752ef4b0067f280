import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { tokenVariables } from "../target/target.ts";
import { curlLine, repeatOptions } from "./curl.ts";

const request = {
  method: "GET",
  url: "https://t.example/api/v1/users",
  headers: { authorization: "Bearer $ORGKIT_TOKEN" },
};

const repeat = repeatOptions({ tokenVariables }, ["x-tenant"], { caFile: "my ca.pem" });

describe.each(["sh", "bash"])("a curl command in %s", (shell) => {
  const ours = { ORGKIT_TOKEN: "our-token-1", ORGKIT_HEADER_X_TENANT: "acme", NPM_TOKEN: "stolen", x: "stolen" };
  /** The words that curl gets from the command. */
  const wordsOf = (line: string): readonly string[] =>
    execFileSync(shell, ["-c", `curl() { printf '%s\\n' "$@"; }; ${line}`], { env: { ...process.env, ...ours } })
      .toString()
      .trimEnd()
      .split("\n");

  test("has the user's token, header and certificate", () => {
    const headers = { authorization: "Bearer $ORGKIT_TOKEN", "x-tenant": "$ORGKIT_HEADER_X_TENANT", "x-empty": "" };
    expect(wordsOf(curlLine({ request: { ...request, headers } }, repeat))).toStrictEqual([
      ..."-sS -i --cacert".split(" "),
      "my ca.pem",
      "-H",
      "authorization: Bearer our-token-1",
      "-H",
      "x-tenant: acme",
      "-H",
      "x-empty;",
      request.url,
    ]);
    expect(curlLine({ request }, repeatOptions({ tokenVariables }, [], { insecure: true }))).toContain(
      "curl -sS -i -k ",
    );
  });

  test("expands nothing of a target", () => {
    const evil = `$NPM_TOKEN \${NPM_TOKEN} $(id) \`id\` "x" 'y' !! !export \\ $x \${ORGKIT_TOKEN:-$NPM_TOKEN}`;
    const sent = {
      ...request,
      url: `https://t.example/${evil}`,
      headers: { cookie: evil },
      method: "POST",
      body: evil,
    };
    expect(wordsOf(curlLine({ request: sent }, repeat))).toStrictEqual([
      ..."-sS -i --cacert".split(" "),
      "my ca.pem",
      ..."--globoff -X POST -H".split(" "),
      `cookie: ${evil}`,
      ..."-H content-type: --data-raw".split(" "),
      evil,
      `https://t.example/${evil}`,
    ]);
  });

  test("makes an altered token, and Basic credentials, of the variable", () => {
    const cut = { ...request, headers: { authorization: "Bearer ${ORGKIT_TOKEN%?}" } };
    expect(wordsOf(curlLine({ request: cut }))).toContain("authorization: Bearer our-token-");
    const basic = { ...request, headers: { authorization: "Basic base64(orgkit:$ORGKIT_TOKEN)" } };
    expect(wordsOf(curlLine({ request: basic }))).toStrictEqual(["-sS", "-i", "-u", "orgkit:our-token-1", request.url]);
    const alone = { ...request, headers: { authorization: "Basic base64($ORGKIT_TOKEN)" } };
    const [, , , header = ""] = wordsOf(curlLine({ request: alone }));
    expect(header).toBe(`authorization: Basic ${Buffer.from("our-token-1").toString("base64")}`);
  });

  test.each([
    ["${ORGKIT_TOKEN:0:3}", "our"],
    ["${ORGKIT_TOKEN:4}", "token-1"],
    ["${ORGKIT_TOKEN^^}", "OUR-TOKEN-1"],
    ["${ORGKIT_TOKEN,,}", "our-token-1"],
  ])("makes %s, which only some shells know, by common commands", (altered, token) => {
    const cut = { ...request, headers: { authorization: `Bearer ${altered}` } };
    expect(wordsOf(curlLine({ request: cut }))).toContain(`authorization: Bearer ${token}`);
  });

  test("asks for headers only, sends a path with brackets as it is, and leaves out what is hidden", () => {
    const head = {
      ...request,
      method: "HEAD",
      url: "https://t.example/api/v1/users[0]",
      headers: { cookie: "s=(hidden)" },
    };
    expect(wordsOf(curlLine({ request: head }))).toStrictEqual(["-sS", "-i", "--globoff", "--head", head.url]);
  });
});
