import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { alterToken } from "../target/altered-token.ts";
import { tokenVariables } from "../target/target.ts";
import { curlLine, repeatOptions } from "./repeat.ts";

const url = "https://t.example/api/v1/users";
const repeat = repeatOptions({ tokenVariables }, ["x-tenant"], { ca: "my ca.pem" });
const others = { ORGKIT_HEADER_X_TENANT: "acme", NPM_TOKEN: "stolen", x: "stolen" };
const opaque = { first: "our-token-1", second: "their-token-2", expired: "old-token-3" };
const jsonWebTokens = { ...opaque, first: "eyJhIjoxfQ.eyJiIjoxfQ.c2lnbmVk", second: "eyJhIjoyfQ.eyJiIjoyfQ.b3RoZXJz" };

describe.each(["sh", "bash"])("a curl command in %s", (shell) => {
  /** The words that curl gets. */
  function readWords(
    headers: Readonly<Record<string, string>>,
    rest: object = {},
    secrets = opaque,
  ): readonly string[] {
    const line = curlLine({ request: { method: "GET", url, headers, ...rest } }, repeat);
    const script = `curl() { printf '%s\\n' "$@"; }; ${line}`;
    const { first, second, expired } = secrets;
    const tokens = { ORGKIT_TOKEN: first, ORGKIT_TOKEN_B: second, ORGKIT_TOKEN_EXPIRED: expired };
    const env = { ...process.env, ...others, ...tokens };
    const words = execFileSync(shell, ["-c", script], { env, encoding: "utf8" }).trimEnd().split("\n");
    expect(words.slice(0, 4)).toStrictEqual(["-sS", "-i", "--cacert", "my ca.pem"]);
    return words.slice(4);
  }

  // Some are written as only some shells know them.
  const altered = [opaque, jsonWebTokens].flatMap((secrets) =>
    [...alterToken(secrets, { tokenVariables }).values()].map(({ name, value }) => [name, value, secrets] as const),
  );

  test.each([
    ...altered.filter(([name]) => name.includes("$")),
    ["$ORGKIT_TOKEN_EXPIRED", opaque.expired, opaque] as const,
  ])("makes %s of the user's token", (name, value, secrets) => {
    const sent = ["-H", `authorization: Bearer ${value}`, url];
    expect(readWords({ authorization: `Bearer ${name}` }, {}, secrets)).toStrictEqual(sent);
  });

  test("makes a token in base64", () => {
    const sent = ["-H", `authorization: Basic ${btoa(opaque.first)}`, url];
    expect(readWords({ authorization: "Basic base64($ORGKIT_TOKEN)" })).toStrictEqual(sent);
  });

  test("has Basic credentials, the user's header and an empty one, and not what is hidden", () => {
    const authorization = "Basic base64(orgkit:$ORGKIT_TOKEN)";
    expect(readWords({ authorization })).toStrictEqual(["-u", `orgkit:${opaque.first}`, url]);
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
