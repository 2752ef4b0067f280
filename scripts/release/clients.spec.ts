import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { checkout, run, test } from "../cli.fixture.ts";
import { link } from "./packed.fixture.ts";

const token = "aurora-token-4f7a91";
const generator = join(checkout, "scripts/openapi-types/node_modules/openapi-typescript/bin/cli.js");

/**
 * The requests in a dialect: the second 5 of the active users, sorted by descending e-mail address; and invalid ones.
 */
const dialects = {
  reference: {
    query: 'page: 2, per_page: 5, sort: ["-email"], status: "active"',
    code: "code",
    wrongQueries: ["pages: 2", 'page: "2"', 'sort: ["-mail"]', 'status: "gone"', "offset: 5"],
  },
  offset: {
    query: 'offset: 5, limit: 5, sort_by: "email", sort_dir: "desc", "filter[status]": "active"',
    code: "error.code",
    wrongQueries: ["page: 2", 'limit: "5"', 'sort_dir: "down"', 'sort_by: "mail"', '"filter[status]": "gone"'],
  },
} as const;

const ada = 'email: "ada@new.example", name: "Ada", role: "admin"';
const wrongBodies = [
  'email: "ada@new.example"',
  'email: 5, name: "Ada"',
  'email: "ada@new.example", name: "Ada", role: "pope"',
  'email: "ada@new.example", nam: "Ada"',
];

const list = (query: string): string => `await client.GET("/api/v1/users", { params: { query: { ${query} } } })`;
const get = (id: string): string =>
  `await client.GET("/api/v1/subscriptions/{id}", { params: { path: { id: ${id} } } })`;
const create = (body: string): string => `await client.POST("/api/v1/users", { body: { ${body} } })`;

/**
 * Pages, sorts, filters, creates and reads with types, and prints the results. Each statement of `wrong` has one type
 * error: it is a failure if the compiler accepts it.
 */
function program(dialect: keyof typeof dialects, id: string): string {
  const { query, code, wrongQueries } = dialects[dialect];
  const wrong = [
    ...wrongQueries.map(list),
    ...wrongBodies.map(create),
    get("5"),
    `(${list(query)}).data?.data[0]?.mail`,
    `(${create(ada)}).error?.${code} === "nothing"`,
  ];
  return `import createClient from "openapi-fetch";
import type { paths } from "./api.ts";
const client = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "", headers: { authorization: "Bearer ${token}" } });
const page = ${list(query)};
const created = ${create(ada)};
const again = ${create(ada)};
const one = ${get(JSON.stringify(id))};
const emails: readonly string[] | undefined = page.data?.data.map((user) => user.email);
const total: number | undefined = page.data?.meta.total;
const role: "owner" | "admin" | "member" | "billing" | undefined = created.data?.data[0]?.role;
const plan: string | undefined = one.data?.data[0]?.plan;
const isTaken: boolean = again.error?.${code} === "conflict";
console.log(JSON.stringify({ emails, total, role, plan, isTaken }));

export async function wrong() {
${wrong.map((statement) => `// @ts-expect-error\n${statement};\n`).join("")}}
`;
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2024",
  module: "nodenext",
  allowImportingTsExtensions: true,
  types: ["node"],
  typeRoots: [join(checkout, "node_modules/@types")],
};

for (const dialect of ["reference", "offset"] as const) {
  test(
    `a client generated from the interface document in dialect ${dialect} pages, sorts, filters and creates with types`,
    { tag: "@slow" },
    async ({ directory }) => {
      const simulation = await createSimulation({ dialect });
      const server = await startServer(simulation, { port: 0, control: { version: "1.2.3" } });
      const [account] = simulation.accounts;
      const active = (account?.users.all() ?? []).filter(({ status }) => status === "active");
      const [subscription] = account?.subscriptions.all() ?? [];
      link(directory, ["openapi-fetch"]);
      const files = {
        "package.json": JSON.stringify({ private: true, type: "module" }),
        "interface.json": await (await fetch(`${server.url}/_orgkit/interface.json`)).text(),
        "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
        "program.ts": program(dialect, String(subscription?.id)),
      };
      for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
      const node = (...args: readonly string[]) => run(process.execPath, args, directory, { BASE_URL: server.url });

      expect(await node(generator, "interface.json", "-o", "api.ts")).toMatchObject({ code: 0 });
      const typed = await node(join(checkout, "node_modules/typescript/bin/tsc"), "-p", ".", "--singleThreaded");
      expect(typed).toEqual({ code: 0, out: "", err: "" });
      const { out, err } = await node("--disable-warning=ExperimentalWarning", "program.ts");
      expect(err).toBe("");
      const emails = active.flatMap(({ email }) => (typeof email === "string" ? email : []));
      expect(JSON.parse(out)).toEqual({
        emails: emails.toSorted().toReversed().slice(5, 10),
        total: active.length,
        role: "admin",
        plan: subscription?.["plan"],
        isTaken: true,
      });
      await server.close();
    },
  );
}
