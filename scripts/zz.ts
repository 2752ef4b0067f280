import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dialectNames, loadDialect } from "../fixtures/dialect/load.ts";
import { loadWorld } from "../fixtures/worlds/load.ts";
import { startServer } from "../mocks/faces/http-server.ts";
import { createSimulation } from "../mocks/simulation/simulation.ts";
import { obligations, obligationName } from "../fixtures/contract/catalogue.ts";
import { judge } from "../conformance/checks/judge.ts";
import { openSession } from "../conformance/target/session.ts";
import { targetSchema } from "../conformance/target/target.ts";

for (const name of dialectNames())
  for (const world of ["demo", "edge", "empty", "crowd:1000"])
    for (const declared of [true, false]) {
      const dialect = loadDialect(name);
      const simulation = await createSimulation({ world: loadWorld(world, 1), dialect });
      const server = await startServer(simulation, { port: 0 });
      const [first, second] = simulation.accounts;
      const target = targetSchema.parse({ baseUrl: server.url, allowWrites: true, subscriptionIds: first?.subscriptions.all().map((s) => String(s.id)) ?? [], ...(declared ? { dialect } : {}) });
      const session = openSession({ target, secrets: { first: first?.tokens[0]?.token ?? "", second: second?.tokens[0]?.token ?? "", headers: {} }, connection: { timeout: 5000, insecure: false, patience: 1000 }, runId: "orgkitabcdef", recordFile: join(mkdtempSync(join(tmpdir(), "zz-")), "x") });
      const out: string[] = [];
      const started = performance.now();
      for (const o of obligations(["stated", "implied"])) {
        const r = await judge(session, o);
        if (r.status !== "passed") out.push(`   ${obligationName(o)} ${r.status} ${r.message}`);
      }
      const n = session.entries.reduce((s, e) => s + e.requests, 0);
      console.log(name, world, declared, n, "requests", Math.round(performance.now() - started), "ms");
      console.log([...new Set(out.map((l) => l.replace(/(createUser|getSubscription)/, "*")))].join("\n"));
      await session.close();
      await server.close();
    }
