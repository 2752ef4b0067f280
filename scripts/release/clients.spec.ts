import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { checkout, run } from "../cli.fixture.ts";
import { install, link, newProject, removeProject } from "./packed.fixture.ts";

/** A client generator: its source text for creating and calling a client. */
interface Generator {
  readonly packages: readonly string[];
  /** The program that makes `api.ts` from `interface.json`, and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly opening: string;
  readonly list: (query: string) => string;
  readonly get: (id: string) => string;
  readonly create: (body: string) => string;
  /** The body of a response that has this status. */
  readonly body: (reply: string, status: number) => string;
}

const token = "aurora-token-4f7a91";

const openapiFetch: Generator = {
  packages: ["openapi-fetch"],
  command: [
    join(checkout, "scripts/openapi-types/node_modules/openapi-typescript/bin/cli.js"),
    "interface.json",
    "-o",
    "api.ts",
  ],
  opening: `import createClient from "openapi-fetch";
import type { paths } from "./api.ts";
const client = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "", headers: { authorization: "Bearer ${token}" } });`,
  list: (query) => `await client.GET("/api/v1/users", { params: { query: { ${query} } } })`,
  get: (id) => `await client.GET("/api/v1/subscriptions/{id}", { params: { path: { id: ${id} } } })`,
  create: (body) => `await client.POST("/api/v1/users", { body: { ${body} } })`,
  body: (reply, status) => `${reply}.${status < 300 ? "data" : "error"}`,
};

const orval: Generator = {
  packages: ["orval@8.30.0"],
  command: ["node_modules/orval/dist/bin/orval.mjs", "--config", "./orval.config.mjs"],
  opening: `import { createUser, getSubscription, listUsers } from "./api.ts";
const options = { headers: { authorization: "Bearer ${token}" } };`,
  list: (query) => `await listUsers({ ${query} }, options)`,
  get: (id) => `await getSubscription(${id}, options)`,
  create: (body) => `await createUser({ ${body} }, options)`,
  body: (reply, status) => `(${reply}.status === ${status} ? ${reply}.data : undefined)`,
};

/** Orval is large and not a dependency: `npm run test:package` installs it. */
const generators = {
  "openapi-fetch": openapiFetch,
  ...(process.env["ORGKIT_PACKAGE_NODES"] === undefined ? {} : { orval }),
};

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

/**
 * Pages, sorts, filters, creates and reads with types, and prints the results. Each statement of `wrong` has one type
 * error: it is a failure if the compiler accepts it.
 */
function program(generator: Generator, dialect: keyof typeof dialects, id: string): string {
  const { opening, list, get, create, body } = generator;
  const { query, code, wrongQueries } = dialects[dialect];
  const wrong = [
    ...wrongQueries.map(list),
    ...wrongBodies.map(create),
    get("5"),
    `(${body(`(${list(query)})`, 200)})?.data[0]?.mail`,
    `(${body(`(${create(ada)})`, 409)})?.${code} === "nothing"`,
  ];
  return `${opening}
const page = ${list(query)};
const created = ${create(ada)};
const again = ${create(ada)};
const one = ${get(JSON.stringify(id))};
const emails: readonly string[] | undefined = ${body("page", 200)}?.data.map((user) => user.email);
const total: number | undefined = ${body("page", 200)}?.meta.total;
const role: "owner" | "admin" | "member" | "billing" | undefined = ${body("created", 201)}?.data[0]?.role;
const plan: string | undefined = ${body("one", 200)}?.data[0]?.plan;
const isTaken: boolean = ${body("again", 409)}?.${code} === "conflict";
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

for (const [name, generator] of Object.entries(generators)) {
  test.describe(`a client that ${name} generates from the interface document`, { tag: "@slow" }, () => {
    let directory: string;
    test.beforeAll(() => {
      directory = newProject();
      if (generator === openapiFetch) link(directory, generator.packages);
      else install(directory, generator.packages);
    });
    test.afterAll(() => removeProject(directory));

    for (const dialect of ["reference", "offset"] as const) {
      test(`${dialect}: pages, sorts, filters and creates with types, and on the mock`, async () => {
        const simulation = await createSimulation({ dialect });
        const server = await startServer(simulation, { port: 0, control: { version: "1.2.3" } });
        const [account] = simulation.accounts;
        const active = (account?.users.all() ?? []).filter(({ status }) => status === "active");
        const [subscription] = account?.subscriptions.all() ?? [];
        const output = { target: "./api.ts", client: "fetch", baseUrl: server.url };
        const files = {
          "interface.json": await (await fetch(`${server.url}/_orgkit/interface.json`)).text(),
          "orval.config.mjs": `export default ${JSON.stringify({ api: { input: "./interface.json", output } })};\n`,
          "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
          "program.ts": program(generator, dialect, String(subscription?.id)),
        };
        for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
        const node = (args: readonly string[]) => run(process.execPath, args, directory, { BASE_URL: server.url });

        expect(await node(generator.command)).toMatchObject({ code: 0 });
        const typed = await node([join(checkout, "node_modules/typescript/bin/tsc"), "-p", ".", "--singleThreaded"]);
        expect(typed).toEqual({ code: 0, out: "", err: "" });
        const { out, err } = await node(["--disable-warning=ExperimentalWarning", "program.ts"]);
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
      });
    }
  });
}
