import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { setupServer } from "msw/node";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld, worldNames } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createHandlers } from "../../mocks/faces/msw-handlers.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import type { Report } from "../report/report.ts";
import { conform } from "./conform.ts";

const worlds = [...worldNames(), "crowd:1000"];

function simulate(world: string, dialect: string): Promise<Simulation> {
  return createSimulation({ world: loadWorld(world, 1), dialect: loadDialect(dialect) });
}

/** Judges a simulation at a URL with all that is known about it: nothing is left out for want of input. */
function judge(baseUrl: string, { accounts, dialect }: Simulation, declared: boolean): Promise<Report> {
  const [first, second] = accounts;
  return conform({
    target: {
      baseUrl,
      subscriptionIds: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)),
      allowWrites: true,
      ...(declared ? { dialect } : { createBody: bodyFor(dialect) }),
    },
    secrets: { first: first?.tokens[0]?.token ?? "", second: second?.tokens[0]?.token ?? "" },
    version: "0.0.0-test",
  });
}

function bodyFor({ createUser }: Dialect): Record<string, string> {
  const fields = [...createUser.required, ...createUser.unique];
  const text = (field: string): string => (field === "email" ? "{{unique}}@orgkit.example" : "{{unique}}");
  return Object.fromEntries(fields.map((field) => [field, text(field)]));
}

function named({ results }: Report, ...statuses: readonly string[]): readonly string[] {
  return results
    .filter(({ status }) => statuses.includes(status))
    .map(({ id, operation, message }) => `${id} ${operation}: ${message}`);
}

for (const dialect of dialectNames()) {
  for (const world of worlds) {
    // What is judged without a dialect differs by world only where there is nothing to see.
    for (const declared of world === "demo" || world === "empty" ? [true, false] : [true]) {
      const as = declared ? "declared" : "not declared";
      test(`the HTTP face conforms in dialect ${dialect}, ${as}, with world ${world}`, async () => {
        const simulation = await simulate(world, dialect);
        const server = await startServer(simulation, { port: 0 });
        const report = await judge(server.url, simulation, declared);
        await server.close();
        expect(named(report, "failed", "inconclusive")).toEqual([]);
        expect(report.verdict).toBe("conforming");
        expect(report.requests).toBeLessThanOrEqual(120);
        expect(report.created.length).toBeLessThanOrEqual(2);
      });
    }
  }
}

test("the msw face conforms, behind a path prefix", async () => {
  const simulation = await simulate("demo", "reference");
  const network = setupServer(...createHandlers(simulation, { baseUrl: "http://mock.example/tenant/x" }));
  network.listen({ onUnhandledFrame: "bypass" });
  // The suite is another process and cannot be intercepted: this hands its calls on into this one.
  const gateway = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length)$/.test(name),
      );
      const reply = await fetch(`http://mock.example${request.url ?? ""}`, {
        method: request.method ?? "GET",
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        redirect: "manual",
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
    })().catch(() => {
      // The handlers leave what is not below /api to the application; here there is none.
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const address = gateway.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const report = await judge(`http://127.0.0.1:${port}/tenant/x`, simulation, true);
  gateway.close();
  network.close();
  expect(report.verdict).toBe("conforming");
  expect(named(report, "failed", "inconclusive")).toEqual([]);
  expect(report.target.baseUrl).toBe(`http://127.0.0.1:${port}/tenant/x`);
});
