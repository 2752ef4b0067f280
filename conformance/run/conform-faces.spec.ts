import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { setupServer } from "msw/node";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld, worldNames } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createHandlers } from "../../mocks/faces/msw-handlers.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { judgedObligations } from "../checks/judge.ts";
import { checks } from "../checks/registry.ts";
import type { Report } from "../report/report.ts";
import { conform } from "./conform.ts";

const worlds = [...worldNames(), "crowd:1000"];

function simulate(world: string, dialect: string): Promise<Simulation> {
  return createSimulation({ world: loadWorld(world, 1), dialect: loadDialect(dialect) });
}

/** Judges a simulation at a URL with all that is known about it: nothing is left out for want of input. */
function judge(baseUrl: string, { accounts, dialect }: Simulation): Promise<Report> {
  const [first, second] = accounts;
  const body = Object.fromEntries(
    [...dialect.createUser.required, ...dialect.createUser.unique].map((field) => [
      field,
      field === "email" ? "{{unique}}@orgkit.example" : "{{unique}}",
    ]),
  );
  return conform({
    target: {
      baseUrl,
      subscriptionIds: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)),
      allowWrites: true,
      createBody: body,
    },
    tokens: { first: first?.tokens[0]?.token ?? "", second: second?.tokens[0]?.token ?? "" },
    version: "0.0.0-test",
  });
}

/** What was found, without the requirements that have no check yet. */
function notVerified({ results }: Report): readonly string[] {
  return results
    .filter(({ status, message }) => status !== "passed" && !message.includes("no check for it yet"))
    .map(({ id, operation, status }) => `${id} ${operation} ${status}`);
}

/** What cannot be shown: a reply without records where there are some, and records where there are none. */
function cannotBeShown(world: string, simulation: Simulation): readonly string[] {
  const returnsNothing = simulation.dialect.createUser.returns === "nothing";
  const neverEmpty = (operation: OperationId): boolean =>
    operation === "createUser" ? !returnsNothing : operation === "getSubscription" || world !== "empty";
  return judgedObligations
    .filter(({ requirement, operation }) => {
      if (!checks.has(requirement.id)) return false;
      if (world === "empty" && (operation === "getSubscription" || requirement.id === "SCOPE-01")) return true;
      return requirement.id === "ENV-06" && neverEmpty(operation);
    })
    .map(({ requirement, operation }) => `${requirement.id} ${operation} skipped`);
}

for (const dialect of dialectNames()) {
  for (const world of worlds) {
    test(`the HTTP face conforms in dialect ${dialect} with world ${world}`, async () => {
      const simulation = await simulate(world, dialect);
      const server = await startServer(simulation, { port: 0 });
      const report = await judge(server.url, simulation);
      await server.close();
      expect(report.results.filter(({ status }) => status === "failed")).toEqual([]);
      expect(report.verdict).toBe("conforming");
      expect(report.results).toHaveLength(71);
      expect(notVerified(report)).toEqual(cannotBeShown(world, simulation));
      expect(report.requests).toBeLessThanOrEqual(21);
    });
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
    })();
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const address = gateway.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const report = await judge(`http://127.0.0.1:${port}/tenant/x`, simulation);
  gateway.close();
  network.close();
  expect(report.verdict).toBe("conforming");
  expect(notVerified(report)).toEqual(cannotBeShown("demo", simulation));
  expect(report.target.baseUrl).toBe(`http://127.0.0.1:${port}/tenant/x`);
});
