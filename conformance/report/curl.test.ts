import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { tokenVariables } from "../target/target.ts";
import { curlLine, repeatOptions } from "./repeat.ts";

const url = "https://t.example/api/v1/users";
const repeat = repeatOptions({ tokenVariables }, ["x-tenant"], { ca: "my ca.pem" });
const environment = { ORGKIT_TOKEN: "our-token-1", ORGKIT_HEADER_X_TENANT: "acme", NPM_TOKEN: "stolen", x: "stolen" };

describe.each(["sh", "bash"])("a curl command in %s", (shell) => {
  /** The words that curl gets. */
  function readWords(headers: Readonly<Record<string, string>>, rest: object = {}): readonly string[] {
    const line = curlLine({ request: { method: "GET", url, headers, ...rest } }, repeat);
    const script = `curl() { printf '%s\\n' "$@"; }; ${line}`;
    const env = { ...process.env, ...environment };
    const words = execFileSync(shell, ["-c", script], { env, encoding: "utf8" }).trimEnd().split("\n");
    expect(words.slice(0, 4)).toStrictEqual(["-sS", "-i", "--cacert", "my ca.pem"]);
    return words.slice(4);
  }

  test.each([
    ["Bearer $ORGKIT_TOKEN", "Bearer our-token-1"],
    ["Bearer ${ORGKIT_TOKEN%?}", "Bearer our-token-"],
    // Only some shells know these.
    ["Bearer ${ORGKIT_TOKEN:0:3}", "Bearer our"],
    ["Bearer ${ORGKIT_TOKEN:4}", "Bearer token-1"],
    ["Bearer ${ORGKIT_TOKEN^^}", "Bearer OUR-TOKEN-1"],
    ["Bearer ${ORGKIT_TOKEN,,}", "Bearer our-token-1"],
    ["Basic base64($ORGKIT_TOKEN)", "Basic b3VyLXRva2VuLTE="],
  ])("makes %s of the user's token", (authorization, header) => {
    expect(readWords({ authorization })).toStrictEqual(["-H", `authorization: ${header}`, url]);
  });

  test("has Basic credentials, the user's header and an empty one, and not what is hidden", () => {
    const authorization = "Basic base64(orgkit:$ORGKIT_TOKEN)";
    expect(readWords({ authorization })).toStrictEqual(["-u", "orgkit:our-token-1", url]);
    const headers = { "x-tenant": "$ORGKIT_HEADER_X_TENANT", "x-empty": "", cookie: "s=(hidden)" };
    expect(readWords(headers)).toStrictEqual(["-H", "x-tenant: acme", "-H", "x-empty;", url]);
  });

  test("expands nothing of a target", () => {
    const evil = `$NPM_TOKEN \${NPM_TOKEN} $(id) \`id\` "x" 'y' !! !export \\ $x \${ORGKIT_TOKEN:-$NPM_TOKEN}`;
    const sent = { url: `https://t.example/${evil}`, method: "POST", body: evil };
    expect(readWords({ cookie: evil }, sent)).toStrictEqual([
      ..."--globoff -X POST -H".split(" "),
      `cookie: ${evil}`,
      ..."-H content-type: --data-raw".split(" "),
      evil,
      `https://t.example/${evil}`,
    ]);
  });

  test("asks for headers only, and sends a path with brackets as it is", () => {
    expect(readWords({}, { method: "HEAD", url: `${url}[0]` })).toStrictEqual(["--globoff", "--head", `${url}[0]`]);
  });
});

test("a curl command trusts any certificate if the run did", () => {
  const request = { method: "GET", url, headers: {} };
  expect(curlLine({ request }, repeatOptions({ tokenVariables }, [], { insecure: true }))).toMatch(/^curl -sS -i -k /);
});
