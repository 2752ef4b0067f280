import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { z } from "zod";
import { crowdWorld } from "../../fixtures/worlds/crowd.ts";
import type { Figures } from "./measure-server.ts";

/** The tests of a file, the same for both: a page, a creation, a list that has it. */
const tests = `for (let number = 1; number <= 20; number += 1) {
  test("a created user is listed: " + number, async () => {
    const send = async (path, init) => (await fetch("https://api.example/api/v1/users" + path, { headers, ...init })).json();
    expect(await send("?page=2&per_page=50")).toMatchObject({ data: { length: 50 }, meta: { total: 122 } });
    const body = JSON.stringify({ email: "new@x.example", name: "New" });
    expect(await send("", { method: "POST", body })).toMatchObject({ data: [{ email: "new@x.example" }] });
    expect(await send("?page=3&per_page=50")).toMatchObject({ data: { length: 23 }, meta: { total: 123 } });
  });
}
`;

const withOrgkit = `import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest();
const headers = { authorization: "Bearer bench-token-1", "content-type": "application/json" };

${tests}`;

/** What a team writes that has MSW only. */
const byHand = `import { Collection } from "@msw/data";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import people from "./people.json";

const schema = z.object({ id: z.string(), email: z.email(), name: z.string(), role: z.string(), createdAt: z.string() });
const headers = { authorization: "Bearer bench-token-1", "content-type": "application/json" };
let users = new Collection({ schema });

const rejectToken = (request) =>
  request.headers.get("authorization") === headers.authorization ? undefined : HttpResponse.json({ error: "unauthorized" }, { status: 401 });

const server = setupServer(
  http.get("https://api.example/api/v1/users", ({ request }) => {
    const query = new URL(request.url).searchParams;
    const [page, size] = [Number(query.get("page") ?? "1"), Number(query.get("per_page") ?? "20")];
    const data = users.all().slice((page - 1) * size, page * size);
    return rejectToken(request) ?? HttpResponse.json({ data, meta: { page, total: users.count() } });
  }),
  http.post("https://api.example/api/v1/users", async ({ request }) => {
    const rejection = rejectToken(request);
    if (rejection) return rejection;
    const body = await request.json();
    if (typeof body.email !== "string" || typeof body.name !== "string") return HttpResponse.json({ error: "invalid" }, { status: 422 });
    if (users.findFirst((q) => q.where({ email: body.email }))) return HttpResponse.json({ error: "taken" }, { status: 409 });
    const user = await users.create({ id: crypto.randomUUID(), role: "member", ...body, createdAt: new Date().toISOString() });
    return HttpResponse.json({ data: [user], meta: { page: 1, total: 1 } }, { status: 201 });
  }),
);

beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(async () => {
  users = new Collection({ schema });
  for (const user of people) await users.create(user);
});

${tests}`;

const dialect = `name: bench
paging: { users: { style: page, parameters: { page: page, size: per_page }, defaultSize: 20, maxSize: 100 } }
statuses: { failure: { refusedToken: 403, conflict: 409, invalidBody: 422 } }
errors: { format: problem }
createUser: { required: [email, name], unique: [email], generated: { id: "{{id}}", createdAt: "{{now}}" } }
sorting: { style: signed, parameter: sort, users: [name, createdAt] }
filtering: { style: plain, users: [role] }
limits: { bodyBytes: 65536 }
records:
  user:
    type: object
    required: [id, email, name]
    properties:
      id: { type: string }
      email: { type: string, format: email }
      name: { type: string, maxLength: 200 }
      role: { enum: [member, admin, billing] }
      createdAt: { type: string, format: date-time }
`;

const reportSchema = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ duration: z.number() })) })),
});

/** Runs a test file in a project with the built package. @returns the durations of its tests, in milliseconds */
export async function measureVitest(kind: "orgkit" | "by hand", checkout: string): Promise<Figures> {
  using project = mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
  const write = (name: string, text: string): void => writeFileSync(join(project.path, name), text);
  const packages = join(project.path, "node_modules");
  mkdirSync(join(packages, "@msw"), { recursive: true });
  for (const part of ["package.json", "dist/lib"]) {
    cpSync(join(checkout, part), join(packages, "orgkit", part), { recursive: true });
  }
  for (const name of ["vitest", "msw", "zod", "@msw/data"])
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  const people = ((await crowdWorld(122, 1)).accounts[0]?.users ?? []).map(
    ({ id, email = "", name = "", role = "", createdAt = "" }) => ({ id, email, name, role, createdAt }),
  );
  write("people.json", JSON.stringify(people));
  const lines = people.map((user) => `      - ${JSON.stringify(user)}\n`).join("");
  write("people.yaml", `accounts:\n  - id: bench\n    name: Bench\n    tokens: [bench-token-1]\n    users:\n${lines}`);
  write("ours.yaml", dialect);
  write("orgkit.config.yaml", "baseUrl: https://api.example\ndialect: ./ours.yaml\nworld: ./people.yaml\n");
  write("bench.test.ts", kind === "orgkit" ? withOrgkit : byHand);
  const report = join(project.path, "report.json");
  const vitest = join(packages, "vitest/vitest.mjs");
  await execa(process.execPath, [vitest, "run", "--reporter=json", `--outputFile=${report}`], { cwd: project.path });
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  const [first = Number.NaN, ...others] = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ duration }) => duration),
  );
  return {
    "Vitest, first test ms": first,
    "Vitest, a test ms": others.toSorted((one, other) => one - other)[others.length >> 1] ?? Number.NaN,
  };
}

const root = fileURLToPath(new URL("../..", import.meta.url));
