import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { builtInWorldNames } from "../../fixtures/worlds/built-in.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { expect, faceNames, test, type Face } from "../../mocks/faces/face.fixture.ts";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import type { Finding } from "../report/report.ts";
import { judgeOne } from "./conform.ts";
import { judgeTarget, type TargetToJudge } from "./judge-target.ts";

const worlds = builtInWorldNames.map((name) => name.replace("N", "1000"));

function simulate(world: string, dialect: string): Promise<Simulation> {
  return createSimulation({ world: loadWorld(world, 1), dialect: loadDialect(dialect) });
}

/** A simulation at a URL with all that is known about it: nothing is left out for want of input. */
function targetAt(baseUrl: string, { accounts, dialect }: Simulation, declared: boolean): TargetToJudge {
  const [first, second] = accounts;
  return {
    target: {
      baseUrl,
      ids: { subscription: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)) },
      allowWrites: true,
      ...(declared ? { dialect } : { createBody: bodyFor(dialect) }),
    },
    secrets: { first: first?.tokens[0]?.token ?? "", second: second?.tokens[0]?.token ?? "" },
  };
}

function bodyFor({ createUser }: Dialect): Record<string, string> {
  const fields = [...createUser.required, ...createUser.unique];
  const text = (field: string): string => (field === "email" ? "{{unique}}@orgkit.example" : "{{unique}}");
  return Object.fromEntries(fields.map((field) => [field, text(field)]));
}

function named(
  results: readonly Pick<Finding, "id" | "operation" | "status" | "message">[],
  ...statuses: readonly string[]
): readonly string[] {
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
        const { target, secrets } = targetAt(server.url, simulation, declared);
        const { findings, facts } = await judgeTarget(
          { target: { ...target, name: "mock" }, secrets },
          { connection: { patience: 300 } },
        );
        await server.close();
        expect(facts.problem).toBeUndefined();
        expect(named(findings, "failed", "inconclusive")).toEqual([]);
        expect(named(findings, "passed").length).toBeGreaterThan(declared ? 70 : 30);
        expect(facts.requests).toBeLessThanOrEqual(160);
        expect(facts.created.length).toBeLessThanOrEqual(2);
      });
    }
  }
}

/**
 * The suite is another process, which neither msw nor a browser can intercept: this hands its calls on into the
 * process or page of a face.
 */
async function openGateway(face: Face): Promise<{ readonly url: string; close(): void }> {
  const gateway = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url: path = "" } = request;
      const headers = Object.entries(request.headers)
        .filter(([name]) => !/^(host|connection|content-length|accept-encoding|user-agent)$/.test(name))
        .map(([name, value]) => [name, String(value)]);
      const body = await readText(request);
      const sent = { method, path, headers: Object.fromEntries(headers) };
      const answer = await face.call(method === "GET" || method === "HEAD" ? sent : { ...sent, body });
      // What is not below /api is the application's to answer; behind msw in Node there is none.
      if ("broken" in answer && !path.startsWith("/api/")) response.writeHead(404).end();
      else if ("broken" in answer) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const address = gateway.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => gateway.close() };
}

for (const name of faceNames) {
  test(`the face "${name}" conforms`, async ({ openFace }) => {
    const face = await openFace(name);
    const gateway = await openGateway(face);
    const target = targetAt(gateway.url, await simulate("demo", "reference"), true);
    const report = await judgeOne({ targets: [target] });
    gateway.close();
    expect(named(report.results, "failed", "inconclusive")).toEqual([]);
    expect(report.verdict).toBe("conforming");
    expect(report.summary.passed).toBeGreaterThan(130);
  });
}
