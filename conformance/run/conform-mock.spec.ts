import { openDialect } from "../../fixtures/dialect/open.ts";
import { expect, adapterNames, test } from "../../mocks/adapters/adapter.fixture.ts";
import { createSimulation } from "../../mocks/simulation/create-simulation.ts";
import { optionsFor } from "../test-servers/independent-server.ts";
import { knownTo } from "../test-servers/mock-server.ts";
import { nameOf } from "../test-servers/judge-server.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { serverOf } from "../test-servers/serve.ts";
import type { Ask, Reply } from "../test-servers/service.ts";
import { judgeTarget } from "./judge-target.ts";
import { readConformOptions } from "./read-conform-options.ts";

for (const name of adapterNames) {
  test(`the adapter "${name}" conforms`, { tag: "@slow" }, async ({ openAdapter }) => {
    const adapter = await openAdapter(name);
    // The judge is outside of the interception by msw and a browser: this forwards its requests into it.
    const ask = async ({ method, path, query, headers, body }: Ask): Promise<Reply> => {
      const own = Object.entries(headers).flatMap(([header, value]) =>
        /^(host|connection|content-length|accept-encoding|user-agent)$/.test(header) ? [] : [[header, String(value)]],
      );
      const sent = { method, path: query.size === 0 ? path : `${path}?${query}`, headers: Object.fromEntries(own) };
      const answer = await adapter.call(method === "GET" ? sent : { ...sent, body });
      // Paths outside of /api belong to the application; with msw in Node there is none.
      return "broken" in answer ? { status: 404, headers: {} } : { ...answer, text: answer.body };
    };
    const gateway = serverOf(ask, (response, { status, headers, text }) =>
      response.writeHead(status, headers).end(text),
    );
    const { baseUrl, stop } = await listen(gateway);
    const dialect = await openDialect("reference");
    const known = knownTo(await createSimulation({ world: "demo", dialect }));
    const { target, connection } = await readConformOptions({
      ...optionsFor({ dialect }, { baseUrl, ...known }),
      patience: 0.3,
    });
    const { checks } = await judgeTarget(target, { connection });
    await stop();
    const open = checks.filter(({ status }) => status === "failed" || status === "inconclusive");
    expect(open.map((check) => `${nameOf(check)}: ${check.message}`)).toEqual([]);
    expect(checks.filter(({ status }) => status === "passed").length).toBeGreaterThan(130);
  });
}
