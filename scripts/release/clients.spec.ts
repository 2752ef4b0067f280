import { existsSync, globSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { execa } from "execa";
import getPort from "get-port";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { checkout, run, test, token } from "../cli.fixture.ts";

/** `npm run test:clients`: the OpenAPI document of each dialect in the tools of others. They are installed once. */
const versions = `dredd@14 newman@6 openapi-to-postmanv2@6 orval@8 @hey-api/openapi-ts@0.99 openapi-typescript@7
  typescript@5 @types/node@24 @stoplight/spectral-cli@6 @kubb/cli@4 @kubb/core@4 @kubb/plugin-oas@4 @kubb/plugin-ts@4
  @kubb/plugin-client@4 axios`.split(/\s+/);
const tools = join(tmpdir(), "orgkit-clients");

/** A dialect made by hand. */
const own = `
paging:
  users: { style: cursor, parameters: { cursor: after, size: take }, defaultSize: 10, maxSize: 50 }
  invoices: { style: offset, parameters: { offset: skip, limit: take }, defaultSize: 5 }
filtering: { style: bracket, users: [status], invoices: [status] }
sorting: { style: pair, parameter: sort_by, orderParameter: dir, users: [email], invoices: [issuedAt] }
statuses: { success: { createUser: 200 }, failure: { refusedToken: 403, conflict: 422, badParameter: 422 } }
errors: { format: template, contentType: application/json, body: { ok: false, code: "{{code}}", text: "{{message}}" } }
createUser: { unknownFields: reject, location: "{{origin}}/api/v1/users/{{id}}" }
responses: { members: { listUsers: { next: "{{next or null}}" } }, headers: { always: { x-own: "1" } } }
requests: { trailingSlash: 308, unknownParameters: reject }
`;

/** Dredd tries each response, and expects a content type without parameters. */
const hooks = `require("hooks").beforeEach((transaction, done) => {
  if (/^2/.test(transaction.expected.statusCode)) delete transaction.expected.headers["Content-Type"];
  else transaction.skip = true;
  done();
});`;

const kubb = `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
const plugins = [pluginOas({ validate: false }), pluginTs(), pluginClient()];
export default defineConfig({ root: ".", input: { path: "./api.json" }, output: { path: "./client/kubb" }, plugins });`;

const orval =
  'export default { api: { input: "./api.json", output: { target: "./client/orval.ts", client: "fetch" } } };';

test.describe.configure({ mode: "serial", timeout: 600_000 });

test.beforeAll(async () => {
  if (existsSync(join(tools, "node_modules/.package-lock.json"))) return;
  mkdirSync(tools, { recursive: true });
  await execa("npm", ["install", "--no-audit", "--no-fund", "--prefix", tools, ...versions]);
});

for (const name of [...builtInDialectNames, "own"]) {
  test(
    `clients of the dialect ${name} are generated and typed, and requests match its document`,
    { tag: "@slow" },
    async ({ write, read, directory, orgkit, mock }) => {
      const runTool = async (tool: string, ...args: readonly string[]): Promise<void> => {
        const { code, out, err } = await run(
          process.execPath,
          [join(tools, "node_modules/.bin", tool), ...args],
          directory,
          {},
        );
        expect(code, `${tool}: ${out}${err}`).toBe(0);
      };
      write({
        "own.yaml": own,
        ".spectral.yaml": 'extends: ["spectral:oas"]',
        "hooks.cjs": hooks,
        "kubb.config.mjs": kubb,
        "orval.config.mjs": orval,
        "client/package.json": "{}",
      });
      await execa("ln", ["-s", join(tools, "node_modules"), join(directory, "node_modules")]);
      const dialect = name === "own" ? "./own.yaml" : name;
      expect(await orgkit(["openapi", "--dialect", dialect, "--out", "api.json"])).toMatchObject({ code: 0 });

      await runTool("spectral", "lint", "--fail-severity", "warn", "api.json");
      await runTool("openapi-typescript", "api.json", "-o", "client/types.ts");
      await runTool("orval", "--config", "orval.config.mjs");
      await runTool(
        "openapi-ts",
        "-i",
        "./api.json",
        "-o",
        join(directory, "client/hey"),
        "-c",
        "@hey-api/client-fetch",
      );
      await runTool("kubb", "generate", "--config", "kubb.config.mjs");
      const flags = "--noEmit --strict --skipLibCheck --allowImportingTsExtensions --target es2022 --module esnext";
      const more = "--moduleResolution bundler --lib es2022,dom,dom.iterable --types node";
      await runTool("tsc", ...`${flags} ${more}`.split(" "), ...globSync("client/**/*.ts", { cwd: directory }));

      const { url } = await mock(["--dialect", dialect]);
      await runTool("dredd", "api.json", url, "--header", `Authorization: Bearer ${token}`, "--hookfiles", "hooks.cjs");
      await fetch(`${url}/_orgkit/reset`, { method: "POST" });

      // With --errors, Prism responds with 500 to what does not match the document.
      const port = await getPort();
      const prism = execa(
        process.execPath,
        [join(checkout, "node_modules/.bin/prism"), "proxy", "api.json", url, "--port", `${port}`, "--errors"],
        {
          cwd: directory,
          reject: false,
        },
      );
      const through = `http://127.0.0.1:${port}`;
      await expect
        .poll(
          () =>
            fetch(through).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0);
      const form = "parametersResolution=Example,disableOptionalParameters=true,includeAuthInfoInExample=false";
      await runTool("openapi2postmanv2", "-s", "api.json", "-o", "postman.json", "-O", form);
      const secrets = ["baseUrl", "base_url"].flatMap((key) => ["--env-var", `${key}=${through}`]);
      await runTool(
        "newman",
        "run",
        "postman.json",
        ...secrets,
        "--env-var",
        `bearerToken=${token}`,
        "--reporters",
        "json",
        "--reporter-json-export",
        "newman.json",
      );
      const { run: result } = JSON.parse(read("newman.json"));
      const codes = result.executions.map((execution: { response?: { code: number } }) => execution.response?.code);
      // Postman makes up a cursor, which is rejected as the document says.
      const list = name === "own" ? 4 : 2;
      expect(codes.map((code: number) => Math.floor(code / 100))).toEqual([list, 2, 2, 2]);
      prism.kill();
    },
  );
}
